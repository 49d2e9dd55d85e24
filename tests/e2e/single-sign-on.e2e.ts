import { expect, type Page } from '@playwright/test';
import { openIssuer, type Issuer, singleSignOnEnv } from '../support/issuer.ts';
import { expectAccessible } from './axe.ts';
import { startPortal } from './portal.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

let issuer: Issuer;
let portal: Awaited<ReturnType<typeof startPortal>>;
/** The portal by the name to which the identity provider leads back. */
let address: string;
test.beforeAll(async () => {
  issuer = await openIssuer({ sub: 'coach', email: 'coach@demo.example', email_verified: true });
  portal = await startPortal({ ...singleSignOnEnv(issuer.address), OIDC_ONLY: '1' });
  address = portal.url.replace('127.0.0.1', 'localhost');
});
test.afterAll(async () => {
  await portal.stop();
  await issuer.stop();
});

test('a coach signs in with the organisation’s account and gets to the page that was wanted [3.18]', async ({
  page,
}) => {
  await page.goto(`${address}/daily-plan?day=2026-03-02`);
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const dialog = page.getByRole('dialog', { name: 'Anmeldung' });
  await dialog.getByLabel('E-Mail').fill('coach@demo.example');
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill('Demo-2026!');
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Melde dich mit deinem Firmenkonto an.');
  await expectAccessible(page);
  const link = dialog.getByRole('link', { name: 'Mit Beispiel-Konto anmelden' });
  await expect(link).toHaveAccessibleDescription('Für Coaches und Team');
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tagesplan');
  await expect(page).toHaveURL(`${address}/daily-plan?day=2026-03-02`);
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tagesplan');
  await page.goto(`${address}/einstellungen`);
  const section = page.getByRole('region', { name: 'Anmeldung über Beispiel-Konto' });
  await expect(section).toContainText(/Verbunden mit Beispiel-Konto seit \S\S, \d\d\.\d\d\.\d{4}/);
  await expectAccessible(page);
});

test('whoever does not get in reads why, and the address says nothing of it [3.18]', async ({ page }) => {
  const { account } = issuer;
  try {
    issuer.account = { sub: 'fremd', email: 'fremd@firma.example', email_verified: true };
    await page.goto(`${address}/api/sso/start?to=/daily-plan`);
    const dialog = page.getByRole('dialog', { name: 'Anmeldung' });
    await expect(dialog.getByRole('alert')).toContainText('Für dieses Konto gibt es im Portal keinen aktiven Zugang.');
    const colourOfAlert = () => dialog.getByRole('alert').evaluate((alert) => getComputedStyle(alert).backgroundColor);
    const colourOfFault = await colourOfAlert();
    await expect(page).toHaveURL(`${address}/`);
    await expectAccessible(page);
    issuer.faults = { error: 'access_denied' };
    await dialog.getByRole('link', { name: 'Mit Beispiel-Konto anmelden' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Du hast die Anmeldung abgebrochen.');
    expect(await colourOfAlert()).not.toBe(colourOfFault);
    await page.goto(`${address}/#sso=falsch&to=/daily-plan`);
    await page.reload();
    await expect(dialog.getByRole('alert')).toContainText('Die Anmeldung hat nicht geklappt.');
    await expect(page).toHaveURL(`${address}/`);
  } finally {
    issuer.account = account;
    issuer.faults = {};
  }
});

test('an admin unbinds a coach with a new account, who is signed out and bound again by the next sign-in [3.18]', async ({
  page,
  browser,
}) => {
  const { account } = issuer;
  const signIn = async (coachPage: Page, sub: string, name: string, to: string) => {
    issuer.account = { sub, email: `${name}@demo.example`, email_verified: true };
    await coachPage.goto(`${address}/api/sso/start?to=${encodeURIComponent(to)}`);
  };
  try {
    await signIn(page, 'altes-konto', 'coach3', '/daily-plan');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tagesplan');

    const newAccountPage = await (await browser.newContext()).newPage();
    const dialog = newAccountPage.getByRole('dialog', { name: 'Anmeldung' });
    await signIn(newAccountPage, 'neues-konto', 'coach3', '/daily-plan');
    await expect(dialog.getByRole('alert')).toContainText('Für dieses Konto gibt es im Portal keinen aktiven Zugang.');

    const adminPage = await (await browser.newContext()).newPage();
    await signIn(adminPage, 'admin', 'admin', '/coachlist?suche=coach3@demo.example');
    const edit = adminPage.getByRole('button', { name: 'Michael Groß bearbeiten' });
    await edit.click();
    const form = adminPage.getByRole('dialog', { name: 'Coach bearbeiten' });
    const unbind = form.getByRole('button', { name: 'Anmeldung über Beispiel-Konto lösen für Michael Groß' });
    await expectAccessible(adminPage);
    await unbind.click();
    await form.getByRole('button', { name: 'Sicher? für Michael Groß' }).click();
    await expect(toastOf(adminPage, 'Die Anmeldung über Beispiel-Konto ist gelöst.')).toBeVisible();
    await expect(unbind).toHaveCount(0);

    await page.reload();
    await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toBeVisible();
    await signIn(newAccountPage, 'neues-konto', 'coach3', '/daily-plan');
    await expect(newAccountPage.getByRole('heading', { level: 1 })).toHaveText('Tagesplan');
    await adminPage.reload();
    await edit.click();
    await expect(unbind).toBeVisible();
  } finally {
    issuer.account = account;
  }
});
