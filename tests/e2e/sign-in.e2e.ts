import { expect, type Page } from '@playwright/test';
import { waitForMail } from './mails.ts';
import { typeDate } from './keys.ts';
import { test } from './test.ts';

const chosenPassword = 'Ganz-Eigen-2026!';

/** Returns an e-mail address that no other run of these journeys has used. */
const createUnusedEmail = () => `mira.${Date.now()}.${Math.random().toString(36).slice(2)}@demo.example`;

async function fillRegistration(page: Page, email: string) {
  await page.getByRole('radio', { name: 'Frau' }).check();
  await page.getByLabel('Vorname').fill('Mira');
  await page.getByLabel('Nachname').fill('Öztürk');
  await page.getByLabel('E-Mail *', { exact: true }).fill(email);
  await page.getByLabel('E-Mail wiederholen').fill(email);
  await page.getByLabel('Telefonnummer').fill('0151 / 234 56 78');
  await page.getByLabel('Standort').fill('Leip');
  await page.getByRole('option', { name: 'Leipzig' }).click();
  await page.getByLabel('Qualifizierung *', { exact: true }).fill('Pflegefachkraft');
  await typeDate(page, /Beginn/, '01092026');
  await typeDate(page, /Ende/, '31122026');
}

async function signIn(page: Page, email: string, password: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-Mail').fill(email);
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
}

async function choosePassword(page: Page, password: string) {
  // The title does not say 'ändern', since there is no password to change yet.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Passwort wählen');
  await page.getByLabel('Neues Passwort *', { exact: true }).fill(password);
  await page.getByLabel('Neues Passwort wiederholen').fill(password);
  await page.getByRole('button', { name: 'Passwort wählen' }).click();
}

test('a visitor registers, follows the mailed link, chooses a password and is welcomed [3.2] [3.3] [3.10]', async ({
  page,
}) => {
  const email = createUnusedEmail();
  await page.goto('/');
  await fillRegistration(page, email);
  await expect(page.getByLabel('Telefonnummer')).toHaveValue('01512345678');
  await page.getByRole('button', { name: 'Jetzt registrieren' }).click();
  await expect(page.getByRole('dialog')).toContainText('öffne den Link');
  await page.getByRole('button', { name: 'Verstanden' }).click();
  await expect(page.getByLabel('Vorname')).toHaveValue('');

  // Before the link is followed, the message is the same as for a wrong password.
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, email, chosenPassword);
  await expect(page.getByText('Anmeldung fehlgeschlagen! Benutzername oder Passwort falsch.')).toBeVisible();

  const link =
    /https?:\S+(\/registrierung-bestaetigen\?token=[\w-]+)/.exec(await waitForMail(email, 'token='))?.[1] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Registrierung bestätigen' }).click();
  await expect(page).toHaveURL('/change-password');
  await expect(page).toHaveTitle(/^Passwort wählen · /);
  await expect(page.getByRole('navigation', { name: 'Dein Bereich' })).toHaveCount(0);
  await choosePassword(page, chosenPassword);
  await expect(page.getByText('Das Passwort wurde erfolgreich geändert!')).toBeVisible();
  await expect(page).toHaveURL('/intern-participant');
  // The history no longer contains the form, so going back leads to the page before the form.
  await page.goBack();
  await expect(page).toHaveURL('/');

  await page.goto('/intern-participant');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen, Mira!');

  await page.goto(link);
  await page.getByRole('button', { name: 'Registrierung bestätigen' }).click();
  await expect(page.getByRole('button', { name: 'Neuen Link anfordern' })).toBeVisible();
});

test('each field shows its error when it is left, and the button says what is missing [3.1]', async ({ page }) => {
  await page.goto('/');
  const typeAndLeave = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel(label, { exact: true }).blur();
  };
  await typeAndLeave('E-Mail *', 'ich@wbsedu.de');
  await expect(page.getByText("Email Adresse darf nicht 'wbsedu' enthalten")).toBeVisible();
  await typeAndLeave('E-Mail *', 'ich@demo.example');
  await typeAndLeave('E-Mail wiederholen *', 'du@demo.example');
  await expect(page.getByText('Die Email Adressen stimmen nicht überein')).toBeVisible();
  await typeAndLeave('Telefonnummer *', '1511234567');
  await expect(page.getByText('Telfonnummer muss mit 0 anfangen')).toBeVisible();
  await typeDate(page, /Beginn/, '31122026');
  await typeDate(page, /Ende/, '01092026');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Das Enddatum muss nach dem Startdatum liegen')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Jetzt registrieren' })).toBeDisabled();
  await expect(page.getByText(/^Noch offen: Anrede, Vorname, Nachname, .*, Standort, Qualifizierung, /)).toBeVisible();
});

test('a visitor who already has an account is informed, and the form keeps its input [3.2]', async ({ page }) => {
  await page.goto('/');
  await fillRegistration(page, 'teilnehmer@demo.example');
  await page.getByRole('button', { name: 'Jetzt registrieren' }).click();
  await expect(page.getByRole('dialog')).toContainText('Du bist schon in unserem System');
  await page.getByRole('button', { name: 'Schließen' }).click();
  await expect(page.getByLabel('Vorname')).toHaveValue('Mira');
});

test('if the session has expired, the user signs in again in a dialog over the page and continues there [3.6]', async ({
  page,
}) => {
  await page.goto('/change-password');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, 'neu@demo.example', 'Demo-2026!');
  await page.getByLabel('Neues Passwort *', { exact: true }).fill('Noch-Nicht-Fertig-1!');

  // The session ends elsewhere.
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'));
  await page.request.post('/api/service/authentication/logout.php', { data: { sessionId } });
  await page.getByLabel('Neues Passwort wiederholen').fill('Noch-Nicht-Fertig-1!');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();

  await expect(page.getByText('Ihre Session ist abgelaufen', { exact: true })).toBeVisible();
  await signIn(page, 'neu@demo.example', 'Demo-2026!');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/change-password');
  await expect(page.getByLabel('Neues Passwort *', { exact: true })).toHaveValue('Noch-Nicht-Fertig-1!');
});

test('signing out in one tab signs out the other [3.6]', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await signIn(page, 'teilnehmer@demo.example', 'Demo-2026!');
  await expect(page).toHaveURL('/intern-participant');
  const otherTab = await context.newPage();
  await otherTab.goto('/profile');
  await expect(otherTab.getByText('teilnehmer@demo.example')).toBeVisible();

  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/');
  await expect(otherTab.getByText('Bitte melde dich an')).toBeVisible();
});
