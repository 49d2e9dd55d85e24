import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { planAbsence } from '../../src/features/absences/contract.ts';
import { createAppointment, createOwnAppointment } from '../../src/features/appointments/contract.ts';
import { timeMessages } from '../../src/features/appointments/rules.ts';
import { toActionFlags, changeBooking } from '../../src/features/booking/admin/contract.ts';
import { bookOwnSlotForParticipant, undoDirectBooking } from '../../src/features/booking/direct/contract.ts';
import { setMissed } from '../../src/features/booking/missed/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { changeActiveStatus } from '../../src/features/participants/contract.ts';
import { rateCoaching, toSubmission } from '../../src/features/ratings/contract.ts';
import { addDays, dateOf, germanDate } from '../../src/shared/berlin.ts';
import { nextClockChange } from '../support/next-days.ts';
import { expectAccessible } from './axe.ts';
import { unusedDay, appointmentRows } from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { actAsNewCoach, createCoach } from './new-coaches.ts';
import { withDatabase } from './past-coaching.ts';
import { actAsDemo, signInDemo } from './people.ts';
import {
  chooseAction,
  chooseParticipant,
  dialog,
  freeSlotInput,
  createFreeSlot,
  overviewPath,
  createParticipant,
  typeInto,
} from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/** Moves an appointment in the database so that it began some minutes ago. */
const moveToPast = (appointmentId: number, minutesAgo = 5) =>
  withDatabase((db) =>
    sql`
      UPDATE appointment SET starts_at = now() - ${minutesAgo} * interval '1 minute',
        ends_at = now() - ${minutesAgo} * interval '1 minute' + interval '45 minutes'
      WHERE id = ${appointmentId}
    `.execute(db),
  );

test('moving a booking shows each refusal at its field, and the form keeps its input [4.17] [4.22] [7.19]', async ({
  page,
}) => {
  const adminSession = await actAsDemo(page, 'admin');
  const [bookedCoach, colleague, leavingCoach] = [
    await createCoach(page),
    await createCoach(page),
    await createCoach(page),
  ];
  const date = unusedDay();
  const [absentDate, busyDate] = [addDays(date, 2), addDays(date, 3)];
  const { id: participantId } = await createParticipant(page, await signInDemo(page, 'coach'));
  const book = (coachId: number, onDate: string) =>
    callPortal(page.request, createAppointment, { ...freeSlotInput(onDate), participantId, coachId }, adminSession);
  const { appointmentId } = (await book(bookedCoach.id, date)).data;
  await book(colleague.id, busyDate);
  const absence = {
    fromDate: absentDate,
    fromTime: null,
    tillDate: absentDate,
    tillTime: null,
    kind: 'other' as const,
  };
  await callPortal(
    page.request,
    planAbsence,
    { ...absence, coachId: bookedCoach.id, apply: true, decisions: [] },
    adminSession,
  );

  await page.goto(`${overviewPath(date, 'admin')}&coach=${bookedCoach.id}&ohne=frei`);
  await chooseAction(page, 'Verschieben');
  await dialog(page).getByRole('textbox', { name: 'Grund (optional)' }).fill('Fortbildung');
  const submitAndExpectError = async () => {
    await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
    await expect(toastOf(page, 'Der Termin konnte nicht verschoben werden!').first()).toBeVisible();
  };
  const field = (label: string) => dialog(page).getByRole('group', { name: label });
  const typeDate = (day: string) => typeInto(page, 'Datum', germanDate(day).replaceAll('.', ''));

  await typeDate(nextClockChange('spring'));
  await typeInto(page, 'Von', '0230');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(field('Bis')).toHaveAccessibleDescription(timeMessages.clockChange);
  await typeInto(page, 'Von', '0900');
  await typeInto(page, 'Bis', '1301');
  await dialog(page).getByRole('button', { name: 'Verschieben' }).click();
  await expect(field('Bis')).toHaveAccessibleDescription(moveAppointment.refusals.tooLong);
  await typeInto(page, 'Von', '1015');

  await typeDate(absentDate);
  await submitAndExpectError();
  await expect(field('Datum')).toHaveAccessibleDescription(moveAppointment.refusals.absent);

  await typeDate(busyDate);
  await submitAndExpectError();
  await expect(field('Von')).toHaveAccessibleDescription(moveAppointment.refusals.participantOverlap);
  await expectAccessible(page);

  // No coach has this name, so Enter must not move the booking to the previously chosen coach.
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await dialog(page).getByRole('combobox', { name: 'Coach' }).fill('Niemand');
  await expect(page.getByText('Kein aktiver Coach mit diesem Namen.')).toBeVisible();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('combobox', { name: 'Coach' }).fill(leavingCoach.name);
  await page.getByRole('option', { name: leavingCoach.name }).click();
  expect(requestedUrls.filter((url) => url.includes(moveAppointment.path))).toEqual([]);
  await withDatabase((db) =>
    db.updateTable('coach').set({ active: false }).where('person_id', '=', leavingCoach.id).execute(),
  );
  await submitAndExpectError();
  await expect(dialog(page).getByRole('alert')).toContainText(moveAppointment.refusals.inactive);

  await moveToPast(appointmentId);
  await submitAndExpectError();
  await expect(dialog(page).getByRole('alert')).toContainText(moveAppointment.refusals.started);

  await callPortal(page.request, changeBooking, { appointmentId, action: toActionFlags('cancelled') }, adminSession);
  await submitAndExpectError();
  await expect(dialog(page).getByRole('alert')).toContainText(moveAppointment.refusals.notBooked);
  await expectAccessible(page);

  await expect(dialog(page).getByRole('combobox', { name: 'Coach' })).toHaveValue(leavingCoach.name);
  await expect(dialog(page).getByRole('textbox', { name: 'Grund (optional)' })).toHaveValue('Fortbildung');
  await expect(field('Von')).toContainText('10:15');
  await expect(field('Bis')).toContainText('11:00');
});

test('booking for a participant on the phone shows each refusal at its field, and the participant stays chosen [4.19] [4.22] [8.10]', async ({
  page,
}) => {
  const coachSession = await actAsNewCoach(page);
  const adminSession = await signInDemo(page, 'admin');
  const date = unusedDay();
  const appointmentId = await createFreeSlot(page, coachSession, date);
  const { email, id: participantId } = await createParticipant(page, coachSession);
  await page.goto(overviewPath(date));
  await chooseAction(page, 'Für jemanden buchen');
  await chooseParticipant(page, email);
  const submitAndExpectError = async () => {
    await dialog(page).getByRole('button', { name: 'Buchen' }).click();
    await expect(toastOf(page, 'Der Termin konnte nicht gebucht werden!').first()).toBeVisible();
  };
  const participantField = dialog(page).getByRole('combobox', { name: /Teilnehmer:in/ });

  const setActive = (isActive: boolean) =>
    callPortal(page.request, changeActiveStatus, { participantId, participantStatus: isActive ? 0 : 1 }, adminSession);
  await setActive(false);
  await submitAndExpectError();
  await expect(participantField).toHaveAccessibleDescription(bookOwnSlotForParticipant.refusals.inactive);
  await expectAccessible(page);
  await setActive(true);

  // Simulates the end of the hour in which a coach can book for a participant found by e-mail.
  await withDatabase((db) => db.deleteFrom('found_participant').where('person_id', '=', participantId).execute());
  await submitAndExpectError();
  await expect(participantField).toHaveAccessibleDescription(
    /^Diese Person bitte noch einmal mit der vollständigen E-Mail/,
  );
  await expect(participantField).toHaveValue('Robin Reise');
  await participantField.fill(email);
  await page.getByRole('option', { name: 'Robin Reise' }).click();

  await moveToPast(appointmentId);
  await submitAndExpectError();
  await expect(dialog(page).getByRole('alert')).toContainText(bookOwnSlotForParticipant.refusals.started);
  await expectAccessible(page);
  await expect(participantField).toHaveValue('Robin Reise');
});

test('booking more than four hours for a caller is refused at the field before sending [4.22] [7.19]', async ({
  page,
}) => {
  const coachSession = await actAsNewCoach(page);
  const date = unusedDay();
  await createFreeSlot(page, coachSession, date, '08:00', '12:01');
  const { email } = await createParticipant(page, coachSession);
  await page.goto(overviewPath(date));
  await chooseAction(page, 'Für jemanden buchen');
  await chooseParticipant(page, email);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await dialog(page).getByRole('button', { name: 'Buchen' }).click();
  const participantField = dialog(page).getByRole('combobox', { name: /Teilnehmer:in/ });
  await expect(participantField).toHaveAccessibleDescription(bookOwnSlotForParticipant.refusals.tooLong);
  await expect(participantField).toHaveValue('Robin Reise');
  await expectAccessible(page);
  expect(requestedUrls.filter((url) => url.includes(bookOwnSlotForParticipant.path))).toEqual([]);
});

test('a coach who can no longer undo a booking sees the reason at the button [4.20] [4.22]', async ({ page }) => {
  const coachSession = await actAsNewCoach(page);
  const adminSession = await signInDemo(page, 'admin');
  const date = unusedDay();
  const appointmentId = await createFreeSlot(page, coachSession, date);
  const { id: participantId } = await createParticipant(page, coachSession);
  await callPortal(page.request, bookOwnSlotForParticipant, { appointmentId, participantId }, coachSession);
  await page.goto(overviewPath(date));
  const undoButton = appointmentRows(page)
    .first()
    .getByRole('button', { name: /^(Zurücknehmen|Sicher\?)/ });
  const submitAndExpectError = async () => {
    await undoButton.press('Enter');
    await undoButton.press('Enter');
    await expect(toastOf(page, 'Die Buchung konnte nicht zurückgenommen werden!').first()).toBeVisible();
  };

  await expect(undoButton).toBeVisible();
  await withDatabase((db) =>
    sql`UPDATE appointment SET booked_at = now() - interval '61 minutes' WHERE id = ${appointmentId}`.execute(db),
  );
  await submitAndExpectError();
  await expect(undoButton).toHaveAccessibleDescription(undoDirectBooking.refusals.tooLate);
  await expectAccessible(page);

  await callPortal(page.request, changeBooking, { appointmentId, action: toActionFlags('goodwill') }, adminSession);
  await submitAndExpectError();
  await expect(undoButton).toHaveAccessibleDescription(undoDirectBooking.refusals.notBooked);
  await expect(appointmentRows(page).first()).toContainText('Robin Reise');
});

test('below an appointment a coach reads why "missed" cannot be set or undone [4.21] [4.22]', async ({ page }) => {
  const coachSession = await actAsNewCoach(page);
  const adminSession = await signInDemo(page, 'admin');
  const date = addDays(dateOf(new Date()), -2);
  const participant = await createParticipant(page, coachSession);
  const createAppointmentAt = async (hour: string) => {
    const booking = { ...freeSlotInput(date, `${hour}:00`, `${hour}:45`), participantId: participant.id };
    return (await callPortal(page.request, createOwnAppointment, booking, coachSession)).data.appointmentId;
  };
  const [ratedId, overlappingId, cancelledId, oldId] = [
    await createAppointmentAt('08'),
    await createAppointmentAt('09'),
    await createAppointmentAt('10'),
    await createAppointmentAt('11'),
  ];
  await callPortal(page.request, setMissed, { appointmentId: overlappingId, missed: true }, coachSession);
  await page.goto(`/daily-plan?von=${date}&bis=${date}`);
  const buttonAt = (hour: string) =>
    page.getByRole('button', { name: new RegExp(`^(Nein, versäumt|Sicher\\?|Rückgängig) ${hour}:00 - .*Robin Reise`) });
  const expectRefusal = async (hour: string, message: string) => {
    const button = buttonAt(hour);
    await button.press('Enter');
    if ((await button.textContent()) === 'Sicher?') await button.press('Enter');
    await expect(button).toHaveAccessibleDescription(message);
    await expect(toastOf(page, 'Das hat nicht geklappt!').first()).toBeVisible();
  };
  await expect(buttonAt('11')).toBeVisible();

  const rating = { stars: [5, 5, 5, 5, 5, 5], personalFeedback: '', freeText: '', topics: [], wishes: [] };
  await callPortal(participant.request, rateCoaching, toSubmission(ratedId, rating), participant.session);
  await expectRefusal('08', setMissed.refusals.alreadyRated);

  const { id: coachId } = await createCoach(page);
  const overlappingBooking = { ...freeSlotInput(date, '09:15', '10:00'), participantId: participant.id, coachId };
  await callPortal(page.request, createAppointment, overlappingBooking, adminSession);
  await expectRefusal('09', setMissed.refusals.participantOverlap);

  await callPortal(
    page.request,
    changeBooking,
    { appointmentId: cancelledId, action: toActionFlags('cancelled') },
    adminSession,
  );
  await expectRefusal('10', setMissed.refusals.notBooked);

  await moveToPast(oldId, 8 * 24 * 60);
  await expectRefusal('11', setMissed.refusals.tooLate);
  await expectAccessible(page);
  // The messages of the other appointments are still at their buttons.
  for (const [hour, message] of [
    ['08', setMissed.refusals.alreadyRated],
    ['09', setMissed.refusals.participantOverlap],
    ['10', setMissed.refusals.notBooked],
  ] as const)
    await expect(buttonAt(hour)).toHaveAccessibleDescription(message);
});
