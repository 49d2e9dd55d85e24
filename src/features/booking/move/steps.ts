import { lockParticipant } from '../../people/exports.ts';
import { intervalOf, type IntervalForm } from '../../appointments/rules.ts';
import { recordChange } from '../../appointments/exports.ts';
import { audit } from '../../audit/exports.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import { catchViolation, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { offerFreedSlots } from '../../waiting/exports.ts';
import { moveToSlot } from '../reschedule/steps.ts';
import { findParties } from '../sql.ts';
import { findMovedRow, whyNotMove, type MoveRefusal } from './rules.ts';
import * as sql from './sql.ts';

/** A move requested by staff. */
interface StaffMove {
  appointment: number;
  /** The coach to whom the appointment must belong; null for any coach. */
  owner: number | null;
  /** The new coach. */
  coach: number;
  /** The new date and times, as entered in the form. */
  form: IntervalForm;
  /** '' without a reason. */
  reason: string;
  /** Whether the old slot of a booking becomes free again. */
  release: boolean;
  /** Who moves the appointment. */
  by: number;
}

/**
 * The output of the calls: the id of the row that stores the appointment after the move, and whether a booking has
 * replaced a free Einzelcoaching.
 */
interface MoveOutput {
  data: { appointmentId: number };
  usedFree: boolean;
}

const refusalsByConstraint = {
  appointment_in_absence: 'absent',
  appointment_coach_overlap: 'overlap',
  appointment_participant_overlap: 'participantOverlap',
} as const;

/**
 * Moves an appointment in the given transaction, queues the mails and writes the audit entry (reference 4.17). A free
 * appointment keeps its row; a booking gets another row. Locks the participant, then the coaches in order of id, then
 * the appointments in order of id. Returns the output of the call. Throws the refusals of the call, and 404 for an
 * unknown appointment or one that does not belong to `owner`.
 */
export async function moveByStaff(
  tx: Tx,
  app: App,
  move: StaffMove,
  refuse: (code: MoveRefusal | 'invalidTime', message?: string) => ServerError,
): Promise<MoveOutput> {
  const { appointment, owner, coach, form, reason, release, by } = move;
  const parties = await findParties(tx, appointment);
  if (!parties || (owner !== null && parties.coach !== owner)) throw notFound();
  const interval = intervalOf(form);
  if (typeof interval === 'string') throw refuse('invalidTime', interval);
  const to = { coach, ...interval };
  if (app.usesLocks) {
    if (parties.participant !== null) await lockParticipant(tx, parties.participant);
    await sql.lockCoaches(tx, [parties.coach, coach]);
    await sql.lockAppointments(tx, appointment, to);
  }
  const facts = await sql.selectMoveFacts(tx, app, appointment, to);
  if (!facts) throw notFound();
  const { row, now } = facts;
  // If the appointment was booked or moved before it was locked, the wrong people are locked, so start again.
  if (row.participant !== parties.participant || row.coach !== parties.coach) return moveByStaff(tx, app, move, refuse);
  const alreadyMovedTo = findMovedRow(appointment, facts, to);
  if (alreadyMovedTo !== null) return { data: { appointmentId: alreadyMovedTo }, usedFree: false };
  const refusal = whyNotMove(facts, to);
  if (refusal) throw refuse(refusal);

  const { participant } = row;
  if (participant === null) {
    const violation = await catchViolation(refusalsByConstraint, () => sql.updateFreeAppointment(tx, appointment, to));
    if (violation) throw refuse(violation);
    // A free appointment has no participant and no mails, so `recordChange` does not apply.
    await audit(tx, { actor: by, action: 'appointmentMoved', person: coach, appointment });
    await offerFreedSlots(tx, app, [appointment]);
    return { data: { appointmentId: appointment }, usedFree: false };
  }
  const allowedMove = {
    booking: row,
    participant,
    from: appointment,
    to,
    freeSlot: facts.matchingFreeSlot,
    release,
    byStaff: true,
    by,
    reason,
    at: now,
  };
  let appointmentId = appointment;
  const violation = await catchViolation(refusalsByConstraint, async () => {
    const { change, freedSlots } = await moveToSlot(tx, allowedMove);
    await recordChange(tx, app, change, freedSlots);
    appointmentId = change.appointment;
  });
  if (violation) throw refuse(violation);
  return { data: { appointmentId }, usedFree: facts.matchingFreeSlot !== null };
}
