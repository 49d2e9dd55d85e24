import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import readXlsx from 'read-excel-file/node';
import { createWorkbook, renderRows } from '../support/workbook.ts';
import { expectAccessible } from './axe.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const header =
  'Anrede;Vorname;Nachname;E-Mail;Telefonnummer;Standort;Qualifizierung;Beginn der Qualifizierung;Ende der Qualifizierung';
const lineOf = (firstName: string, email: string) =>
  `Frau;${firstName};Neuland;${email};0221 1234567;Köln;Lagerlogistik;01.02.2026;31.01.2099`;

const resultRegion = (page: Page) => page.getByRole('region', { name: /^Ergebnis/ });
const checkButton = (page: Page) => page.getByRole('button', { name: 'Datei prüfen' });
const inviteButton = (page: Page) => page.getByRole('button', { name: /^\d+ Person(en)? einladen$/ });
const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('CSV-Datei').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

test('an admin checks a file, invites its people, and sends the mended rows again; the mail leads to the account [3.17]', async ({
  page,
  browser,
  baseURL,
}) => {
  const [first, second] = [`${randomUUID()}@e2e.example`, `${randomUUID()}@e2e.example`];
  await actAsDemo(page, 'admin');
  await page.goto('/search-participant-admin');
  await page.getByRole('link', { name: 'Mehrere einladen' }).click();
  await expect(page).toHaveURL('/invite');
  await expect(page).toHaveTitle(/^Einladen/);
  await expect(checkButton(page)).toBeDisabled();
  await expectAccessible(page);
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Vorlage als CSV' }).click();
  await chooseFile(page, 'vorlage.csv', await readFile(await (await template).path()));
  await checkButton(page).click();
  await expect(resultRegion(page)).toContainText('0 Personen können eingeladen werden, 1 Zeile hat Fehler.');
  await expect(resultRegion(page)).toContainText('Das ist das Beispiel aus der Vorlage.');
  await expect(inviteButton(page)).toHaveCount(0);

  const csv = [header, lineOf('Ina', first), lineOf('', second), lineOf('Ute', 'teilnehmer@demo.example')].join('\r\n');
  await chooseFile(page, 'kurs.csv', csv);
  await checkButton(page).click();
  await expect(page.getByRole('heading', { name: 'Ergebnis der Prüfung: kurs.csv' })).toBeFocused();
  await expect(resultRegion(page)).toContainText(
    '1 Person kann eingeladen werden, 1 ist schon eingeladen oder registriert, 1 Zeile hat Fehler. Eingeladen wurde noch niemand.',
  );
  await expectAccessible(page);

  await expect(inviteButton(page)).toHaveText('1 Person einladen');
  await inviteButton(page).click();
  await expect(toastOf(page, '1 Person eingeladen')).toBeVisible();
  await expect(resultRegion(page)).toContainText(
    '1 Person wurde eingeladen, 1 ist schon eingeladen oder registriert, 1 Zeile hat Fehler.',
  );
  await page.getByRole('button', { name: 'Schon eingeladen oder registriert (1)' }).click();
  await expect(page.getByRole('table', { name: 'Schon eingeladen oder registriert' })).toContainText('Ute Neuland');
  const failedRows = page.getByRole('table', { name: 'Zeilen mit Fehlern' }).getByRole('row');
  await expect(failedRows.nth(1)).toContainText('Bitte gib einen Vornamen ein');
  await expect(failedRows.nth(1).getByRole('rowheader')).toHaveText('3');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Zur Teilnehmersuche' }).click();
  await page.getByRole('link', { name: 'Mehrere einladen' }).click();
  await expect(resultRegion(page)).toContainText('1 Person wurde eingeladen');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '1 Zeile als CSV herunterladen' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toContain(`${header};Zeile;Fehler\r\n`);
  expect(saved).not.toContain('teilnehmer@demo.example');
  await chooseFile(page, 'kurs-fehler.csv', saved.replace('Frau;;', 'Frau;Eva;'));
  await checkButton(page).click();
  await inviteButton(page).click();
  await expect(page.getByRole('heading', { name: 'Ergebnis: kurs-fehler.csv' })).toBeFocused();
  await expect(resultRegion(page)).toContainText('1 Person wurde eingeladen.');
  await page.getByRole('button', { name: 'Eingeladene Personen (1)' }).click();
  await expect(page.getByRole('table', { name: 'Eingeladene Personen' })).toContainText('Eva Neuland');

  await waitForMail(first, 'token=');
  const [, token = ''] = /token=([\w-]+)/.exec(await waitForMail(second, 'token=')) ?? [];
  const own = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await own.goto(`/registrierung-bestaetigen?token=${token}`);
  await own.getByRole('button', { name: 'Registrierung bestätigen' }).click();
  await expect(own).toHaveTitle(/^Passwort wählen · /);
  await own.context().close();
});

test('on a phone the failed rows of an Excel file are cards, and are saved as Excel [3.17]', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'admin');
  await page.goto('/invite');
  const cells = lineOf('', `${randomUUID()}@e2e.example`).split(';');
  const rows = [header.split(';'), cells.map((cell) => (/^0221/.test(cell) ? 2211234567 : cell))];
  await chooseFile(page, 'kurs.xlsx', await createWorkbook(renderRows(rows)));
  await checkButton(page).click();
  const card = page.getByRole('list', { name: 'Zeilen mit Fehlern' }).getByRole('listitem');
  await expect(card).toContainText('Zeile 2');
  await expect(card).toContainText('Bitte gib einen Vornamen ein');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '1 Zeile als Excel herunterladen' }).click();
  const savedFile = await download;
  expect(savedFile.suggestedFilename()).toBe('kurs-fehler.xlsx');
  // The saved file can be sent again.
  await chooseFile(page, 'kurs-fehler.xlsx', await readFile(await savedFile.path()));
  await checkButton(page).click();
  await expect(page.getByRole('heading', { name: 'Ergebnis der Prüfung: kurs-fehler.xlsx' })).toBeFocused();
  await expect(resultRegion(page)).toContainText('0 Personen können eingeladen werden, 1 Zeile hat Fehler.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Zur Teilnehmersuche' }).click();
  await expect(page).toHaveURL('/search-participant-admin');
});

test('the template for Excel lists the locations in a second sheet [3.17]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/invite');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Vorlage für Excel' }).click();
  const [people, locations] = await readXlsx(await readFile(await (await download).path()));
  expect(people?.data.map((row) => row.slice(0, 3))).toEqual([
    ['Anrede', 'Vorname', 'Nachname'],
    ['Frau', 'Ada', 'Lovelace'],
  ]);
  expect(locations?.sheet).toBe('Standorte');
  expect(locations?.data).toContainEqual(['Köln']);
});

test('at 360 px with text twice as large, the page is not wider than the screen [3.17]', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'admin');
  await page.goto('/invite');
  await expect(page.getByRole('button', { name: 'Vorlage für Excel' })).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const link = page.getByRole('link', { name: 'Zur Teilnehmersuche' });
  await expect(link).toHaveCSS('text-align', 'center');
});

test('a file without a column is refused with one sentence, and nobody is invited [3.17]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/invite');
  await chooseFile(page, 'kurs.csv', header.replace(';Standort', ''));
  await checkButton(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText("In der Datei fehlt die Spalte 'Standort'.");
  await expect(resultRegion(page)).toHaveCount(0);
});
