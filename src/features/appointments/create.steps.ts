import { isParticipantActive, lockParticipant } from '../people/exports.ts';
import { audit } from '../audit/exports.ts';
import { readClock, catchViolation, type Tx } from '../../platform/database/db.ts';
import { type ServerError, notFound } from '../../platform/server-error.ts';
import { readBookingSnapshot } from '../mail/exports.ts';
import { createParticipantAndCoachMails } from '../mail/outcome/rules.ts';
import { offerFreedSlots } from '../waiting/exports.ts';
import { recordChange, type RecordingDependencies } from './record-change.steps.ts';
import { intervalOf, isRecordedLate, isTooLong, recordingProblem, type NewAppointmentForm } from './rules.ts';
import * as sql from './sql.ts';

/** A new appointment of a coach, entered by the person `by`; with a participant it is booked immediately. */
interface NewAppointment extends NewAppointmentForm {
  coach: number;
  by: number;
  participantId: number | null;
  /** Whether an admin enters it for a coach; then it may be at any time in the past (reference 7.19). */
  byAdmin: boolean;
}

type Refusal =
  'overlap' | 'participantOverlap' | 'invalidTime' | 'tooLong' | 'inPast' | 'notBookable' | 'inactive' | 'absent';

const refusalsByConstraint = {
  appointment_in_absence: 'absent',
  appointment_coach_overlap: 'overlap',
  appointment_participant_overlap: 'participantOverlap',
} as const;

/**
 * Creates an appointment in the given transaction, with its mails and audit entry, and returns its id; null for an
 * unknown coach. Throws the refusals of reference 7.1. A booking entered by staff takes no quota number, and may be in
 * the past if the session took place without a booking (reference 7.19). A free appointment is offered to the waiting
 * list.
 */
export async function createNewAppointment(
  tx: Tx,
  app: RecordingDependencies,
  { coach, by, participantId, byAdmin, ...form }: NewAppointment,
  refuse: (code: Refusal, message?: string) => ServerError,
): Promise<number | null> {
  // The participant is locked first, as in every other transaction.
  if (participantId !== null && !(await lockParticipant(tx, participantId))) throw notFound();
  const coachRow = await sql.lockCoach(tx, coach);
  if (!coachRow) return null;
  const interval = intervalOf(form);
  if (typeof interval === 'string') throw refuse('invalidTime', interval);
  const isSpeedcoaching = form.type === 'Speedcoaching';
  if (participantId !== null && !isSpeedcoaching && isTooLong(interval)) throw refuse('tooLong');
  if (isSpeedcoaching && participantId !== null) throw refuse('notBookable');
  if (participantId !== null && !(await isParticipantActive(tx, participantId))) throw refuse('inactive');
  if (!coachRow.active) throw refuse('inactive', 'Dieser Coach ist nicht aktiv.');
  const now = await readClock(tx, app.clock);
  if (participantId === null && interval.startsAt <= now) throw refuse('inPast');
  if (participantId !== null && !byAdmin) {
    const qualificationStart = await sql.selectQualificationStart(tx, participantId);
    const message = recordingProblem({ startsAt: interval.startsAt, qualificationStart, now });
    if (message !== null) throw refuse('inPast', message);
  }

  let id = 0;
  const violation = await catchViolation(refusalsByConstraint, async () => {
    id = await sql.insertAppointment(tx, {
      ...interval,
      coach,
      typeId: isSpeedcoaching ? sql.typeIds.Speedcoaching : sql.typeIds.Einzelcoaching,
      participant: participantId,
      by,
      now,
      recordedLate: byAdmin && participantId !== null && isRecordedLate(interval.endsAt, now),
    });
  });
  if (violation) throw refuse(violation);
  if (participantId === null) {
    // A free appointment has no participant and no mails, so `recordChange` does not apply.
    await audit(tx, { actor: by, action: 'appointmentCreated', appointment: id });
    await offerFreedSlots(tx, app, [id]);
    return id;
  }
  await recordChange(tx, app, {
    appointment: id,
    before: null,
    after: await readBookingSnapshot(tx, id),
    participant: participantId,
    previousAppointment: null,
    mails: createParticipantAndCoachMails('appointmentBooked', id, { participant: participantId, coach }),
    byParticipant: false,
    // A coach who records a past session needs no mail. The mail about an upcoming session adds it to their calendar.
    skipMailTo: interval.startsAt > now ? null : by,
    action: 'booked',
    by,
    at: now,
  });
  return id;
}
