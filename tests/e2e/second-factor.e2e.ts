import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeNewCoach } from '../../src/features/coaches/contract.ts';
import { searchParticipantAsAdmin } from '../../src/features/participants/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { waitForMail } from './mails.ts';
import { registerParticipant, signInDemo } from './people.ts';
import { startPortal } from './portal.ts';
import { setUpSecondFactor } from './second-factor.ts';
import { test } from './test.ts';

/** Registers a new person and makes them a coach. Returns the coach's credentials, but does not sign the page in. */
async function createCoach(page: Page): Promise<{ email: string; password: string }> {
  const { email, password } = await registerParticipant(page);
  const adminSession = await signInDemo(page, 'admin');
  const { data } = await callPortal(page.request, searchParticipantAsAdmin, { searchString: email }, adminSession);
  const names = { firstName: 'Robin', lastName: `Zwei ${email.slice(0, 8)}`, gender: 'd' as const };
  const coach = {
    ...names,
    email,
    teamsLink: 'https://teams.example/zwei',
    participantId: data[0]?.participantId ?? 0,
  };
  await callPortal(page.request, makeNewCoach, coach, adminSession);
  return { email, password };
}

/** Signs in with this e-mail address and password in the sign-in dialog, which must already be open. */
async function signIn(page: Page, email: string, password: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-Mail').fill(email);
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
}

test('a coach sets up the second factor, signs in with it, and switches it off with a recovery code [3.13]', async ({
  page,
  browser,
}) => {
  const { email, password } = await createCoach(page);
  await page.goto('/einstellungen');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, email, password);
  const section = page.getByRole('region', { name: 'Anmeldung in zwei Schritten' });
  await section.getByRole('button', { name: 'Einrichten' }).click();
  await page.getByLabel('Dein Passwort').fill('Falsch-1234!');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(section.getByRole('alert')).toHaveText('Das Passwort stimmt nicht.');
  const { app, recoveryCodes } = await setUpSecondFactor(page, password);
  expect(app.label).toBe(email);
  expect(recoveryCodes).toHaveLength(10);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Codes herunterladen' }).click();
  expect((await readFile(await (await download).path(), 'utf8')).trim().split('\n')).toEqual(recoveryCodes);
  await section.getByRole('button', { name: 'Fertig' }).click();
  await expect(section.getByRole('button', { name: 'Neue Wiederherstellungscodes' })).toBeFocused();
  await expect(section.getByText('Noch 10 Wiederherstellungscodes.')).toBeVisible();
  await waitForMail(email, 'eingeschaltet');

  const otherPage = await (await browser.newContext()).newPage();
  await otherPage.goto('/daily-plan');
  await otherPage.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(otherPage, email, password);
  const codeField = otherPage.getByLabel('Code aus der App');
  await expect(codeField).toBeFocused();
  await expectAccessible(otherPage);
  await codeField.fill('000000');
  await otherPage.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(otherPage.getByText('Der Code stimmt nicht oder wurde schon benutzt.')).toBeVisible();
  // The e-mail is still there after going back.
  await otherPage.getByRole('button', { name: 'Zurück' }).click();
  await expect(otherPage.getByLabel('E-Mail')).toHaveValue(email);
  await otherPage.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await codeField.fill(app.generate());
  await otherPage.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(otherPage.getByRole('heading', { name: 'Tagesplan', level: 1 })).toBeVisible();
  await expect(otherPage.getByRole('dialog')).toHaveCount(0);

  // If the phone is lost, a recovery code switches the second factor off.
  await otherPage.goto('/einstellungen');
  await otherPage.getByRole('button', { name: 'Abschalten' }).first().click();
  await otherPage.getByLabel('Dein Passwort').fill(password);
  await otherPage.getByRole('button', { name: 'App nicht zur Hand?' }).click();
  await otherPage.getByLabel('Wiederherstellungscode').fill(recoveryCodes[4] ?? '');
  await otherPage.getByRole('button', { name: 'Abschalten' }).click();
  await expect(otherPage.getByText('Die Anmeldung in zwei Schritten ist abgeschaltet.').first()).toBeVisible();
  await expect(otherPage.getByRole('button', { name: 'Einrichten' })).toBeFocused();
  await waitForMail(email, 'abgeschaltet');
});

test('an admin removes a coach’s lost second factor', async ({ page, browser }) => {
  const { email, password } = await createCoach(page);
  await page.goto('/einstellungen');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, email, password);
  await page.getByRole('button', { name: 'Einrichten' }).click();
  await setUpSecondFactor(page, password);

  const adminPage = await (await browser.newContext()).newPage();
  const session = await signInDemo(adminPage, 'admin');
  await adminPage.addInitScript((id) => localStorage.setItem('sessionId', id), session);
  await adminPage.goto(`/coachlist?suche=${encodeURIComponent(email)}`);
  await adminPage.getByRole('button', { name: /^Robin Zwei.* bearbeiten$/ }).click();
  await adminPage.getByRole('button', { name: /^Zwei Schritte zurücksetzen/ }).click();
  await adminPage.getByRole('button', { name: /^Sicher\?/ }).click();
  await expect(adminPage.getByText('Die Anmeldung in zwei Schritten ist zurückgesetzt.').first()).toBeVisible();
  const coachPage = await (await browser.newContext()).newPage();
  await coachPage.goto('/daily-plan');
  await coachPage.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(coachPage, email, password);
  await expect(coachPage.getByRole('heading', { name: 'Tagesplan', level: 1 })).toBeVisible();
  await expect(coachPage.getByRole('dialog')).toHaveCount(0);
});

test('where the second factor is required, a coach must set it up first', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-required-'));
  await writeFile(join(folder, 'portal.json'), JSON.stringify({ secondFactor: 'required' }));
  const portal = await startPortal({ PORTAL_FILE: join(folder, 'portal.json') });
  try {
    const page = await (await browser.newContext({ baseURL: portal.url })).newPage();
    await page.goto('/daily-plan');
    await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
    await signIn(page, 'coach@demo.example', 'Demo-2026!');
    await expect(page).toHaveURL('/einstellungen');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Anmeldung in zwei Schritten']);
    await expectAccessible(page);
    await page.goto('/daily-plan');
    await expect(page).toHaveURL('/einstellungen');
    await page.getByRole('button', { name: 'Einrichten' }).click();
    await setUpSecondFactor(page, 'Demo-2026!');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expect(page).toHaveURL('/intern-coach');
    await page.goto('/einstellungen');
    await expect(page.getByRole('heading', { name: 'Meine Sitzungen' })).toBeVisible();
  } finally {
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
