import { lockParticipant } from '../../people/exports.ts';
import type { AuditAction } from '../../audit/actions.rules.ts';
import { catchViolation, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import { recordChange, type RecordingDependencies } from '../../appointments/exports.ts';
import { readBookingSnapshot } from '../../mail/exports.ts';
import { createParticipantAndCoachMails, type OutcomeKind } from '../../mail/outcome/rules.ts';
import { isRecordedLate } from '../../appointments/rules.ts';
import { findFreeQuotaNumber } from '../rules.ts';
import { cancelBooking, findParties, releaseSlot, type Parties } from '../sql.ts';
import { statuses } from '../../../shared/coaching.ts';
import { planSteps, type AdminAction, type BookingToChange, type Step } from './rules.ts';
import * as sql from './sql.ts';

/** An admin's action on an appointment. */
interface Change {
  appointment: number;
  action: AdminAction;
  /** Whether the slot of a cancelled booking becomes free again. */
  release: boolean;
  /** Why a booking is cancelled, for the mails; '' and undefined without a reason. */
  reason?: string | undefined;
  /** The status that the admin saw; if undefined, the appointment is changed whatever its status is. */
  seenStatus?: BookingToChange['status'] | undefined;
  /** Who makes the change; null for the system. */
  by: number | null;
  /** The coach who makes the change and therefore gets no mail; none by default. */
  skipMailTo?: number;
  /**
   * Whether to record that an appointment was set to booked more than 24 hours after its end (reference 7.19); false by
   * default.
   */
  markIfLate?: boolean;
}

/** The parts of the application that a change needs. */
type Dependencies = Pick<App, 'usesLocks'> & RecordingDependencies;

type Refusal =
  'statusChanged' | 'notBooked' | 'notStarted' | 'inactive' | 'absent' | 'slotTaken' | 'participantOverlap';

const refusalsByConstraint = {
  appointment_in_absence: 'absent',
  appointment_coach_overlap: 'slotTaken',
  appointment_participant_overlap: 'participantOverlap',
} as const;

/** The kind of the mail and the action of the audit entry for each action of an admin. */
const consequences: Record<AdminAction, { mail: OutcomeKind; auditAction: AuditAction }> = {
  cancelled: { mail: 'appointmentCancelledByUs', auditAction: 'cancelledByAdmin' },
  goodwill: { mail: 'appointmentGoodwill', auditAction: 'goodwillGranted' },
  missed: { mail: 'appointmentMissed', auditAction: 'setToMissed' },
  booked: { mail: 'appointmentSetBack', auditAction: 'setBackToBooked' },
};

/**
 * Locks the participant, then the coach of an appointment, and returns their ids, or null for an unknown id or an
 * anonymised participant. For a free appointment it locks nobody.
 */
export async function lockParties(tx: Tx, app: Pick<App, 'usesLocks'>, appointment: number): Promise<Parties | null> {
  const parties = await findParties(tx, appointment);
  if (!parties || parties.participant === null) return parties;
  await lockParticipant(tx, parties.participant, app.usesLocks);
  await sql.lockCoach(tx, parties.coach);
  return parties;
}

/**
 * Applies an admin's action to an appointment in the given transaction, queues the mails and writes the audit entry
 * (reference 4.10). Setting the current state changes nothing. Locks the participant, the coach, then the appointment.
 * Throws the refusals of the call, and 404 for an unknown appointment or an anonymised participant. Returns the ids of
 * the freed slots. The caller offers them to the waiting list (`offerFreedSlots`) at the end of the transaction; a
 * caller with several changes offers all their slots together.
 */
export async function applyAdminAction(
  tx: Tx,
  app: Dependencies,
  change: Change,
  refuse: (code: Refusal) => ServerError,
): Promise<number[]> {
  const parties = await lockParties(tx, app, change.appointment);
  if (!parties) throw notFound();
  return applyAdminActionToLocked(tx, app, parties, change, refuse);
}

/** Like `changeByAdmin`, but the caller has already locked the parties of the appointment with `lockParties`. */
export async function applyAdminActionToLocked(
  tx: Tx,
  app: Dependencies,
  { participant, coach }: Parties,
  { appointment, action, release, reason = '', seenStatus, by, skipMailTo, markIfLate = false }: Change,
  refuse: (code: Refusal) => ServerError,
): Promise<number[]> {
  if (participant === null) throw refuse('notBooked');
  const booking = await sql.lockBooking(tx, app, appointment);
  if (!booking) throw notFound();
  const { now, endsAt, selfBooked, quotaNumbers } = booking;
  const steps = planSteps(booking, action, { release, now });
  if (steps.length === 0) return [];
  if (seenStatus !== undefined && seenStatus !== booking.status) throw refuse('statusChanged');
  if (typeof steps === 'string') throw refuse(steps);

  const kind = action === 'goodwill' ? 'goodwill' : 'byAdmin';
  const before = await readBookingSnapshot(tx, appointment);
  const freedSlots: number[] = [];
  const performStep: Record<Step, () => Promise<void>> = {
    cancel: () => cancelBooking(tx, appointment, { kind, by, reason, at: now }),
    release: async () => void freedSlots.push(await releaseSlot(tx, appointment)),
    miss: () => sql.setBookedOrMissed(tx, appointment, statuses.missed),
    restoreBooking: () => sql.setBookedOrMissed(tx, appointment, statuses.booked),
    changeCancelKind: () => sql.setCancelKind(tx, appointment, kind),
    rebook: async () => {
      await sql.deleteReleasedSlot(tx, appointment);
      await sql.rebook(tx, appointment, selfBooked ? findFreeQuotaNumber(quotaNumbers) : null);
    },
  };
  const violation = await catchViolation(refusalsByConstraint, async () => {
    for (const step of steps) await performStep[step]();
    if (markIfLate && by !== null && action === 'booked' && isRecordedLate(endsAt, now))
      await sql.markRecordedLate(tx, appointment, { by, at: now });
  });
  if (violation) throw refuse(violation);
  const { mail, auditAction } = consequences[action];
  await recordChange(tx, app, {
    appointment,
    before,
    after: await readBookingSnapshot(tx, appointment),
    participant,
    previousAppointment: null,
    mails: createParticipantAndCoachMails(mail, appointment, { participant, coach }),
    byParticipant: false,
    skipMailTo: skipMailTo ?? null,
    action: auditAction,
    by,
    at: now,
  });
  return freedSlots;
}
