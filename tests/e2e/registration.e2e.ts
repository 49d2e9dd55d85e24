import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { mockRefusal, failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { waitForMail } from './mails.ts';
import { typeDate } from './keys.ts';
import { test } from './test.ts';

const submitButton = (page: Page) => page.getByRole('button', { name: 'Jetzt registrieren' });

/** Fills in the whole form without sending it; returns the e-mail address. */
async function fillForm(page: Page) {
  const email = `${randomUUID()}@e2e.example`;
  await page.goto('/');
  await page.getByRole('radio', { name: 'Herr' }).check();
  await page.getByLabel('Vorname').fill('Ole');
  await page.getByLabel('Nachname').fill('Ühlein');
  await page.getByLabel('E-Mail *', { exact: true }).fill(email);
  await page.getByLabel('E-Mail wiederholen').fill(email);
  await page.getByLabel('Telefonnummer').fill('02211234567');
  await page.getByLabel('Standort').fill('Leip');
  await page.getByRole('option', { name: 'Leipzig' }).click();
  await page.getByLabel('Qualifizierung *', { exact: true }).fill('Erzieher');
  await typeDate(page, /Beginn/, '01092026');
  await typeDate(page, /Ende/, '31122026');
  await expect(submitButton(page)).toBeEnabled();
  return email;
}

test('each empty field shows its own error when it is left [3.1]', async ({ page }) => {
  await page.goto('/');
  const leaveEmpty = async (label: string) => {
    await page.getByLabel(label, { exact: true }).fill('x');
    await page.getByLabel(label, { exact: true }).fill('');
    await page.getByLabel(label, { exact: true }).blur();
  };
  await page.getByRole('radio', { name: 'Herr' }).focus();
  await page.getByLabel('Vorname *', { exact: true }).focus();
  await expect(page.getByText('Bitte wähle eine Anrede')).toBeVisible();
  await leaveEmpty('Vorname *');
  await expect(page.getByText('Bitte gib deinen Vornamen ein')).toBeVisible();
  await leaveEmpty('Nachname *');
  await expect(page.getByText('Bitte gib deinen Nachnamen ein')).toBeVisible();
  await leaveEmpty('E-Mail *');
  await expect(page.getByText('Bitte gib eine gültige Email Adresse ein')).toHaveCount(1);
  await leaveEmpty('Telefonnummer *');
  await expect(page.getByText('Bitte gib deine Telefonnummer ein')).toBeVisible();
  await page.getByLabel('Telefonnummer *').fill('0221-12');
  await page.getByLabel('Telefonnummer *').blur();
  await expect(page.getByText('Telefonnummer muss mindestens 8 Zeichen lang sein')).toBeVisible();
  await page.getByLabel('Standort *').focus();
  await page.getByLabel('Standort *').blur();
  await expect(page.getByText('Bitte wähle einen Standort aus')).toBeVisible();
  await leaveEmpty('Qualifizierung *');
  await expect(page.getByText('Bitte gib deine Qualifizierung ein')).toBeVisible();
  for (const [field, message] of [
    [/Beginn/, 'Bitte gib ein Startdatum ein'],
    [/Ende/, 'Bitte gib ein Enddatum ein'],
  ] as const) {
    await page.getByRole('group', { name: field }).getByRole('spinbutton').first().click();
    await page.getByLabel('Qualifizierung *', { exact: true }).focus();
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(submitButton(page)).toBeDisabled();
});

test('the fields are in three groups with explanations, and the form says what happens to the data [3.2]', async ({
  page,
}) => {
  await page.goto('/');
  const groups = page.getByRole('form', { name: 'Registrierung' }).getByRole('group', { name: /^(Über|So|Deine)/ });
  await expect(groups).toHaveCount(3);
  await expect(groups.nth(0).getByRole('radio')).toHaveCount(3);
  await expect(groups.nth(1).getByLabel('E-Mail *', { exact: true })).toHaveAccessibleDescription(/den Link/);
  const qualificationField = groups.nth(2).getByLabel('Qualifizierung *', { exact: true });
  await expect(qualificationField).toHaveAccessibleDescription('Zum Beispiel: Umschulung Kaufleute für Büromanagement');
  await qualificationField.focus();
  await qualificationField.blur();
  await expect(qualificationField).toHaveAccessibleDescription('Bitte gib deine Qualifizierung ein');
  await expect(page.getByText('Du kannst sie jederzeit herunterladen und löschen lassen.')).toBeVisible();
  await expectAccessible(page);
});

test('an invalid date is reported, and so is a start after the end [3.1]', async ({ page }) => {
  await page.goto('/');
  await typeDate(page, /Beginn/, '01090026');
  await page.getByLabel('Qualifizierung *', { exact: true }).focus();
  await expect(page.getByText('Bitte gib ein Datum ein')).toBeVisible();
  await typeDate(page, /Beginn/, '01092027');
  await typeDate(page, /Ende/, '31122026');
  await page.getByLabel('Qualifizierung *', { exact: true }).focus();
  await expect(page.getByText('Bitte gib ein Datum ein')).toBeHidden();
  await expect(page.getByText('Das Startdatum muss vor dem Enddatum liegen')).toBeVisible();
  await expect(page.getByText('Das Enddatum muss nach dem Startdatum liegen')).toBeVisible();
});

test('an unexpected response is reported as an unknown error, and the form keeps its input [3.2]', async ({ page }) => {
  await fillForm(page);
  for (const failure of ['an unexpected status', 'no connection', 'a broken server'] as const) {
    await failCall(page, 'participant/newRegistration', failure);
    await submitButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Unbekannter Fehler' });
    await expect(dialog, failure).toContainText('Drücke bitte gleich noch einmal auf „Jetzt registrieren“');
    await page.getByRole('button', { name: 'Schließen' }).click();
    await restoreCall(page, 'participant/newRegistration');
  }
  await expect(page.getByLabel('Vorname')).toHaveValue('Ole');
});

test('a registration that the server refuses is reported as failed, with the reason [3.2]', async ({ page }) => {
  await fillForm(page);
  await mockRefusal(page, 'participant/newRegistration', 'Heute nicht.');
  await submitButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Die Registrierung ist fehlgeschlagen' });
  await expect(dialog).toContainText('Heute nicht.');
});

test('a reload keeps the input; the form is empty in another tab and after it has been sent', async ({
  page,
  context,
}) => {
  const email = await fillForm(page);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Herr' })).toBeChecked();
  await expect(page.getByLabel('Vorname')).toHaveValue('Ole');
  await expect(page.getByLabel('E-Mail wiederholen')).toHaveValue(email);
  await expect(page.getByLabel('Telefonnummer')).toHaveValue('02211234567');
  await expect(page.getByLabel('Standort')).toHaveValue('Leipzig');
  await expect(page.getByRole('group', { name: /Ende/ })).toContainText('31.12.2026');
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await expect(otherTab.getByLabel('Vorname')).toHaveValue('');

  await submitButton(page).click();
  await page.getByRole('button', { name: 'Verstanden' }).click();
  await expect(page.getByLabel('Vorname')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Vorname')).toHaveValue('');
});

test('after registration, a dialog shows the address, says where to look for the mail, and can send it again', async ({
  page,
}) => {
  const email = await fillForm(page);
  await submitButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Fast geschafft!' });
  await expect(dialog).toContainText(`Wir haben eine E-Mail an ${email} geschickt.`);
  await expect(dialog).toContainText('öffne den Link');
  await expect(dialog).toContainText('Spam-Ordner');
  await expectAccessible(page);
  const [firstToken] = /token=[\w-]+/.exec(await waitForMail(email, 'token=')) ?? [];
  await dialog.getByRole('button', { name: 'E-Mail noch einmal senden' }).click();
  await expect(dialog.getByText('Wir haben die E-Mail noch einmal geschickt.')).toBeVisible();
  await expect.poll(async () => /token=[\w-]+/.exec(await waitForMail(email, 'token='))?.[0]).not.toBe(firstToken);
  await expectAccessible(page);
});

test('each text field accepts no more characters than the server does', async ({ page }) => {
  await fillForm(page);
  const maxLengths = { 'Vorname *': 100, 'Nachname *': 100, 'Qualifizierung *': 200, 'E-Mail *': 254 };
  for (const [label, maxLength] of Object.entries(maxLengths)) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill('x'.repeat(maxLength - 2));
    await field.press('End');
    await field.pressSequentially('xxxxx');
    await expect(field).toHaveValue('x'.repeat(maxLength));
  }
});

test('a phone number is changed to begin with 0, however it is typed; a country code alone stays, and an empty field has its label inside', async ({
  page,
}) => {
  await page.goto('/');
  const phoneField = page.getByLabel('Telefonnummer');
  await test.step('letters, which leave the field empty', async () => {
    await phoneField.pressSequentially('abc');
    await expect(phoneField).toHaveValue('');
    await phoneField.blur();
    await expect(page.locator('label', { hasText: 'Telefonnummer' })).toHaveAttribute('data-shrink', 'false');
  });
  for (const typedNumber of ['+49 170 123 45 67', '0049 170 1234567', '+49 (0) 170 / 1234567', '0170 1234567'])
    await test.step(typedNumber, async () => {
      await phoneField.clear();
      await phoneField.pressSequentially(typedNumber);
      await phoneField.blur();
      await expect(phoneField).toHaveValue('01701234567');
      await expect(page.getByText('Telfonnummer muss mit 0 anfangen')).toBeHidden();
    });

  await test.step('a country code alone', async () => {
    await phoneField.clear();
    await phoneField.pressSequentially('+49');
    await phoneField.blur();
    await expect(phoneField).toHaveValue('+49');
    await expect(page.getByText('Bitte gib deine Telefonnummer ein')).toBeVisible();
    await phoneField.press('End');
    await phoneField.pressSequentially('170 1234567');
    await phoneField.blur();
    await expect(phoneField).toHaveValue('01701234567');
  });
});

test('a list of towns that opens above its field does not cover the label', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('button', { name: 'zur Registrierung' }).click();
  const townField = page.getByRole('combobox', { name: 'Standort' });
  // There is no room for the list below the field.
  await townField.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - 600));
  await townField.click();
  const list = page.getByRole('listbox');
  await expect(list).toBeVisible();
  const label = page.locator('label', { hasText: 'Standort' });
  await expect(label).toHaveAttribute('data-shrink', 'true');
  const readListBottom = async () => {
    const { y, height } = (await list.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  expect(await readListBottom()).toBeGreaterThan(200);
  await expect.poll(async () => (await readListBottom()) <= ((await label.boundingBox())?.y ?? 0)).toBe(true);
});

test('a town is found however its umlauts are spelled', async ({ page }) => {
  await page.goto('/');
  for (const typedText of ['muen', 'Mün', 'mun']) {
    await page.getByRole('combobox', { name: 'Standort' }).fill(typedText);
    await expect(page.getByRole('option', { name: 'München' }), typedText).toBeVisible();
  }
});
