import { expect, type Page } from '@playwright/test';
import { planOwnAbsence } from '../../src/features/absences/contract.ts';
import { createAppointment, createOwnAppointment, getFullOverview } from '../../src/features/appointments/contract.ts';
import { bookOwnSlotForParticipant } from '../../src/features/booking/direct/contract.ts';
import { searchParticipant } from '../../src/features/participants/contract.ts';
import { addDays, dateOf, germanDate, minutesOf } from '../../src/shared/berlin.ts';
import { nextClockChange } from '../support/next-days.ts';
import { mockAnswer, failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { actAsNewParticipantWithEmail, calendarEntry, unusedMonday, firstSectionOfField } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { atEachSize, phone } from './devices.ts';
import { actAsDemo, findDemoCoaches } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const tallDesktop = { width: 1440, height: 1000 };
const dialog = (page: Page) => page.getByRole('dialog');

/** Returns a Tuesday in a week that no other journey uses, years after the demo's appointments. */
const unusedTuesday = () => addDays(unusedMonday(6), 1);

const freeSlotInput = (date: string, fromTime: string, tillTime: string) =>
  ({ type: 'Einzelcoaching', date, fromTime, tillTime, participantId: null }) as const;

/** Books an appointment for a new participant in the signed-in coach's calendar. */
async function bookForNewParticipant(
  page: Page,
  session: string,
  date: string,
  from: string,
  till: string,
): Promise<void> {
  const { data } = await callPortal(page.request, createOwnAppointment, freeSlotInput(date, from, till), session);
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const email = await actAsNewParticipantWithEmail(await (await browser.newContext()).newPage());
  const matches = await callPortal(page.request, searchParticipant, { searchString: email }, session);
  const participantId = matches.data[0]?.participantId ?? 0;
  await callPortal(
    page.request,
    bookOwnSlotForParticipant,
    { appointmentId: data.appointmentId, participantId },
    session,
  );
}

/** The distance in pixels from the line of a time to the point that `scrollToTime` returns. */
const pointOffset = 2;

/** The height of an hour in pixels. A desktop's grid has the 24 hours of the day. */
const hourHeight = async (page: Page) =>
  ((await page.locator('.ec-body .ec-day').first().boundingBox())?.height ?? 0) / 24;

/** Scrolls a time in a column of the grid into view; returns a point just below the time. Columns count from 0. */
async function scrollToTime(page: Page, column: number, time: string): Promise<{ x: number; y: number }> {
  const grid = page.locator('.ec-main');
  await expect(grid).toBeVisible();
  const height = await hourHeight(page);
  const y = (minutesOf(time) / 60) * height;
  await grid.evaluate((element, top) => (element.scrollTop = top), Math.max(0, y - 2 * height));
  const box = await page.locator('.ec-body .ec-day').nth(column).boundingBox();
  if (!box) throw new Error('no column');
  return { x: box.x + box.width / 2, y: box.y + y + pointOffset };
}

/** Drags with the mouse from one point to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

/** Replaces the time in a field with the typed digits. */
async function retype(page: Page, label: string, digits: string) {
  await firstSectionOfField(page, label).click();
  await page.keyboard.type(digits);
}

test('a coach moves between weeks, opens a booking, and finds the appointments in the list [7.16] [7.18]', async ({
  page,
}) => {
  await page.setViewportSize(tallDesktop);
  const session = await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  await callPortal(page.request, createOwnAppointment, freeSlotInput(date, '09:00', '09:45'), session);
  await callPortal(
    page.request,
    createOwnAppointment,
    { ...freeSlotInput(date, '11:00', '12:00'), type: 'Speedcoaching' },
    session,
  );
  await bookForNewParticipant(page, session, date, '10:00', '10:45');
  const absenceOnNextDay = { fromDate: addDays(date, 1), tillDate: addDays(date, 1), fromTime: '', tillTime: '' };
  await callPortal(
    page.request,
    planOwnAbsence,
    { ...absenceOnNextDay, kind: 'training', apply: true, decisions: [] },
    session,
  );
  const requestedUrls: string[] = [];
  page.on(
    'request',
    (request) => /appointmentOverview|getAbsences|getHolidays/.test(request.url()) && requestedUrls.push(request.url()),
  );
  await page.goto(`/calendar?tag=${date}`);
  await expect(calendarEntry(page, /09:00.*Frei/)).toBeVisible();
  await expect(calendarEntry(page, /10:00.*Gebucht.*Robin Reise/)).toBeVisible();
  await expect(calendarEntry(page, /11:00.*Speedcoaching/)).toBeVisible();
  await expect(calendarEntry(page, /Abwesend.*Fortbildung/)).toBeVisible();
  // There is one request for appointments, one for absences, and one for the holidays of each year of the week.
  const yearCount = new Set([addDays(date, -1), addDays(date, 5)].map((day) => day.slice(0, 4))).size;
  expect(requestedUrls).toHaveLength(2 + yearCount);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Nächste Woche' }).click();
  await expect(page).toHaveURL(new RegExp(`tag=${addDays(date, 7)}`));
  await expect(page.getByText('In dieser Woche gibt es noch keine Termine.')).toBeVisible();
  await page.goBack();
  await expect(calendarEntry(page, /Robin Reise/)).toBeVisible();

  await calendarEntry(page, /Robin Reise/).click();
  await expect(dialog(page).getByRole('heading', { name: 'Robin Reise' })).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: /^0221/ })).toHaveAttribute('href', 'tel:02211234567');
  await expect(dialog(page).getByRole('link', { name: 'Robin Reise' })).toHaveAttribute('href', /search-participant/);
  await expect(dialog(page).getByRole('link', { name: 'Zum Coaching' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(calendarEntry(page, /Robin Reise/)).toBeFocused();

  await page.getByRole('button', { name: 'Liste' }).click();
  await expect(page).toHaveURL(/ansicht=liste/);
  const listItems = page.getByRole('main').getByRole('listitem');
  await expect(listItems.filter({ hasText: '10:00 bis 10:45 Uhr' })).toContainText('Gebucht');
  await expect(listItems.filter({ hasText: 'ganztägig' })).toContainText('Abwesend');
  await expectAccessible(page);
});

test('a coach selects an empty range and confirms it, and reads why an overlap is refused [7.17]', async ({ page }) => {
  await page.setViewportSize(tallDesktop);
  await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  await page.goto(`/calendar?tag=${date}`);
  const from = await scrollToTime(page, 1, '09:00');
  // A click proposes 45 minutes.
  await page.mouse.click(from.x, from.y);
  await expect(dialog(page).getByRole('group', { name: 'Von' })).toContainText('09:00');
  await expect(dialog(page).getByRole('group', { name: 'Bis' })).toContainText('09:45');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  // The grid rounds the time to 45 minutes.
  await drag(page, from, { ...from, y: from.y + (await hourHeight(page)) * 0.6 });
  await expect(firstSectionOfField(page, 'Von')).toHaveText('09');
  await expect(dialog(page).getByRole('group', { name: 'Datum' })).toContainText(germanDate(date));
  await expect(dialog(page).getByRole('group', { name: 'Bis' })).toContainText('09:45');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Anlegen' }).click();
  await expect(toastOf(page, 'Der Termin wurde erfolgreich erstellt!')).toBeVisible();
  await expect(calendarEntry(page, /09:00.*Frei/)).toBeVisible();

  // An overlapping time is entered by keyboard alone.
  await page.getByRole('button', { name: 'Termin anlegen' }).press('Enter');
  await firstSectionOfField(page, 'Von').focus();
  await page.keyboard.type('0930');
  await firstSectionOfField(page, 'Bis').focus();
  await page.keyboard.type('1015');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('In dieser Zeit gibt es schon einen Termin des Coaches.')).toBeVisible();
  await firstSectionOfField(page, 'Von').focus();
  await page.keyboard.type('1000');
  await firstSectionOfField(page, 'Bis').focus();
  await page.keyboard.type('1045');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(calendarEntry(page, /10:00.*Frei/)).toBeVisible();
});

test('a coach moves a booking by dragging it and by keyboard; each move is confirmed first [7.17]', async ({
  page,
}) => {
  await page.setViewportSize(tallDesktop);
  const session = await actAsDemo(page, 'coach');
  // The week after it is looked at as well.
  const date = addDays(unusedMonday(13), 1);
  await callPortal(page.request, createOwnAppointment, freeSlotInput(date, '08:00', '08:45'), session);
  await bookForNewParticipant(page, session, date, '10:00', '10:45');
  await page.goto(`/calendar?tag=${date}`);
  await expect(calendarEntry(page, /Robin Reise/)).toBeVisible();
  const [from, to] = [await scrollToTime(page, 1, '10:00'), await scrollToTime(page, 2, '10:00')];
  await drag(page, from, { ...to, y: to.y + (await hourHeight(page)) / 2 });
  await expect(dialog(page).getByRole('heading', { name: 'Termin verschieben' })).toBeVisible();
  await expect(dialog(page).getByRole('group', { name: 'Datum' })).toContainText(germanDate(addDays(date, 1)));
  await expect(dialog(page).getByRole('group', { name: 'Von' })).toContainText('10:30');
  // The booking stays where it is until the move is confirmed.
  await expect(calendarEntry(page, /10:00.*Robin Reise/)).toBeAttached();
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(toastOf(page, 'verschoben auf')).toBeVisible();
  await expect(calendarEntry(page, /10:30.*Robin Reise/)).toBeVisible();

  await calendarEntry(page, /08:00.*Frei/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(calendarEntry(page, /10:30.*Robin Reise/)).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).press('Enter');
  await firstSectionOfField(page, 'Von').focus();
  await page.keyboard.type('1400');
  await page.keyboard.press('Enter');
  await expect(calendarEntry(page, /14:00.*Robin Reise/)).toBeVisible();
  // The focus stays in the calendar, so that the next key pages again.
  await calendarEntry(page, /14:00.*Robin Reise/).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page).toHaveURL(new RegExp(`tag=${addDays(date, 7)}`));
  await expect(calendarEntry(page, /Robin Reise/)).toHaveCount(0);
  await expect(page.locator('section:has(.ec)')).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(calendarEntry(page, /14:00.*Robin Reise/)).toBeVisible();
});

test('while a range or an appointment is dragged, it shows its times [7.17]', async ({ page }) => {
  await page.setViewportSize(tallDesktop);
  const session = await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  await callPortal(page.request, createOwnAppointment, freeSlotInput(date, '12:00', '12:45'), session);
  await page.goto(`/calendar?tag=${date}`);
  await expect(calendarEntry(page, /12:00.*Frei/)).toBeVisible();
  const draggedTime = page.locator('.ec-preview');
  const selectFrom = await scrollToTime(page, 1, '09:00');
  const height = await hourHeight(page);
  await page.mouse.move(selectFrom.x, selectFrom.y);
  await page.mouse.down();
  await page.mouse.move(selectFrom.x, selectFrom.y + height, { steps: 5 });
  await expect(draggedTime).toHaveText('09:00–10:15 Uhr');
  await page.mouse.up();
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const dragFrom = await scrollToTime(page, 1, '12:00');
  await page.mouse.move(dragFrom.x, dragFrom.y + 4);
  await page.mouse.down();
  await page.mouse.move(dragFrom.x, dragFrom.y + 4 + height / 2, { steps: 5 });
  await expect(draggedTime).toHaveText('12:30–13:15 Uhr');
  await page.mouse.up();
});

test('the week has Monday to Friday, and also the weekend once something lies there [7.16]', async ({ page }) => {
  await page.setViewportSize(tallDesktop);
  const session = await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  await page.goto(`/calendar?tag=${date}`);
  await expect(page.locator('.ec-body .ec-day')).toHaveCount(5);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^Mo, .* bis Fr, /);
  await callPortal(page.request, createOwnAppointment, freeSlotInput(addDays(date, 4), '10:00', '10:45'), session);
  await page.reload();
  await expect(page.locator('.ec-body .ec-day')).toHaveCount(7);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^Mo, .* bis So, /);
});

test('the working day fits the screen; an early and a late appointment are in sight, too [7.16]', async ({ page }) => {
  await page.setViewportSize(tallDesktop);
  const session = await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  await callPortal(page.request, createOwnAppointment, freeSlotInput(date, '06:30', '07:15'), session);
  await callPortal(page.request, createOwnAppointment, freeSlotInput(date, '18:15', '19:00'), session);
  await page.goto(`/calendar?tag=${date}`);
  for (const text of [/06:30.*Frei/, /18:15.*Frei/])
    await expect(calendarEntry(page, text)).toBeInViewport({ ratio: 1 });
});

test('a free appointment that is over cannot be taken for a bookable one; the help explains the signs [7.17]', async ({
  page,
}) => {
  await page.setViewportSize(tallDesktop);
  await actAsDemo(page, 'coach');
  const yesterday = addDays(dateOf(new Date()), -1);
  const meta = { status: 'success', total: 1, counts: { booked: 0, free: 1, missed: 0 } };
  await mockAnswer(page, 'coach/appointmentOverview', { data: [createRow(1, yesterday, '09:00 - 09:45', {})], meta });
  await page.goto(`/calendar?tag=${yesterday}`);
  await expect(calendarEntry(page, /09:00.*Ungebucht/)).toBeVisible();
  await expect(calendarEntry(page, /Frei\b/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Hilfe zum Kalender' }).press('Enter');
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Ungebucht' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Hilfe zum Kalender' })).toBeFocused();
});

test('the calendar opens at the current time, on a phone as part of the page [7.16]', async ({ page }) => {
  // 17:30 in Berlin on a Wednesday in winter.
  await page.clock.setFixedTime('2027-01-13T16:30:00Z');
  await page.setViewportSize(phone);
  await actAsDemo(page, 'coach');
  await page.goto('/calendar');
  await expect(page.locator('.ec-now-indicator')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Nächster Tag' })).toBeInViewport();
  const isScrolledByPage = await page.evaluate(
    () => scrollY > 0 && document.querySelector('.ec-main')?.scrollTop === 0,
  );
  expect(isScrolledByPage).toBe(true);
  await page.setViewportSize({ width: 1440, height: 560 });
  await page.reload();
  await expect(page.locator('.ec-now-indicator')).toBeInViewport();
});

test('where an appointment has room for one line only, the line has the name before the state [7.16]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  const rows = [
    createRow(1, date, '09:00 - 09:45', { status: 'G', participantFullName: 'Ayşe Demir' }),
    createRow(2, date, '11:00 - 11:45', { status: 'G', participantFullName: 'Maximiliane Schmidt-Rottluff' }),
  ];
  const meta = { status: 'success', total: 2, counts: { booked: 2, free: 0, missed: 0 } };
  await mockAnswer(page, 'coach/appointmentOverview', { data: rows, meta });
  await page.goto(`/calendar?tag=${date}`);
  /** Returns how much of an entry's name its first line shows, from 0 to 1. */
  const shownShare = (text: RegExp) =>
    calendarEntry(page, text).evaluate((entry) => {
      const title = entry.querySelector('.cal-title');
      if (!title) return 0;
      const isInFirstLine = title.getBoundingClientRect().top - entry.getBoundingClientRect().top < 8;
      return isInFirstLine ? title.clientWidth / title.scrollWidth : 0;
    });
  await expect(page.locator('[data-low]')).toBeVisible();
  await expect.poll(() => shownShare(/09:00.*Demir/)).toBe(1);
  await expect.poll(() => shownShare(/11:00.*Rottluff/)).toBeGreaterThan(0.3);
});

test('an admin sees three coaches side by side and drags a free appointment to a colleague [7.16] [7.17]', async ({
  page,
}) => {
  await page.setViewportSize(tallDesktop);
  const session = await actAsDemo(page, 'admin');
  const coaches = await findDemoCoaches(page, session, 'Julia Schäfer', 'Katharina Brandt', 'Michael Groß');
  const [firstCoach, secondCoach] = coaches;
  const date = unusedTuesday();
  await callPortal(
    page.request,
    createAppointment,
    { ...freeSlotInput(date, '09:00', '09:45'), coachId: firstCoach.value },
    session,
  );
  await page.goto(`/calendar-admin?tag=${date}&coaches=${coaches.map(({ value }) => value).join(',')}`);
  for (const { label } of coaches)
    await expect(page.getByRole('button', { name: `${label} ausblenden` })).toBeVisible();
  await expect(page.locator('.ec-body .ec-day')).toHaveCount(coaches.length);
  await expect(calendarEntry(page, /09:00.*Frei/)).toBeVisible();
  await expectAccessible(page);
  await drag(page, await scrollToTime(page, 0, '09:00'), await scrollToTime(page, 1, '09:00'));
  await expect(dialog(page).getByRole('combobox', { name: 'Coach' })).toHaveValue(secondCoach.label);
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(toastOf(page, 'verschoben auf')).toBeVisible();
  const status = { booked: true, free: true, missed: true };
  const overviewInput = { fromDate: date, tillDate: date, status, coachId: null };
  const { data } = await callPortal(page.request, getFullOverview, overviewInput, session);
  expect(data.map(({ coachFullName }) => coachFullName)).toEqual([secondCoach.label]);

  await page.getByRole('button', { name: `${firstCoach.label} ausblenden` }).click();
  await expect(page.locator('.ec-body .ec-day')).toHaveCount(coaches.length - 1);
  await page.getByRole('button', { name: 'Coaches wählen' }).click();
  await page.getByRole('combobox', { name: 'Coaches' }).fill(firstCoach.label);
  await page.getByRole('option', { name: firstCoach.label }).click();
  await expect(page.locator('.ec-body .ec-day')).toHaveCount(coaches.length);
  await page.goBack();
  await expect(page.locator('.ec-body .ec-day')).toHaveCount(coaches.length - 1);
});

/**
 * Returns a row of the coach's overview, free unless `overrides` has another status: 'F' is free, 'G' booked and 'V'
 * missed.
 */
const createRow = (id: number, date: string, timeSlot: string, overrides: object) => ({
  id,
  date,
  timeSlot,
  status: 'F',
  isSpeedcoaching: 0,
  participantFullName: '',
  participantPhoneNumber: '',
  participantEmail: '',
  participantLocation: '',
  participantQualification: '',
  coachId: 2,
  coachFullName: 'Cleo Rat',
  takeBackUntil: null,
  attended: false,
  reserved: false,
  heldUntil: null,
  participantId: null,
  href: null,
  note: '',
  ...overrides,
});

test('every state is shown in words, such as free, booked, missed and absent [7.17]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  const rows = [
    createRow(1, date, '07:00 - 07:45', {}),
    createRow(2, date, '08:00 - 08:45', {
      status: 'G',
      participantFullName: 'Wolfeschlegelsteinhausenbergerdorff-Müller',
      participantId: 5,
    }),
    createRow(3, date, '09:00 - 09:45', { status: 'V', participantFullName: 'Mia Özil', participantId: 6 }),
    createRow(4, date, '10:00 - 10:45', { isSpeedcoaching: 1 }),
    createRow(5, date, '11:00 - 11:45', { reserved: true }),
  ];
  const meta = { status: 'success', total: 5, counts: { booked: 1, free: 3, missed: 1 } };
  await mockAnswer(page, 'coach/appointmentOverview', { data: rows, meta });
  await mockAnswer(page, 'calendar/getHolidays', { data: [{ date, name: 'Tag der Deutschen Einheit' }] });
  const absence = {
    absenceId: 1,
    coachId: 2,
    coach: 'Cleo Rat',
    fromDate: date,
    fromTime: '13:00',
    tillDate: date,
    tillTime: null,
  };
  await mockAnswer(page, 'coach/getAbsences', { data: [{ ...absence, kind: 'vacation', undoUntil: null }] });
  await atEachSize(page, [phone, tallDesktop], async (size) => {
    await page.goto(`/calendar?tag=${date}`);
    for (const text of [
      /07:00.*Frei/,
      /08:00.*Gebucht.*Wolfe/,
      /09:00.*Versäumt/,
      /10:00.*Speedcoaching/,
      /11:00.*Reserviert/,
    ])
      await expect(calendarEntry(page, text)).toBeAttached();
    await expect(calendarEntry(page, /Abwesend.*Urlaub/)).toBeVisible();
    await expect(calendarEntry(page, /Feiertag.*Einheit/)).toBeVisible();
    await expect(page.locator('.ec-body .ec-day')).toHaveCount(size === phone ? 1 : 5);
    const isOverflowing = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isOverflowing).toBe(false);
    await expectAccessible(page);
  });
});

test.describe('in a browser in New York', () => {
  test.use({ timezoneId: 'America/New_York' });
  test('on the day of a clock change, entries and a selected range use Berlin’s time [7.16]', async ({ page }) => {
    await page.setViewportSize(tallDesktop);
    await actAsDemo(page, 'coach');
    for (const [change, sunday] of [
      ['spring in Berlin', nextClockChange('spring')],
      ['autumn in Berlin', nextClockChange('autumn')],
      ['spring in New York', nextClockChange('spring', 'America/New_York')],
    ] as const)
      await test.step(change, async () => {
        const freeRows = [
          createRow(1, sunday, '09:00 - 09:45', {}),
          createRow(2, addDays(sunday, -1), '09:00 - 09:45', {}),
        ];
        const meta = { status: 'success', total: 2, counts: { booked: 0, free: 2, missed: 0 } };
        await mockAnswer(page, 'coach/appointmentOverview', { data: freeRows, meta });
        await page.goto(`/calendar?tag=${sunday}`);
        const point = await scrollToTime(page, 6, '09:00');
        const freeEntries = page.locator('article', { hasText: 'Frei' });
        await expect(freeEntries).toHaveCount(2);
        const expectedY = Math.round(point.y - pointOffset);
        const boxes = await Promise.all([0, 1].map((index) => freeEntries.nth(index).boundingBox()));
        expect(boxes.map((box) => Math.round(box?.y ?? 0))).toEqual([expectedY, expectedY]);
        const from = await scrollToTime(page, 6, '14:00');
        await drag(page, from, { ...from, y: from.y + (await hourHeight(page)) * 0.6 });
        await expect(dialog(page).getByRole('group', { name: 'Datum' })).toContainText(germanDate(sunday));
        await expect(dialog(page).getByRole('group', { name: 'Von' })).toContainText('14:00');
        await expect(dialog(page).getByRole('group', { name: 'Bis' })).toContainText('14:45');
      });
  });
});

test('on a phone the calendar shows one day, can retry a failed load, and links to the series page [7.16]', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await actAsDemo(page, 'coach');
  const date = unusedTuesday();
  await failCall(page, 'coach/appointmentOverview', 'a broken server');
  await page.goto(`/calendar?tag=${date}`);
  const retryButton = page.getByRole('button', { name: 'Noch einmal versuchen' });
  await expect(retryButton).toBeVisible();
  await expectAccessible(page);
  await restoreCall(page, 'coach/appointmentOverview');
  await retryButton.click();
  await expect(page.locator('.ec-body .ec-day')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Serie planen' })).toHaveAttribute('href', '/series-coach');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nächster Tag' }).click();
  await expect(page).toHaveURL(new RegExp(`tag=${addDays(date, 1)}`));
  await page.getByRole('button', { name: 'Heute' }).click();
  await expect(page).toHaveURL(new RegExp(`tag=${dateOf(new Date())}`));
  await page.getByRole('button', { name: 'Termin anlegen' }).click();
  await retype(page, 'Von', '0900');
  await expect(dialog(page)).toBeVisible();
});
