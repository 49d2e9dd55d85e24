import { lockParticipant } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { queueMails, requeueSupersededMails, withdrawAbsenceMails, type NewMail } from '../mail/exports.ts';
import { reopenEntries } from '../waiting/exports.ts';
import { notFound, type ServerError } from '../../platform/server-error.ts';
import { readClock, catchViolation, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { findUndoRefusal } from './rules.ts';
import * as sql from './undo.sql.ts';
import { endAbsence, findAbsentCoach, lockCoaches, lockAppointments } from './sql.ts';

/** The refusals for the constraints that can prevent the undo. */
const refusalsByConstraint = {
  appointment_coach_overlap: 'changed',
  appointment_participant_overlap: 'changed',
  appointment_quota_once: 'changed',
  appointment_in_absence: 'changed',
  waiting_entry_identical_once: 'changed',
  waiting_entry_place_once: 'changed',
} as const;

/**
 * Undoes an absence in the given transaction (reference 14.3): restores its bookings and deleted slots, and withdraws
 * its unsent mails. Everyone who has already received a mail about the absence gets a mail that corrects it. Does
 * nothing if the absence was already undone. Throws the refusals of the call, and 404 for an unknown absence. Locks the
 * participants, the coaches, the absence, and then the appointments.
 */
export async function undoAbsence(
  tx: Tx,
  app: App,
  { absence, actor }: { absence: number; actor: number },
  refuse: (code: 'changed' | 'tooLate') => ServerError,
): Promise<void> {
  const coach = await findAbsentCoach(tx, absence);
  if (coach === null) throw notFound();
  const bookings = await sql.listBookings(tx, absence);
  const colleagueSlots = bookings.flatMap(({ movedTo }) => movedTo ?? []);
  if (app.usesLocks) {
    const participants = [...new Set(bookings.map(({ participant }) => participant))].sort((a, b) => a - b);
    for (const participant of participants) await lockParticipant(tx, participant);
    await lockCoaches(tx, [coach, ...bookings.flatMap(({ colleague }) => colleague ?? [])]);
  }
  const storedAbsence = await sql.lockAbsence(tx, absence, app.usesLocks);
  if (!storedAbsence) throw notFound();
  if (app.usesLocks) await lockAppointments(tx, [...bookings.map(({ appointment }) => appointment), ...colleagueSlots]);
  await sql.lockImports(tx, absence);
  const hasChanged = await sql.hasChanged(tx, absence);
  const reason = findUndoRefusal({ ...storedAbsence, hasChanged }, await readClock(tx, app.clock));
  if (reason === 'done') return;
  if (reason) throw refuse(reason);

  await endAbsence(tx, app.clock, absence, 'undone');
  const violation = await catchViolation(refusalsByConstraint, async () => {
    await sql.freeColleagueSlots(tx, colleagueSlots);
    await sql.restoreBookings(tx, absence);
    await sql.restoreSlots(tx, absence);
    await reopenEntries(tx, bookings, storedAbsence.plannedAt);
  });
  if (violation) throw refuse(violation);
  await sql.deleteChanges(tx, absence);
  await requeueSupersededMails(
    tx,
    bookings.map(({ appointment }) => appointment),
    storedAbsence.plannedAt,
  );
  // `recordChange` does not apply here: it would also mail people who have received no mail about the absence.
  const recipients = await withdrawAbsenceMails(tx, app.clock, absence);
  await queueMails(
    tx,
    recipients.map(({ person, appointment }) => createCorrectionMail(person, appointment, bookings)),
  );
  await audit(tx, { actor, action: 'absenceUndone', person: coach });
  for (const { appointment, participant } of bookings)
    await audit(tx, { actor, action: 'setBackToBooked', person: participant, appointment });
}

/**
 * Returns the mail that corrects a person's mail about the absence. It says that the booking takes place after all or,
 * to the colleague, that the booking does not take place with them.
 */
function createCorrectionMail(
  person: number,
  mailedAppointment: number,
  bookings: readonly sql.RestorableBooking[],
): NewMail {
  const booking = bookings.find(
    ({ appointment, movedTo }) => mailedAppointment === appointment || mailedAppointment === movedTo,
  );
  const appointment = booking?.appointment ?? mailedAppointment;
  return {
    kind: person === booking?.colleague ? 'appointmentNotHandedOver' : 'appointmentTakesPlace',
    person,
    appointment,
  };
}
