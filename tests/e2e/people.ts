import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { login } from '../../src/features/accounts/contract.ts';
import { setNewPassword } from '../../src/features/accounts/passwords/contract.ts';
import { confirmRegistration, submitRegistration } from '../../src/features/accounts/registration/contract.ts';
import { getCoachList } from '../../src/features/coaches/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { getLocations } from '../../src/features/provider/contract.ts';
import { callPortal, callWithFiles } from './calls.ts';
import { waitForMail } from './mails.ts';
import { createProfileForm } from '../support/registration.ts';

const documentsFolder = join(import.meta.dirname, '../../src/features/files/testdata/documents');

/** Reads a genuine Word document from the test data. */
export function readWordDocument(name = 'tables.docx'): Promise<Buffer> {
  return readFile(join(documentsFolder, name));
}

/** Signs in by a call, with the password of the demo accounts; returns the session's id. */
async function signInAs(page: Page, email: string): Promise<string> {
  const { data } = await callPortal(page.request, login, { username: email, password: 'Demo-2026!' });
  return data.sessionId;
}

/** Signs in as a demo user by a call; returns the session's id. `name` is the e-mail address before the '@'. */
export function signInDemo(page: Page, name: string): Promise<string> {
  return signInAs(page, `${name}@demo.example`);
}

/**
 * Registers a new participant, called Robin, confirms the registration with the mailed token, and sets a password, all
 * by calls. Returns the participant's credentials and a session's id.
 */
export async function registerParticipant(
  page: Pick<Page, 'request'>,
  lastName = 'Reise',
): Promise<{ email: string; password: string; sessionId: string }> {
  const email = `${randomUUID()}@e2e.example`;
  const { locations } = await callPortal(page.request, getLocations, {});
  await callPortal(page.request, submitRegistration, {
    ...createProfileForm({ firstName: 'Robin', lastName, email, phoneNumber: '0221 1234567' }),
    qualification: 'Fachkraft für Lagerlogistik',
    startOfQualification: '2026-01-01',
    gender: { label: 'Divers', id: 'd' },
    repeatEmail: email,
    location: locations[0] ?? null,
  });
  const [, token = ''] = /token=([\w-]+)/.exec(await waitForMail(email, 'token=')) ?? [];
  const { data } = await callPortal(page.request, confirmRegistration, { token });
  const { sessionId } = data;
  const password = `Ganz-Neu-${randomUUID()}`;
  await callPortal(page.request, setNewPassword, { newPassword: password }, sessionId);
  return { email, password, sessionId };
}

export interface ParticipantOptions {
  /** Whether the participant has uploaded a CV as a Word document. */
  hasCv?: boolean;
  /** The default is 'Reise', the last name of many participants. A journey that searches by name needs another name. */
  lastName?: string;
}

/** Signs the page in as a new participant, called Robin. Returns the session's id. */
export async function actAsNewParticipant(
  page: Page,
  { hasCv = false, lastName }: ParticipantOptions = {},
): Promise<string> {
  const { sessionId } = await registerParticipant(page, lastName);
  if (hasCv) {
    const cv = { name: 'Lebenslauf.docx', buffer: await readWordDocument() };
    await callWithFiles(page.request, uploadFiles, [cv], sessionId);
  }
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
  return sessionId;
}

/** Signs the page in as a demo user and stores in the browser whether the user is staff; returns the session's id. */
export async function actAsDemo(page: Page, name: string): Promise<string> {
  const session = await signInDemo(page, name);
  await storeSession(page, session, /admin|coach/.test(name));
  return session;
}

/** Signs the page in as a coach who has the password of the demo accounts. */
export async function actAsCoach(page: Page, email: string): Promise<void> {
  await storeSession(page, await signInAs(page, email), true);
}

async function storeSession(page: Page, session: string, isStaff: boolean): Promise<void> {
  await page.addInitScript(
    ([id, staff]) => {
      localStorage.setItem('sessionId', id);
      localStorage.setItem('staff', staff);
    },
    [session, isStaff ? '1' : ''] as const,
  );
}

/**
 * Returns the demo's coaches with these names; `session` is an admin's. Journeys choose coaches by name, since the list
 * also contains coaches whom other journeys have made absent or inactive.
 */
export async function findDemoCoaches<Names extends readonly string[]>(
  page: Page,
  session: string,
  ...names: Names
): Promise<{ [Index in keyof Names]: { value: number; label: string } }> {
  const { data } = await callPortal(page.request, getCoachList, {}, session);
  return names.map((name) => {
    const coach = data.find(({ label }) => label === name);
    if (!coach) throw new Error(`No coach is called ${name}.`);
    return coach;
  }) as { [Index in keyof Names]: { value: number; label: string } };
}
