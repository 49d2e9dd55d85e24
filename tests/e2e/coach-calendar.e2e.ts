import { expect, type Page } from '@playwright/test';
import { createOwnAppointment } from '../../src/features/appointments/contract.ts';
import { recordingMessages, tooLongMessage } from '../../src/features/appointments/rules.ts';
import { addDays, dateOf, germanDate, weekday } from '../../src/shared/berlin.ts';
import { mockAnswer, mockRefusal, failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import {
  calendarEntry,
  createdAppointments,
  actAsNewParticipantWithEmail,
  unusedDay,
  firstSectionOfField,
  detailsPanel,
  participantIdOf,
  appointmentRows,
} from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { withDatabase } from './past-coaching.ts';
import { actAsDemo, signInDemo } from './people.ts';
import { askToDelete } from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/** Types digits into a date or time field, as a person would. */
async function typeInto(page: Page, label: string, digits: string) {
  await firstSectionOfField(page, label).click();
  await page.keyboard.type(digits);
}
const typeDate = (page: Page, date: string) => typeInto(page, 'Datum', germanDate(date).replaceAll('.', ''));

/** Fills in the form for an Einzelcoaching without sending it. */
async function fillForm(page: Page, date: string, from: string, till: string) {
  await page.goto('/new-appointment-coach');
  await page.getByRole('radio', { name: 'Einzelcoaching' }).check();
  await typeDate(page, date);
  await typeInto(page, 'Von', from);
  await typeInto(page, 'Bis', till);
}

const createButton = (page: Page) => page.getByRole('button', { name: 'Termin erstellen' });
const successMessage = 'Der Termin wurde erfolgreich erstellt!';

const freeEinzelcoaching = (date: string, fromTime: string, tillTime: string) =>
  ({ type: 'Einzelcoaching', date, fromTime, tillTime, participantId: null }) as const;

test('a coach creates three appointments in a row and deletes the last one, by keyboard alone [7.2]', async ({
  page,
}) => {
  const date = unusedDay();
  await actAsDemo(page, 'coach');
  await page.goto('/new-appointment-coach');
  await expect(firstSectionOfField(page, 'Von')).toBeVisible();
  await page.getByRole('radio', { name: 'Einzelcoaching' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type(germanDate(date).replaceAll('.', ''));
  // Skip the button that opens the calendar.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0900');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0945');
  for (const [number, till] of [
    [1, '10:30'],
    [2, '11:15'],
    [3, '12:00'],
  ] as const) {
    await page.keyboard.press('Enter');
    await expect(createdAppointments(page)).toHaveCount(number);
    await expect(page.getByRole('group', { name: 'Bis' })).toContainText(till);
    await expect(firstSectionOfField(page, 'Von')).toBeFocused();
  }
  // Each success message replaces the previous one.
  await expect(toastOf(page, successMessage)).toHaveCount(1);
  // Each key press has created exactly one appointment.
  await expect(toastOf(page, 'Der Termin konnte nicht erstellt werden!')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Einzelcoaching' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Datum' })).toContainText(germanDate(date));
  await expect(createdAppointments(page)).toContainText([/10:30 bis 11:15/, /09:45 bis 10:30/, /09:00 bis 09:45/]);
  await expectAccessible(page);

  const deleteButton = createdAppointments(page).first().getByRole('button');
  await deleteButton.press('Enter');
  await expect(deleteButton).toHaveText('Sicher?');
  await deleteButton.press('Enter');
  await expect(toastOf(page, 'Termin gelöscht!')).toBeVisible();
  await expect(createdAppointments(page)).toHaveCount(2);
  await expect(createdAppointments(page).first()).toBeFocused();
});

test('a coach finds a participant by e-mail and books for them; the participant sees it [7.2]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const email = await actAsNewParticipantWithEmail(participantPage);
  const date = unusedDay();
  await actAsDemo(page, 'coach2');
  await fillForm(page, date, '1000', '1045');
  await page.getByRole('checkbox', { name: /Direkt/ }).check();
  await createButton(page).click();
  await expect(page.getByText('Bitte wähle eine:n Teilnehmer:in aus.')).toBeVisible();

  const participantField = page.getByRole('combobox', { name: /Teilnehmer:in/ });
  await expect(participantField).toBeFocused();
  await participantField.fill('x');
  await expect(page.getByText('Bitte mindestens 2 Zeichen eingeben.').last()).toBeVisible();
  const searchBodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('searchParticipant.php')) searchBodies.push(String(request.postData()));
  });
  await participantField.fill('');
  await participantField.pressSequentially(email, { delay: 10 });
  const option = page.getByRole('option', { name: 'Robin Reise' });
  await expect(option).toContainText(email);
  // The search waits until typing pauses, so there was no request for each letter.
  expect(searchBodies.length).toBeLessThan(5);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(participantField).toHaveValue('Robin Reise');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, successMessage)).toBeVisible();
  await expect(createdAppointments(page)).toContainText('gebucht für Robin Reise');
  await expect(createdAppointments(page).getByRole('button')).toHaveCount(0);
  // The next appointment will be for another participant, so the field is empty.
  await expect(participantField).toHaveValue('');
  await expect(participantField).toBeFocused();

  await participantPage.goto('/appointments');
  await expect(participantPage.getByRole('listitem').filter({ hasText: germanDate(date) })).toContainText(
    '10:00 bis 10:45 Uhr',
  );
});

test('if an appointment is refused, the reason is shown at the field concerned [7.2]', async ({ page, browser }) => {
  const date = unusedDay();
  const email = await actAsNewParticipantWithEmail(await (await browser.newContext()).newPage());
  const coachSession = await actAsDemo(page, 'coach3');
  await callPortal(page.request, createOwnAppointment, freeEinzelcoaching(date, '10:00', '10:45'), coachSession);
  const expectError = async (label: string, sentence: string) => {
    await expect(toastOf(page, 'Der Termin konnte nicht erstellt werden!').last()).toBeVisible();
    await expect(firstSectionOfField(page, label)).toBeFocused();
    await expect(page.getByRole('group', { name: label })).toHaveAccessibleDescription(sentence);
  };
  await fillForm(page, date, '1030', '1115');
  await createButton(page).click();
  await expectError('Von', 'In dieser Zeit gibt es schon einen Termin des Coaches.');
  await expectAccessible(page);
  await typeInto(page, 'Bis', '1130');
  await expect(page.getByText('In dieser Zeit gibt es schon')).toHaveCount(0);

  await typeDate(page, '2025-03-04');
  await createButton(page).click();
  await expectError('Datum', 'Ein freier Termin kann nicht in der Vergangenheit liegen.');

  await typeDate(page, date);
  await typeInto(page, 'Bis', '1015');
  await createButton(page).click();
  await expect(page.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible();
  await expect(page.getByText('Zeitumstellung')).toHaveCount(0);
  await expect(firstSectionOfField(page, 'Bis')).toBeFocused();

  const otherCoachSession = await signInDemo(page, 'coach4');
  const otherBooking = {
    ...freeEinzelcoaching(date, '12:00', '12:45'),
    participantId: await participantIdOf(page, email, otherCoachSession),
  };
  await callPortal(page.request, createOwnAppointment, otherBooking, otherCoachSession);
  await typeInto(page, 'Von', '1230');
  await typeInto(page, 'Bis', '1300');
  await page.getByRole('checkbox', { name: /Direkt/ }).check();
  await page.getByRole('combobox').fill(email);
  await page.getByRole('option', { name: 'Robin Reise' }).click();
  await createButton(page).click();
  await expect(page.getByText('Zu dieser Zeit ist schon ein anderer Termin gebucht.')).toBeVisible();
  await expect(page.getByRole('combobox')).toBeFocused();

  await page.getByRole('radio', { name: 'Speedcoaching' }).check();
  await expect(page.getByRole('checkbox', { name: /Direkt/ })).toBeDisabled();
  await expect(page.getByText('Ein Speedcoaching kann nicht für jemanden gebucht werden.')).toBeVisible();
});

test('a duration or date outside its limits is reported at its field, before sending if possible [7.2] [7.19]', async ({
  page,
  browser,
}) => {
  const [date, today] = [unusedDay(), dateOf(new Date())];
  const coachSession = await actAsDemo(page, 'coach3');
  const email = await actAsNewParticipantWithEmail(await (await browser.newContext()).newPage());
  const participantId = await participantIdOf(page, email, coachSession);
  const qualificationStart = addDays(today, -3);
  await withDatabase((db) =>
    db
      .updateTable('participant')
      .set({ qualification_start: qualificationStart, qualification_end: addDays(today, 90) })
      .where('person_id', '=', participantId)
      .execute(),
  );
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('createOneAppointment.php')) requestCount += 1;
  });
  await fillForm(page, date, '0600', '2300');
  await page.getByRole('checkbox', { name: /Direkt/ }).check();
  await page.getByRole('combobox').fill(email);
  await page.getByRole('option', { name: 'Robin Reise' }).click();
  const sendAndExpectError = async (label: string, sentence: string) => {
    await createButton(page).click();
    await expect(page.getByRole('group', { name: label })).toHaveAccessibleDescription(sentence);
    await expect(firstSectionOfField(page, label)).toBeFocused();
    await expect(page.getByRole('combobox')).toHaveValue('Robin Reise');
  };
  await sendAndExpectError('Bis', tooLongMessage);
  await expectAccessible(page);
  await typeInto(page, 'Bis', '0645');
  await typeDate(page, addDays(today, -20));
  await sendAndExpectError('Datum', recordingMessages.tooLongAgo);
  expect(requestCount).toBe(0);

  // Only the server knows when the qualification began.
  await typeDate(page, addDays(today, -5));
  await sendAndExpectError('Datum', recordingMessages.beforeQualification);
  await typeDate(page, date);
  await createButton(page).click();
  await expect(toastOf(page, successMessage)).toBeVisible();
  expect(requestCount).toBe(2);
});

test('typing into an empty date or time field begins at its first part, wherever the field was tapped [7.2]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  for (const [path, label, digits, text] of [
    ['/new-appointment-admin', 'Von', '1000', '10:00'],
    ['/invite?dialog=person', 'Beginn der Qualifizierung', '24122031', '24.12.2031'],
  ] as const) {
    await page.goto(path);
    const field = page.getByRole('group', { name: label });
    await field.getByRole('spinbutton').last().click();
    await page.keyboard.type(digits);
    await expect(field).toContainText(text);
    // In a field with a value, a part is changed by itself.
    await field.getByRole('spinbutton').last().click();
    await expect(field.getByRole('spinbutton').last()).toBeFocused();
  }
});

test('an empty form asks for the missing values; without a connection the form keeps its values [7.2]', async ({
  page,
}) => {
  await actAsDemo(page, 'coach3');
  await page.goto('/new-appointment-coach');
  await createButton(page).click();
  await expect(page.getByText('Bitte wähle einen Typ aus.')).toBeVisible();
  await expect(page.getByText('Bitte wähle eine Uhrzeit aus.')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'Einzelcoaching' })).toBeFocused();
  await expectAccessible(page);

  await fillForm(page, unusedDay(), '0800', '0845');
  await failCall(page, 'coach/createOneAppointment', 'no connection');
  await createButton(page).click();
  await expect(toastOf(page, 'Es ist ein unerwarteter Fehler aufgetreten!')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'nicht erreichbar' })).toBeVisible();
  await restoreCall(page, 'coach/createOneAppointment');
  await createButton(page).click();
  await expect(createdAppointments(page)).toHaveCount(1);
});

test('the overview has 15 rows a page, keeps a filter in the URL, shows details and deletes rows [7.8] [7.9]', async ({
  page,
  browser,
}) => {
  const [date, coachSession] = [unusedDay(), await actAsDemo(page, 'coach4')];
  const email = await actAsNewParticipantWithEmail(await (await browser.newContext()).newPage());
  const bookedParticipantId = await participantIdOf(page, email, coachSession);
  for (let hour = 6; hour < 22; hour++) {
    const [from, till] = [`${hour}`.padStart(2, '0') + ':00', `${hour}`.padStart(2, '0') + ':45'];
    const participantId = hour === 6 ? bookedParticipantId : null;
    await callPortal(
      page.request,
      createOwnAppointment,
      { ...freeEinzelcoaching(date, from, till), participantId },
      coachSession,
    );
  }
  await page.goto(`/appointment-overview-coach?von=${date}&bis=${date}`);
  await expect(appointmentRows(page)).toHaveCount(15);
  await expect(page.getByText('16 Termine gefunden')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Gebucht 1' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Frei 15' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Versäumt 0' })).toBeChecked();

  await expect(appointmentRows(page).first()).toContainText(`${weekday(date).slice(0, 2)}, ${germanDate(date)}`);
  await appointmentRows(page)
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(detailsPanel(page).getByRole('link', { name: email })).toBeVisible();
  await expect(detailsPanel(page)).toContainText('Fachkraft für Lagerlogistik');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(detailsPanel(page)).toHaveCount(0);
  await expect(appointmentRows(page).first()).toBeFocused();
  await expect(
    appointmentRows(page)
      .first()
      .getByRole('button', { name: /^Buchen/ }),
  ).toHaveCount(0);
  await expect(
    appointmentRows(page)
      .nth(1)
      .getByRole('button', { name: /^Details/ }),
  ).toBeDisabled();
  await expect(
    appointmentRows(page)
      .nth(1)
      .getByRole('button', { name: /^Details/ }),
  ).toHaveAccessibleDescription('Noch nicht gebucht, daher keine Details');
  await expectAccessible(page);

  // After the only appointment on the second page is deleted, the first page is shown.
  await page.getByRole('button', { name: 'Zu Seite 2', exact: true }).click();
  await expect(page).toHaveURL(/seite=2/);
  await expect(appointmentRows(page)).toHaveCount(1);
  await page.reload();
  await (await askToDelete(page, appointmentRows(page))).press('Enter');
  await expect(toastOf(page, 'Termin gelöscht!')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(15);
  await expect(page).not.toHaveURL(/seite=/);
  await expect(appointmentRows(page).first()).toBeFocused();

  await page.getByRole('checkbox', { name: 'Frei 14' }).click();
  await expect(page).toHaveURL(/ohne=frei/);
  await expect(appointmentRows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Gebucht 1' }).click();
  await expect(page.getByText('Keine Termine gefunden')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(appointmentRows(page)).toHaveCount(1);
});

test('a failed deletion is shown where it was asked for, and the appointment stays [7.9]', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const [date, coachSession] = [unusedDay(), await actAsDemo(page, 'coach')];
  await callPortal(page.request, createOwnAppointment, freeEinzelcoaching(date, '10:00', '10:45'), coachSession);
  await failCall(page, 'coach/deleteAppointment', 'no connection');
  await page.goto(`/appointment-overview-coach?von=${date}&bis=${date}`);
  const deleteItem = await askToDelete(page, appointmentRows(page));
  // The item stops asking after five seconds without a click, or when it loses the focus.
  await page.keyboard.press('ArrowUp');
  await expect(deleteItem).toHaveText('Löschen');
  await deleteItem.press('Enter');
  await deleteItem.press('Enter');
  await expect(toastOf(page, 'Termin konnte nicht gelöscht werden!')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(1);
  await expect(appointmentRows(page).getByRole('button', { name: /^Aktionen/ })).toBeFocused();

  await page.goto(`/calendar?tag=${date}`);
  await calendarEntry(page, /10:00.*Frei/).click();
  const deleteButton = page.getByRole('dialog').getByRole('button', { name: /Löschen|Sicher/ });
  await deleteButton.click();
  await deleteButton.click();
  await expect(page.getByRole('dialog')).toContainText('Termin konnte nicht gelöscht werden!');
});

test('a missed appointment is shown as Versäumt, any other past one as Beendet [7.8]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  const pastAppointment = {
    id: 1,
    date: '2026-03-02',
    timeSlot: '10:00 - 10:45',
    status: 'G',
    isSpeedcoaching: 0,
    reserved: false,
    heldUntil: null,
    coachId: 2,
    takeBackUntil: null,
    attended: false,
    participantId: 5,
    href: null,
    note: '',
    participantFullName: 'Cleo Rat',
    participantPhoneNumber: '',
    participantEmail: '',
    participantLocation: '',
    participantQualification: '',
    coachFullName: 'Katharina Brandt',
  };
  const data = [
    pastAppointment,
    { ...pastAppointment, id: 2, status: 'V' },
    { ...pastAppointment, id: 3, attended: true },
  ];
  const meta = { status: 'success', total: 3, counts: { booked: 2, free: 10_000, missed: 1 } };
  await mockAnswer(page, 'coach/appointmentOverview', { data, meta });
  await page.goto('/appointment-overview-coach?ohne=frei');
  await expect(appointmentRows(page)).toContainText(['Beendet', 'Versäumt', 'Beendet War da.']);
  await expect(page.getByText('War da.')).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: 'Frei 9999+' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Letzte 30 Tage' }).click();
  await expect(page).toHaveURL(/von=.*ohne=frei/);
});

test('the server’s reason for refusing a deletion is shown [7.9]', async ({ page }) => {
  const [date, coachSession] = [unusedDay(), await actAsDemo(page, 'coach2')];
  await callPortal(page.request, createOwnAppointment, freeEinzelcoaching(date, '10:00', '10:45'), coachSession);
  await mockRefusal(page, 'coach/deleteAppointment', 'Gerade gebucht.');
  await page.goto(`/appointment-overview-coach?von=${date}&bis=${date}`);
  await (await askToDelete(page, appointmentRows(page))).press('Enter');
  await expect(toastOf(page, 'Gerade gebucht.')).toBeVisible();
});
