import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { addDays, germanDate, weekday } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { openSelect } from './keys.ts';
import { signInDemo } from './people.ts';
import { test } from './portal.ts';
import { toastOf } from './toasts.ts';

/** Returns a year well after the demo's appointments. Each repetition of a test gets a different year. */
const unusedYear = () => new Date().getFullYear() + 2 + 10 * test.info().repeatEachIndex;

/**
 * Reads a file of the test data and moves its dates from 2027 to another year. The day of the clock change in March
 * becomes the day of that year's clock change.
 */
async function readCalendarFor(year: number, name: string): Promise<Buffer> {
  const path = join(import.meta.dirname, '../../src/features/appointments/testdata', name);
  const lastDaysOfMarch = Array.from({ length: 7 }, (_, index) => `${year}-03-${31 - index}`);
  const clockChange = lastDaysOfMarch.find((day) => weekday(day) === 'Sonntag') ?? '';
  const text = (await readFile(path)).toString('latin1');
  return Buffer.from(text.replaceAll('2027-03-28', clockChange).replaceAll('2027', String(year)), 'latin1');
}

const headerLine = 'Coach-E-Mail;Typ;Datum;Von;Bis\r\n';
const coachAccounts = ['coach', 'coach2', 'coach3', 'speedcoach'];

/** Returns a file of valid rows from 1 January on: four coaches, each with 30 appointments a day. */
function createValidRows(year: number, rowCount: number): Buffer {
  const timeOf = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const lines = Array.from({ length: rowCount }, (_, row) => {
    const slotIndex = Math.floor(row / 4);
    const start = 7 * 60 + (slotIndex % 30) * 20;
    const day = germanDate(addDays(`${year}-01-01`, Math.floor(slotIndex / 30)));
    return `${coachAccounts[row % 4]}@demo.example;Einzelcoaching;${day};${timeOf(start)};${timeOf(start + 15)}\r\n`;
  });
  return Buffer.from(headerLine + lines.join(''));
}

const csvFile = (name: string, buffer: Buffer | string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(buffer),
});
const importButton = (page: Page) => page.getByRole('button', { name: 'Termine importieren' });
const resultRegion = (page: Page) => page.getByRole('region', { name: /^Ergebnis/ });

async function chooseFile(page: Page, name: string, buffer: Buffer | string) {
  await page.getByLabel('CSV-Datei').setInputFiles(csvFile(name, buffer));
  await expect(page.getByText(name)).toBeVisible();
}

async function importFile(page: Page, name: string, buffer: Buffer | string) {
  await chooseFile(page, name, buffer);
  await importButton(page).click();
}

/** Reads the failed rows from the table: the row number and the message of each. */
async function readFailedRows(page: Page): Promise<[number, string][]> {
  const rows = page.getByRole('table', { name: 'Fehlgeschlagene Importe' }).getByRole('row');
  const texts = await rows.evaluateAll((elements) =>
    elements.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  return texts.slice(1).map((cells) => [Number(cells[0]), cells.at(-1) ?? '']);
}

/** Returns a function that limits the browser's upload speed to a number of bytes per second; -1 means no limit. */
async function createUploadThrottle(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  return async (bytesPerSecond) => {
    const networkConditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
    await client.send('Network.emulateNetworkConditions', networkConditions);
  };
}

test.beforeEach(async ({ page }) => {
  const session = await signInDemo(page, 'admin');
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), session);
});

test('the welcome page links to the import, and its button says why it is disabled [7.4]', async ({ page }) => {
  await page.goto('/intern-admin');
  await expect(page.getByRole('link', { name: 'Zum Termin Upload' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Zum Termin Upload' }).click();
  await expect(page).toHaveURL('/new-appointment-upload');
  await expect(page).toHaveTitle(/^Termin Upload/);
  await expect(importButton(page)).toBeDisabled();
  await expect(importButton(page)).toHaveAccessibleDescription('Bitte wähle zuerst eine Excel- oder CSV-Datei aus.');
  await expect(page.getByText(/sofort per E-Mail angeboten\. (Zurzeit wartet niemand|Offen: \d+ W)/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('CSV-Datei').setInputFiles(csvFile('termine.ods', 'PK'));
  await expect(page.getByRole('alert')).toContainText('Diese Datei endet nicht auf .csv oder .xlsx.');
  await expect(importButton(page)).toBeDisabled();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Beispieldatei herunterladen' }).click();
  const example = await readFile(await (await download).path(), 'utf8');
  expect(example).toMatch(/^\uFEFFCoach-E-Mail;Typ;Datum;Von;Bis\r\n/);
});

test('importing a file again duplicates nothing, and each bad row of a file is reported [7.4]', async ({ page }) => {
  test.slow();
  const year = unusedYear();
  await page.goto('/new-appointment-upload');
  await importFile(page, 'januar.csv', await readCalendarFor(year, 'termine-januar-2027.csv'));
  await expect(toastOf(page, 'Datei erfolgreich hochgeladen')).toBeVisible();
  await expect(resultRegion(page)).toContainText('274 Termine wurden importiert.');
  await expect(page.getByRole('heading', { name: 'Ergebnis: januar.csv' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Fehlgeschlagene Importe' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Importierte Termine (274)' }).click();
  const importedTable = page.getByRole('table', { name: 'Importierte Termine' });
  await expect(importedTable.getByRole('row')).toHaveCount(26);
  await expect(importedTable.getByRole('row').nth(1)).toContainText(
    `04.01.${year}${weekday(`${year}-01-04`)}09:0009:45`,
  );
  await expectAccessible(page);

  const mixedFile = await readCalendarFor(year, 'termine-mit-fehlern.csv');
  await importFile(page, 'mit-fehlern.csv', mixedFile);
  await expect(resultRegion(page)).toContainText(
    '4 Termine wurden importiert, 9 Zeilen nicht. 1 Termin gab es schon, da ist nichts zu tun.',
  );
  const expectedFailures: [number, string][] = [
    [3, 'Der Termin überschneidet sich mit einem anderen Termin des Coaches'],
    [5, 'Termin existiert bereits'],
    [6, 'Das Ende muss nach dem Beginn liegen'],
    [7, 'Dieses Datum gibt es nicht'],
    [8, 'Diese Uhrzeit gibt es wegen der Zeitumstellung nicht oder doppelt'],
    [9, 'Der Termin liegt in der Vergangenheit'],
    [10, 'Unbekannter Typ (erlaubt: Einzelcoaching, Speedcoaching)'],
    [11, 'Kein aktiver Coach mit dieser E-Mail-Adresse'],
    [12, 'Uhrzeit nicht lesbar (erwartet: HH:MM)'],
    [15, 'Die Zeile hat zu wenige Spalten'],
  ];
  expect(await readFailedRows(page)).toEqual(expectedFailures);
  await expectAccessible(page);

  await openSelect(page.getByRole('combobox', { name: 'Meldung' }));
  await page.getByRole('option', { name: 'Termin existiert bereits (1)' }).click();
  expect(await readFailedRows(page)).toEqual(expectedFailures.slice(1, 2));

  await importFile(page, 'noch-einmal.csv', mixedFile);
  await expect(resultRegion(page)).toContainText(
    '0 Termine wurden importiert, 9 Zeilen nicht. 5 Termine gab es schon, da ist nichts zu tun.',
  );
  await expect(toastOf(page, 'Es wurde kein Termin importiert.')).toBeVisible();
  const duplicates = (await readFailedRows(page)).filter(([, message]) => message === 'Termin existiert bereits');
  expect(duplicates.map(([row]) => row)).toEqual([2, 4, 5, 13, 16]);
});

test('an import is undone from its report, in two steps [7.4]', async ({ page }) => {
  await page.goto('/new-appointment-upload');
  await importFile(page, 'falsch.csv', createValidRows(unusedYear() + 6, 8));
  await expect(page.getByRole('button', { name: 'Importierte Termine (8)' })).toBeVisible();
  const undoButton = resultRegion(page).getByRole('button', { name: 'Import rückgängig machen' });
  await undoButton.click();
  await expect(resultRegion(page)).toContainText('Gelöscht werden alle Termine, die dieser Import angelegt hat.');
  await expectAccessible(page);
  await resultRegion(page).getByRole('button', { name: 'Sicher?' }).click();
  await expect(resultRegion(page).getByText('Der Import ist rückgängig gemacht: 8 Termine gelöscht.')).toBeVisible();
  await expect(undoButton).toHaveCount(0);
  // Nothing says any more that they are there, and the page continues at the message.
  await expect(resultRegion(page)).not.toContainText('Termine wurden importiert');
  await expect(page.getByRole('button', { name: 'Importierte Termine (8)' })).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText('Der Import ist rückgängig gemacht');
});

test('the history shows an import again with its failed rows, and undoes it; closing leads back to the list [7.4]', async ({
  page,
}) => {
  const name = `verlauf-${randomUUID()}.csv`;
  const failingLine = 'weg@demo.example;Einzelcoaching;04.01.2036;9:00;9:45\r\n';
  await page.goto('/new-appointment-upload');
  await importFile(page, name, Buffer.concat([createValidRows(unusedYear() + 7, 8), Buffer.from(failingLine)]));
  await expect(resultRegion(page)).toContainText('8 Termine wurden importiert, 1 Zeile nicht.');
  const historyRow = page.getByRole('table', { name: 'Bisherige Importe' }).getByRole('row').filter({ hasText: name });
  await expect(historyRow).toContainText('8 Termine, 1 Zeile nicht');

  await page.reload();
  await expect(historyRow).toContainText('Alexandra Winter');
  await expect(historyRow).toContainText('Teilweise');
  await expectAccessible(page);
  await historyRow.getByRole('link', { name }).click();
  const pastImport = page.getByRole('region', { name: /^Import vom/ });
  await expect(pastImport.getByRole('heading', { name: /^Import vom/ })).toBeFocused();
  await expect(pastImport).toContainText(`${name}, importiert von Alexandra Winter`);
  await expect(pastImport).toContainText('8 Termine wurden importiert, 1 Zeile nicht.');
  expect(await readFailedRows(page)).toEqual([[10, 'Kein aktiver Coach mit dieser E-Mail-Adresse']]);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await pastImport.getByRole('button', { name: '1 Zeile als CSV herunterladen' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    'weg@demo.example;Einzelcoaching;04.01.2036;09:00;09:45;10;',
  );

  await pastImport.getByRole('button', { name: 'Import rückgängig machen' }).click();
  await pastImport.getByRole('button', { name: 'Sicher?' }).click();
  await expect(pastImport).toContainText('Der Import ist rückgängig gemacht: 8 Termine gelöscht.');
  await expect(pastImport).not.toContainText('8 Termine wurden importiert');
  expect(await readFailedRows(page)).toHaveLength(1);
  await expect(historyRow).toContainText('Rückgängig gemacht');
  await pastImport.getByRole('button', { name: 'Schließen' }).click();
  await expect(pastImport).toHaveCount(0);
  await expect(historyRow.getByRole('link', { name })).toBeFocused();

  await page.setViewportSize({ width: 360, height: 740 });
  const entry = page.getByRole('list', { name: 'Bisherige Importe' }).getByRole('listitem').filter({ hasText: name });
  await expect(entry).toContainText('Rückgängig gemacht');
  await entry.click();
  await expect(pastImport).toContainText(/Der Import wurde am .* rückgängig gemacht\./);
  await expectAccessible(page);
});

test('the import also reads an Excel file [7.3]', async ({ page }) => {
  await page.goto('/new-appointment-upload');
  const path = join(import.meta.dirname, '../../src/features/appointments/testdata/libreoffice.xlsx');
  await page.getByLabel('CSV-Datei').setInputFiles(path);
  await importButton(page).click();
  // The demo has none of the file's coaches.
  await expect(resultRegion(page)).toContainText('Kein aktiver Coach mit dieser E-Mail-Adresse');
  await expect(resultRegion(page)).toContainText('Dieses Datum gibt es nicht');
});

test('a file that cannot be read is refused with one sentence, as a toast and on the page [7.4]', async ({ page }) => {
  const validLine = createValidRows(unusedYear(), 1).toString().slice(headerLine.length);
  const unreadableFiles: [string, string, string][] = [
    [
      'pdf.csv',
      '%PDF-1.7\n1 0 obj\n',
      'Die Datei ist keine CSV-Datei. Bitte speichere die Tabelle als CSV und versuche es erneut.',
    ],
    ['leer.csv', '', 'Die Datei ist leer.'],
    ['spalte.csv', 'Coach-E-Mail;Typ;Von;Bis\r\n', "In der Datei fehlt die Spalte 'Datum'."],
    ['lang.csv', headerLine + validLine.repeat(20_001), 'Die Datei hat mehr als 20.000 Zeilen.'],
  ];
  await page.goto('/new-appointment-upload');
  for (const [name, content, sentence] of unreadableFiles) {
    await importFile(page, name, content);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentence);
    await expect(toastOf(page, sentence)).toBeVisible();
    await expect(resultRegion(page)).toHaveCount(0);
    await page.reload();
  }
});

test('a missing connection is reported, and the chosen file can be sent again', async ({ page }) => {
  await page.goto('/new-appointment-upload');
  await page.route('**/importAppointmentsByFile.php', (route) => route.abort());
  await importFile(page, 'termine.csv', headerLine);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Der Server ist gerade nicht erreichbar.');
  await page.unroute('**/importAppointmentsByFile.php');
  await importButton(page).click();
  await expect(resultRegion(page)).toContainText('Die Datei enthält keine Zeilen mit Terminen.');
});

test('20,000 valid rows are imported in one go; an import cancelled during upload or reading stores nothing', async ({
  page,
}) => {
  test.slow();
  // This year is later than all the years that other journeys use.
  const rows = createValidRows(unusedYear() + 8, 20_000);
  const progressText = page.getByText(/von 1,\d\d MB übertragen/);
  const readingNotice = page.getByText('Die Datei wird eingelesen …').first();
  const cancelledNotice = page.getByText('Import abgebrochen. Es wurde nichts gespeichert.');
  await page.goto('/new-appointment-upload');

  const limitUploadSpeed = await createUploadThrottle(page);
  await limitUploadSpeed(100_000);
  await importFile(page, 'viele.csv', rows);
  await expect(progressText).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(cancelledNotice).toBeVisible();
  await expect(importButton(page)).toBeFocused();

  await limitUploadSpeed(-1);
  await importButton(page).click();
  await expect(readingNotice).toBeVisible();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(cancelledNotice).toBeVisible();

  await importButton(page).click();
  await expect(readingNotice).toBeVisible();
  await expect(resultRegion(page)).toContainText('20.000 Termine wurden importiert.', { timeout: 60_000 });

  // Now all of the appointments exist, which is no failure, and the report of 20,000 rows stays quick to use.
  await importFile(page, 'viele-noch-einmal.csv', rows);
  await expect(resultRegion(page)).toContainText(
    '0 Termine wurden importiert. 20.000 Termine gab es schon, da ist nichts zu tun.',
    {
      timeout: 60_000,
    },
  );
  await expect(toastOf(page, 'Alle Termine der Datei gab es schon.')).toBeVisible();
  await page.getByRole('button', { name: 'Zu Seite 800', exact: true }).click();
  expect((await readFailedRows(page)).at(-1)).toEqual([20_001, 'Termin existiert bereits']);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});
