import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openSelect } from './keys.ts';
import { actAsDemo } from './people.ts';
import { test } from './portal.ts';
import { toastOf } from './toasts.ts';

/** Returns a year well after the demo's appointments. Each repetition of a test gets a different year. */
const unusedYear = () => new Date().getFullYear() + 3 + 10 * test.info().repeatEachIndex;

const resultRegion = (page: Page) => page.getByRole('region', { name: /^Ergebnis/ });
const chooseFile = (page: Page, name: string, csv: string) =>
  page.getByLabel('CSV-Datei').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });

test('checking a file stores nothing; after the import, failed rows are corrected and imported [7.4]', async ({
  page,
}) => {
  test.slow();
  const year = unusedYear();
  const csv = [
    'Coach-E-Mail;Typ;Datum;Von;Bis',
    `coach@demo.example;Einzelcoaching;01.03.${year};09:00;09:45`,
    `coach@demo.example;Einzelcoaching;01.03.${year};09:30;10:15`,
    `niemand@demo.example;Einzelcoaching;02.03.${year};09:00;09:45`,
  ].join('\r\n');
  await actAsDemo(page, 'admin');
  await page.goto('/new-appointment-upload');
  await expect(page.getByRole('button', { name: 'Nur prüfen' })).toHaveCount(0);
  await chooseFile(page, 'maerz.csv', csv);
  await page.getByRole('button', { name: 'Nur prüfen' }).click();
  await expect(page.getByRole('heading', { name: 'Ergebnis der Prüfung: maerz.csv' })).toBeFocused();
  await expect(resultRegion(page)).toContainText(
    '1 Termin kann importiert werden, 2 Zeilen nicht. Gespeichert wurde noch nichts.',
  );
  await expect(toastOf(page, 'Datei erfolgreich hochgeladen')).toHaveCount(0);
  await expectAccessible(page);

  // Nothing was stored, and the file is still chosen.
  await page.getByRole('button', { name: 'Termine importieren' }).click();
  await expect(toastOf(page, 'Datei erfolgreich hochgeladen')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ergebnis: maerz.csv' })).toBeFocused();
  await expect(resultRegion(page)).toContainText('1 Termin wurde importiert, 2 Zeilen nicht.');
  await expect(page.getByRole('heading', { name: 'Fehlgeschlagene Importe' })).toBeVisible();

  // The header is row 1, as in Excel.
  const failedRows = page.getByRole('table', { name: 'Fehlgeschlagene Importe' });
  const firstFailedRow = failedRows.getByRole('row').nth(1);
  await expect(firstFailedRow.getByRole('rowheader')).toHaveText('3');
  await expect(firstFailedRow).toContainText('Einzelcoaching');
  await expect(page.getByText('Die Nummern der Zeilen sind die, die Excel zeigt.')).toBeVisible();

  // Sort by message in both directions, and then by row number again.
  const rowNumbers = failedRows.getByRole('rowheader');
  const headerOf = (name: string) => failedRows.getByRole('columnheader', { name });
  const sortBy = (name: string) => headerOf(name).getByRole('button').click();
  await sortBy('Meldung');
  await expect(headerOf('Meldung')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowNumbers).toHaveText(['3', '4']);
  await sortBy('Meldung');
  await expect(rowNumbers).toHaveText(['4', '3']);
  await sortBy('Zeile');
  await expect(rowNumbers).toHaveText(['3', '4']);

  // Filter by one message, and then by none.
  await openSelect(page.getByRole('combobox', { name: 'Meldung' }));
  await page.getByRole('option', { name: /^Kein aktiver Coach/ }).click();
  await expect(page.getByRole('button', { name: '1 Zeile als CSV herunterladen' })).toBeVisible();
  await openSelect(page.getByRole('combobox', { name: 'Meldung' }));
  await page.getByRole('option', { name: 'Alle (2)' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '2 Zeilen als CSV herunterladen' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('maerz-fehler.csv');
  const failedRowsCsv = await readFile(await file.path(), 'utf8');
  expect(failedRowsCsv).toContain(';Fehler\r\n');
  expect(failedRowsCsv).toContain('Der Termin überschneidet sich mit einem anderen Termin des Coaches');

  const correctedCsv = failedRowsCsv.replace('09:30;10:15', '10:30;11:15').replace('niemand@', 'coach@');
  await chooseFile(page, 'maerz-fehler.csv', correctedCsv);
  await page.getByRole('button', { name: 'Termine importieren' }).click();
  await expect(resultRegion(page)).toContainText('2 Termine wurden importiert.');
  await expect(page.getByRole('heading', { name: 'Fehlgeschlagene Importe' })).toHaveCount(0);
});
