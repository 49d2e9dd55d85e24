import { readFile } from 'node:fs/promises';
import { expect, type Browser, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { listBookableSlots } from '../../src/features/booking/contract.ts';
import { toActionFlags, changeBooking } from '../../src/features/booking/admin/contract.ts';
import { addDays, dateOf, germanDate, germanInterval } from '../../src/shared/berlin.ts';
import { failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { detailsPanel } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { chooseByKeyboard } from './keys.ts';
import { waitForMail } from './mails.ts';
import { goToPage } from './menu.ts';
import { actAsDemo } from './people.ts';
import { bookWithCoach, ownCardOf } from './slots.ts';
import { test } from './test.ts';
import { loadErrorNotice } from './toasts.ts';

const bookings = (page: Page) => page.getByRole('table', { name: 'Buchungen' }).locator('tbody').getByRole('row');
const resultCountText = (page: Page) => page.getByRole('region', { name: 'Buchungen' }).getByRole('status').first();

/** Returns the number of bookings found, as the screen shows it. */
async function readTotal(page: Page): Promise<number> {
  await expect(resultCountText(page)).toHaveText(/Buchung(en)? gefunden/);
  return Number((await resultCountText(page).textContent())?.replace(/\D/g, ''));
}

/** Exports the list and returns the rows of the file, without its header. */
async function exportRows(page: Page): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Als CSV exportieren' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const [, ...rows] = parse(text, { delimiter: ';', bom: true, record_delimiter: '\r\n' }) as string[][];
  return rows;
}

test('an admin sees the newest booking first, filters by coach, and exports the bookings [4.11]', async ({
  page,
  browser,
}) => {
  const { slot } = await bookWithCoach(browser, 'coach2');
  await actAsDemo(page, 'admin');
  await page.goto('/intern-admin');
  await goToPage(page, 'Buchungsübersicht');
  await expect(page.getByRole('heading', { name: 'Buchungsübersicht', level: 1 })).toBeFocused();
  const bookingRows = bookings(page).filter({ hasText: germanInterval(slot) });
  await expect(bookingRows).toContainText(['Robin Reise']);
  await expect(bookingRows).toContainText([`, ${germanDate(dateOf(new Date()))}, `]);
  await expect(bookingRows).toContainText(['selbst']);
  await expect(bookingRows).toContainText(['Julia Schäfer']);
  await expect(bookingRows).toContainText(['Gebucht']);
  await expectAccessible(page);
  const allCount = await readTotal(page);

  const coachField = page.getByRole('combobox', { name: 'Coach' });
  await chooseByKeyboard(coachField, 'schäf');
  await expect(page).toHaveURL(/coach=\d+/);
  await expect(resultCountText(page)).not.toHaveText(`${allCount} Buchungen gefunden`);
  const coachTotal = await readTotal(page);
  expect(coachTotal).toBeLessThan(allCount);
  const rows = await exportRows(page);
  expect(rows).toHaveLength(coachTotal);
  expect(rows.map((row) => row[4])).toEqual(rows.map(() => 'Julia Schäfer'));
  expect(rows).toContainEqual([
    germanDate(dateOf(new Date())),
    expect.stringMatching(/^\d\d:\d\d$/),
    'selbst',
    'Robin Reise',
    'Julia Schäfer',
    germanDate(slot.date),
    `${slot.start} - ${slot.end}`,
    'Einzelcoaching',
    'Gebucht',
  ]);

  await page.reload();
  await expect(coachField).toHaveValue('Julia Schäfer');
  await expect(resultCountText(page)).toHaveText(/gefunden/);
  expect(await readTotal(page)).toBeGreaterThanOrEqual(coachTotal);
});

test('pages are chosen below the list and kept in the URL; a phone shows two lines for each booking [4.11]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  // Only the demo's bookings, since nothing is booked in the past while this test runs.
  const yesterday = addDays(dateOf(new Date()), -1);
  await page.goto(`/booking-overview?von=${addDays(yesterday, -60)}&bis=${yesterday}`);
  const allCount = await readTotal(page);
  expect(allCount).toBeGreaterThan(25);
  await expect(bookings(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Zu Seite 2', exact: true }).click();
  await expect(page).toHaveURL(/seite=2/);
  await expect(page.getByRole('region', { name: 'Buchungen' })).toBeFocused();
  await expect(page.getByText(`26–${Math.min(50, allCount)} von ${allCount}`)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`1–25 von ${allCount}`)).toBeVisible();
  // A page number beyond the last page shows the last page.
  await page.goto(`${new URL(page.url()).pathname}?von=${addDays(yesterday, -60)}&bis=${yesterday}&seite=99`);
  await expect(page).toHaveURL(new RegExp(`seite=${Math.ceil(allCount / 25)}$`));
  expect(await exportRows(page)).toHaveLength(allCount);

  await page.setViewportSize({ width: 360, height: 740 });
  const firstRow = page.getByRole('list', { name: 'Buchungen' }).getByRole('listitem').first();
  await expect(firstRow).toContainText(/^\D\D, \d\d\.\d\d\.(\d{4})?, \d\d:\d\d Uhr \S/);
  expect((await firstRow.boundingBox())?.height).toBeLessThanOrEqual(72);
  await firstRow.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('Gebucht von')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

/** Books an appointment as a new participant, and opens the overview as an admin on a desktop. */
async function openOverviewWithBooking(page: Page, browser: Browser) {
  const booking = await bookWithCoach(browser, 'coach2');
  await page.setViewportSize({ width: 1440, height: 900 });
  await actAsDemo(page, 'admin');
  await page.goto('/booking-overview');
  return booking;
}

test('a click opens a booking’s details beside the list, also of a cancelled one, with all that can be done [4.11]', async ({
  page,
  browser,
}) => {
  const { slot, email } = await openOverviewWithBooking(page, browser);
  const row = bookings(page)
    .filter({ hasText: germanInterval(slot) })
    .first();
  await row.click();
  const panel = detailsPanel(page);
  await expect(panel.getByRole('heading')).toHaveText(germanInterval(slot));
  await expect(panel.getByRole('link', { name: email })).toBeVisible();
  await expect(panel).toContainText('selbst');
  await expect(page).toHaveURL(/termin=\d+/);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Unterlagen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
  await expect(dialog.getByText('Lebenslauf.docx')).toBeVisible();
  await dialog.getByRole('button', { name: 'Schließen' }).click();

  await panel.getByRole('button', { name: 'Stornieren' }).click();
  await page.getByRole('button', { name: 'Stornieren, Zeit bleibt zu' }).click();
  await expect(panel).toContainText('Storniert');
  await expect(panel.getByRole('button', { name: 'Auf Gebucht setzen' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Stornieren' })).toHaveCount(0);
});

test('an empty result, an invalid range and a failed call are each explained [4.11]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/booking-overview?von=2020-01-01&bis=2020-01-31');
  await expect(page.getByText('Keine Buchungen gefunden')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Als CSV exportieren' })).toBeDisabled();
  await expectAccessible(page);

  await page.goto('/booking-overview?von=2020-02-01&bis=2020-01-31');
  await expect(page.getByText('Das Enddatum muss nach dem Startdatum liegen')).toBeVisible();

  await failCall(page, 'admin/getBookingOverview', 'a broken server');
  await page.getByRole('button', { name: 'Letzte 7 Tage' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await restoreCall(page, 'admin/getBookingOverview');
  await loadErrorNotice(page, '').getByRole('button', { name: 'Noch einmal versuchen' }).click();
  expect(await readTotal(page)).toBeGreaterThan(0);
});

test('the status Kulanz frees a slot, Gebucht takes it again; the participant sees both and gets mails [4.10]', async ({
  page,
  browser,
}) => {
  const { page: participantPage, session, email, slot } = await bookWithCoach(browser, 'coach3');
  const adminSession = await actAsDemo(page, 'admin');
  const setStatus = (action: 'goodwill' | 'booked') =>
    callPortal(page.request, changeBooking, { appointmentId: slot.id, action: toActionFlags(action) }, adminSession);
  const isFree = async () => {
    const { data } = await callPortal(participantPage.request, listBookableSlots, {}, session);
    return data.some(({ date, start, coach }) => date === slot.date && start === slot.start && coach === slot.coach);
  };
  await setStatus('goodwill');
  expect(await isFree()).toBe(true);
  await waitForMail(email, 'aus Kulanz storniert');
  await participantPage.goto('/appointments');
  await expect(ownCardOf(participantPage, slot)).toContainText('Dieser Termin wurde aus Kulanz storniert');
  await page.goto('/booking-overview');
  const bookingRows = bookings(page).filter({ hasText: germanInterval(slot) });
  await expect(bookingRows).toContainText(['Storniert']);

  await setStatus('booked');
  expect(await isFree()).toBe(false);
  await waitForMail(email, 'gilt wieder als gebucht');
  await participantPage.reload();
  await expect(ownCardOf(participantPage, slot)).not.toContainText('Kulanz');
  await page.reload();
  await expect(bookingRows).toContainText(['Gebucht']);
});

test('an admin cancels a booking in its row, sets it to Gebucht and opens its participant [4.11] [4.22]', async ({
  page,
  browser,
}) => {
  const { slot, email } = await openOverviewWithBooking(page, browser);
  const bookingRows = bookings(page).filter({ hasText: germanInterval(slot) });
  const chooseAction = async (action: string) => {
    await bookingRows
      .first()
      .getByRole('button', { name: /^Aktionen Robin Reise/ })
      .press('Enter');
    await page.getByRole('menuitem', { name: action }).press('Enter');
  };
  await chooseAction('Stornieren');
  await page.getByLabel('Grund (optional)').fill('Der Zug steht');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stornieren, Zeit bleibt zu' }).click();
  await expect(bookingRows.first()).toContainText('Storniert');
  expect(await waitForMail(email, 'Der Zug steht')).toContain('Der Zug steht');
  await chooseAction('Gebucht');
  await expect(bookingRows.first()).toContainText('Gebucht');
  await expectAccessible(page);
  // Active filters are listed above the table.
  const coachField = page.getByRole('combobox', { name: 'Coach' });
  await coachField.fill('schäf');
  await page.getByRole('option', { name: 'Julia Schäfer' }).click();
  await page.getByRole('button', { name: 'Filter entfernen: Coach: Julia Schäfer' }).click();
  await expect(page).not.toHaveURL(/coach=/);
  await expect(page.getByRole('group', { name: 'Gesetzte Filter' })).toHaveCount(0);
  await chooseAction('Zur Person');
  await expect(page).toHaveURL(/search-participant-admin\?suche=/);
  await expect(page.getByRole('main')).toContainText(email);
});

test('an admin sees and exports the plan of one coach or of all; each appointment names its coach [7.6]', async ({
  page,
  browser,
}) => {
  const { slot } = await bookWithCoach(browser, 'coach3');
  await actAsDemo(page, 'admin');
  await page.goto(`/daily-plan?von=${addDays(dateOf(new Date()), -14)}&bis=${slot.date}`);
  await expect(page.getByRole('button', { name: / Uhr .+ bei / })).toHaveCount(5);
  const coaches = new Set((await exportRows(page)).map((row) => row.at(-1)));
  expect(coaches.size).toBeGreaterThan(1);
  await expectAccessible(page);

  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  await page.getByRole('combobox', { name: 'Coach' }).click();
  await page.getByRole('option', { name: 'Michael Groß' }).click();
  await expect(page).toHaveURL(/coach=\d+/);
  const name = `${slot.start} - ${slot.end} Uhr Robin Reise bei Michael Groß`;
  await page.getByRole('button', { name }).click();
  await expect(page.getByText('Fachkraft für Lagerlogistik')).toBeVisible();
  expect(new Set((await exportRows(page)).map((row) => row.at(-1)))).toEqual(new Set(['Michael Groß']));
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Coach' })).toHaveValue('Michael Groß');
});
