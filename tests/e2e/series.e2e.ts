import { expect, type Page } from '@playwright/test';
import { createAppointment, getFullOverview } from '../../src/features/appointments/contract.ts';
import { planOwnSeries, planSeries } from '../../src/features/appointments/series/contract.ts';
import { bookSlotForParticipant } from '../../src/features/booking/direct/contract.ts';
import { searchParticipantAsAdmin } from '../../src/features/participants/contract.ts';
import { addDays, germanDate } from '../../src/shared/berlin.ts';
import { mockRefusal } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { actAsNewParticipantWithEmail, unusedMonday, firstSectionOfField, appointmentRows } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { phone } from './devices.ts';
import { actAsDemo, findDemoCoaches } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/** Returns the digits to type into a date field. */
const digitsOf = (date: string) => germanDate(date).replaceAll('.', '');
const previewButton = (page: Page) => page.getByRole('button', { name: /^Vorschau (zeigen|erneuern)$/ });
const createButton = (page: Page) => page.getByRole('button', { name: /anlegen$/i });
const preview = (page: Page) => page.getByRole('region', { name: 'Vorschau' });
const seriesRow = (page: Page, firstDay: string) =>
  page
    .getByRole('region', { name: 'Angelegte Serien' })
    .getByRole('listitem')
    .filter({ hasText: germanDate(firstDay) });

/** Types into a date or time field, as a person would. */
async function typeInto(page: Page, label: string, keys: string) {
  await firstSectionOfField(page, label).click();
  await page.keyboard.type(keys);
}

async function press(page: Page, key: string, times = 1) {
  for (let presses = 0; presses < times; presses++) await page.keyboard.press(key);
}

test('by keyboard alone, a coach creates a series and deletes its free appointments [7.15] [12.2]', async ({
  page,
}) => {
  const monday = unusedMonday(90);
  await actAsDemo(page, 'coach2');
  await page.goto('/intern-coach');
  await page.getByRole('link', { name: 'Serie anlegen' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Serien');
  await expect(page.getByRole('radio', { name: 'Einzelcoaching' })).toBeChecked();
  await page.getByRole('radio', { name: 'Einzelcoaching' }).focus();
  // Chooses Monday and Wednesday, then tabs past the other weekdays and the field for the number of weeks.
  await press(page, 'Tab');
  await press(page, 'Space');
  await press(page, 'Tab', 2);
  await press(page, 'Space');
  await press(page, 'Tab', 6);
  await page.keyboard.type(digitsOf(monday));
  await press(page, 'Tab', 2);
  await page.keyboard.type(digitsOf(addDays(monday, 90)));
  await press(page, 'Tab', 2);
  await page.keyboard.type('0400');
  await press(page, 'Tab');
  await page.keyboard.type('0700');
  await press(page, 'Enter');
  await expect(preview(page)).toContainText('78 Termine');
  await expect(preview(page)).toContainText('bekommt passende Einzelcoachings sofort per E-Mail angeboten.');
  await expect(
    preview(page)
      .getByRole('img', { name: /: \d+ Tage? neue Termine/ })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Tab');
  await expect(createButton(page)).toBeFocused();
  await expect(createButton(page)).toHaveAccessibleName('78 Termine anlegen');
  await press(page, 'Enter');
  await expect(toastOf(page, '78 Termine angelegt!')).toBeVisible();
  await expect(page.getByText(/^78 Termine sind angelegt, vom/)).toBeVisible();
  // The form keeps its values for the next series.
  await expect(page.getByRole('group', { name: 'Erster Tag' })).toContainText(germanDate(monday));
  await expect(seriesRow(page, monday)).toContainText('Mo und Mi, jede Woche, 04:00 bis 07:00 Uhr, je 45 Minuten');
  await expect(seriesRow(page, monday)).toContainText('78 frei, 0 gebucht');
  await expectAccessible(page);

  await expect(page.getByText(/^78 Termine sind angelegt, vom Mo, .*04:00 Uhr, bis Mi, .*06:00 Uhr/)).toBeVisible();

  await seriesRow(page, monday).getByRole('button').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rest der Serie löschen' });
  await expect(dialog).toContainText('78 freie Termine werden gelöscht.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '78 freie Termine löschen' }).press('Enter');
  await dialog.getByRole('button', { name: 'Sicher?' }).press('Enter');
  await expect(toastOf(page, '78 freie Termine gelöscht!')).toBeVisible();
  await expect(seriesRow(page, monday)).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

test('Rückgängig in the message deletes the new series, and the page has the focus [7.15]', async ({ page }) => {
  const monday = unusedMonday(7);
  await actAsDemo(page, 'coach2');
  await page.goto(`/series-coach?wochentage=1&von=${monday}&bis=${addDays(monday, 6)}&zeit=05:00-05:45`);
  await previewButton(page).click();
  await createButton(page).click();
  await expect(page.getByText(/^1 Termin ist angelegt/)).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(toastOf(page, 'Rückgängig gemacht')).toBeVisible();
  await expect(page.getByText(/^1 Termin ist angelegt/)).toHaveCount(0);
  await expect(seriesRow(page, monday)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('each error is shown at its field, and the form keeps its input [7.15]', async ({ page }) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'admin');
  const monday = unusedMonday();
  await page.goto(`/series-admin?von=${monday}&bis=${monday}&zeit=09:00-09:30`);
  await previewButton(page).click();
  await expect(page.getByText('Bitte wähle einen Coach aus.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Coach' }).first()).toBeFocused();
  const weekdays = page.getByRole('group', { name: 'Wochentage' });
  await expect(weekdays).toHaveAccessibleDescription('Bitte wähle mindestens einen Wochentag aus.');
  await page.getByRole('textbox', { name: 'Dauer (Min.)' }).fill('zehn');
  await expect(page.getByText('Ein Termin dauert 15 bis 240 Minuten.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Pause (Min.)' }).fill('121');
  await expect(page.getByText('Eine Pause dauert höchstens 120 Minuten.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'Coach' }).first().fill('Schäfer');
  await page.getByRole('option').first().click();
  await weekdays.getByRole('button', { name: 'Dienstag' }).click();
  await page.getByRole('textbox', { name: 'Dauer (Min.)' }).fill('45');
  await page.getByRole('textbox', { name: 'Pause (Min.)' }).fill('0');
  await previewButton(page).click();
  await expect(weekdays).toHaveAccessibleDescription('An diesen Wochentagen liegt kein Tag im Zeitraum.');
  await expect(page.getByText('In diese Zeit passt kein Termin dieser Länge.')).toBeVisible();
  await weekdays.getByRole('button', { name: 'Montag' }).click();
  await typeInto(page, 'Bis', '1000');
  await typeInto(page, 'Letzter Tag', digitsOf(addDays(monday, 366)));
  await previewButton(page).click();
  await expect(page.getByRole('group', { name: 'Letzter Tag' })).toHaveAccessibleDescription(
    'Eine Serie darf höchstens 366 Tage umfassen.',
  );
  await expect(page.getByRole('textbox', { name: 'Dauer (Min.)' })).toHaveValue('45');
  await mockRefusal(page, planSeries.path, 'Gerade geht das nicht.');
  await typeInto(page, 'Letzter Tag', digitsOf(addDays(monday, 20)));
  await previewButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Gerade geht das nicht.');
  await expect(page.getByRole('group', { name: 'Letzter Tag' })).toContainText(germanDate(addDays(monday, 20)));
});

test('if the calendar changes, the preview is refreshed; deleting a series keeps booked appointments [7.15]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const email = await actAsNewParticipantWithEmail(participantPage);
  const adminSession = await actAsDemo(page, 'admin');
  const [demoCoach] = await findDemoCoaches(page, adminSession, 'Julia Schäfer');
  const monday = unusedMonday(7);
  const dayRange = `von=${monday}&bis=${addDays(monday, 7)}`;
  const seriesPath = `/series-admin?coach=${demoCoach.value}&wochentage=1&${dayRange}&zeit=04:00-06:00`;
  await page.goto(seriesPath);
  await previewButton(page).click();
  await expect(createButton(page)).toHaveAccessibleName('4 Termine anlegen');
  const conflictingSlot = {
    type: 'Einzelcoaching',
    coachId: demoCoach.value,
    date: monday,
    participantId: null,
  } as const;
  await callPortal(
    page.request,
    createAppointment,
    { ...conflictingSlot, fromTime: '04:15', tillTime: '05:00' },
    adminSession,
  );
  await createButton(page).click();
  await expect(page.getByText('Der Kalender hat sich seit der Vorschau geändert.')).toBeVisible();
  await expect(preview(page)).toContainText('3 Termine, 1 Konflikt');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Pause (Min.)' }).fill('20');
  await expect(createButton(page)).toBeDisabled();
  await page.getByRole('textbox', { name: 'Pause (Min.)' }).fill('15');
  await createButton(page).click();
  await expect(toastOf(page, '3 Termine angelegt!')).toBeVisible();
  await page.getByRole('link', { name: 'In der Übersicht ansehen' }).click();
  await expect(appointmentRows(page)).toHaveCount(4);

  const query = { fromDate: monday, tillDate: addDays(monday, 7), coachId: demoCoach.value };
  const status = { free: true, booked: true, missed: true };
  const appointments = (await callPortal(page.request, getFullOverview, { ...query, status }, adminSession)).data;
  const [participant] = (
    await callPortal(page.request, searchParticipantAsAdmin, { searchString: email }, adminSession)
  ).data;
  await callPortal(
    page.request,
    bookSlotForParticipant,
    { appointmentId: appointments.at(-1)?.id ?? 0, participantId: participant?.participantId ?? 0 },
    adminSession,
  );
  await page.goto(seriesPath);
  await seriesRow(page, monday)
    .getByRole('button', { name: /^Rest der Serie/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Rest der Serie löschen' });
  await expect(dialog).toContainText('2 freie Termine werden gelöscht.');
  await expect(dialog).toContainText('1 gebuchter Termin bleibt:');
  await expect(dialog).toContainText('Robin Reise');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '2 freie Termine löschen' }).click();
  await dialog.getByRole('button', { name: 'Sicher?' }).click();
  await expect(seriesRow(page, monday)).toContainText('0 frei, 1 gebucht');
});

test('a series without new appointments cannot be created [7.15]', async ({ page }) => {
  const coachSession = await actAsDemo(page, 'coach3');
  const monday = unusedMonday();
  const plan = {
    weekdays: [1],
    everyWeeks: 1,
    fromDate: monday,
    tillDate: monday,
    fromTime: '04:00',
    tillTime: '05:00',
    minutes: 45,
    breakMinutes: 15,
  };
  await callPortal(
    page.request,
    planOwnSeries,
    { type: 'Einzelcoaching', ...plan, apply: true, expect: 1 },
    coachSession,
  );
  await page.goto(`/series-coach?wochentage=1&von=${monday}&bis=${monday}&zeit=04:00-05:00`);
  await previewButton(page).click();
  await expect(preview(page)).toContainText('0 Termine, 1 schon vorhanden');
  await expect(createButton(page)).toBeDisabled();
  await expect(page.getByText('Von diesen Terminen ist keiner neu.')).toBeVisible();
});
