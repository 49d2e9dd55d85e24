import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo } from './people.ts';
import { typeDate } from './keys.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

test('on a phone an admin invites a participant, who starts with the mailed link; a known address is named at its field [3.17]', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'admin');
  await page.goto('/search-participant-admin');
  await page.getByRole('button', { name: 'Teilnehmer:in einladen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Teilnehmer:in einladen' });
  const send = dialog.getByRole('button', { name: 'Einladen' });
  await send.click();
  await expect(dialog.getByText('Bitte wähle eine Anrede')).toBeVisible();
  await expect(dialog.getByText('Bitte gib einen Vornamen ein')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('radio', { name: 'Frau' }).check();
  await dialog.getByLabel('Vorname').fill('Ina');
  await dialog.getByLabel('Nachname').fill('Neuland');
  await dialog.getByLabel('E-Mail *').fill('teilnehmer@demo.example');
  await dialog.getByLabel('Telefonnummer').fill('0221 1234567');
  await dialog.getByRole('combobox', { name: 'Standort' }).fill('Köln');
  await page.getByRole('option').first().click();
  await dialog.getByLabel('Qualifizierung *', { exact: true }).fill('Fachkraft für Lagerlogistik');
  await typeDate(page, /Beginn/, '01022026');
  await typeDate(page, /Ende/, '31012099');
  await send.click();
  await expect(dialog.getByText('Diese E-Mail-Adresse gehört schon zu einem anderen Konto.')).toBeVisible();
  await expect(dialog.getByLabel('E-Mail *')).toBeFocused();

  const email = `${randomUUID()}@e2e.example`;
  await dialog.getByLabel('E-Mail *').fill(email);
  await send.click();
  await expect(toastOf(page, 'Ina Neuland ist eingeladen.')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const [, token = ''] = /token=([\w-]+)/.exec(await waitForMail(email, 'token=')) ?? [];
  const own = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await own.goto(`/registrierung-bestaetigen?token=${token}`);
  await own.getByRole('button', { name: 'Registrierung bestätigen' }).click();
  await expect(own).toHaveTitle(/^Passwort wählen · /);
  await own.context().close();
});

test('the search for pages opens the dialog to invite one person, as does the page in the menu [1.20] [3.17]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/mails');
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Einladen' }).click();
  await expect(page).toHaveURL('/invite');
  const dialog = page.getByRole('dialog', { name: 'Teilnehmer:in einladen' });
  await page.getByRole('button', { name: 'Eine Person einladen' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/invite');
  await expect(page.getByRole('button', { name: 'Eine Person einladen' })).toBeFocused();

  await page.goto('/mails');
  await expect(page.getByRole('button', { name: /^Suche …/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Suche' }).getByRole('combobox').fill('eine Person');
  await page.getByRole('option', { name: /^Teilnehmer:in einladen/ }).click();
  await expect(dialog.getByLabel('Vorname')).toBeVisible();
});

test('the page of the mailed link says what the portal is, and without a link mails a new one [3.3] [3.17]', async ({
  page,
}) => {
  await page.goto('/registrierung-bestaetigen?token=x');
  await expect(page.getByText('Das ist das Portal für dein Bewerbungscoaching bei')).toContainText(
    'kostenlos und freiwillig',
  );
  await page.goto('/registrierung-bestaetigen');
  await expect(page.getByText('Gib deine E-Mail-Adresse an, dann schicken wir dir einen neuen Link.')).toBeVisible();
  await page.getByLabel('E-Mail').fill(`${randomUUID()}@e2e.example`);
  await page.getByRole('button', { name: 'Neuen Link anfordern' }).click();
  await expect(page.getByRole('alert')).toContainText('Wenn du mit dieser Adresse registriert bist');
});
