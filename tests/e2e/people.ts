import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { confirmRegistration, login, newRegistration, setNewPassword } from '../src/accounts/contract.ts';
import { uploadFiles } from '../src/files/contract.ts';
import { getLocations } from '../src/portal/contract.ts';
import { ask, send } from './calls.ts';
import { mailsTo } from './mails.ts';

const documents = join(import.meta.dirname, '../src/files/testdata/documents');

/** A genuine Word document of the test data. */
export function wordDocument(name = 'tables.docx'): Promise<Buffer> {
  return readFile(join(documents, name));
}

/** Signs a person of the demo in beside the screen; answers the session's id. */
export async function signInDemo(page: Page, name: string): Promise<string> {
  const { data } = await ask(page.request, login, { username: `${name}@demo.example`, password: 'Demo-2026!' });
  return data.sessionId;
}

/** Registers a participant of this test's own and follows the mailed link beside the screen. */
export async function newParticipant(page: Page): Promise<{ email: string; password: string; sessionId: string }> {
  const email = `${randomUUID()}@e2e.example`;
  const { locations } = await ask(page.request, getLocations, {});
  await ask(page.request, newRegistration, {
    gender: { label: 'Divers', id: 'd' },
    firstName: 'Robin',
    lastName: 'Reise',
    email,
    repeatEmail: email,
    phoneNumber: '0221 1234567',
    qualification: 'Fachkraft für Lagerlogistik',
    location: locations[0] ?? null,
    startOfQualification: '2026-01-01',
    endOfQualification: '2026-12-31',
  });
  const [, token = ''] = /token=([\w-]+)/.exec(await mailsTo(email, 'token=')) ?? [];
  const { data: confirmed } = await ask(page.request, confirmRegistration, { token });
  const password = `Ganz-Neu-${randomUUID()}`;
  const { sessionId } = confirmed;
  await ask(page.request, setNewPassword, { newPassword: password }, sessionId);
  return { email, password, sessionId };
}

/** A new participant whom the page is left signed in as; with `docx` there is a CV. Answers the session's id. */
export async function beNewParticipant(page: Page, { docx = false } = {}): Promise<string> {
  const { sessionId } = await newParticipant(page);
  if (docx) {
    const cv = { name: 'Lebenslauf.docx', buffer: await wordDocument() };
    await send(page.request, uploadFiles, [cv], sessionId);
  }
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
  return sessionId;
}

/** Signs a person of the demo in and leaves the page signed in; answers the session's id. */
export async function beDemo(page: Page, name: string): Promise<string> {
  const session = await signInDemo(page, name);
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), session);
  return session;
}
