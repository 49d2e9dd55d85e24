import { lockParticipant } from '../../people/exports.ts';
import type { AuditAction } from '../../audit/rules.ts';
import { audit } from '../../audit/exports.ts';
import { refusedBy, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import { notFound, type ServerError } from '../../../platform/server-error.ts';
import { type AppointmentKind, queueOutcome, readStanding, type MailsOfChanges } from '../../mail/exports.ts';
import { isRecordedLate } from '../../appointments/rules.ts';
import { freeQuotaNumber } from '../rules.ts';
import { cancelBooking, findSides, releaseSlot, type Sides } from '../sql.ts';
import { statuses } from '../../../shared/coaching.ts';
import { stepsOf, type AdminAction, type ChangedBooking, type Step } from './rules.ts';
import * as sql from './sql.ts';

/** What an admin does with an appointment; `release` opens the slot of a cancelled booking again. */
interface Change {
  appointment: number;
  action: AdminAction;
  release: boolean;
  /** Why a booking is cancelled, for the mails; '' and undefined for no word. */
  reason?: string | undefined;
  /** The status that the admin saw; undefined changes any state. */
  seenStatus?: ChangedBooking['status'] | undefined;
  /** Null if the system does it. */
  by: number | null;
  /** The coach who does it with an own appointment, and gets no mail about it; by default none. */
  knowing?: number;
  /** An admin sets it in person, so what is set to booked late is marked (reference 7.19); by default nobody does. */
  marksLate?: boolean;
}

/** The parts of the application that a change needs. */
type Parts = Pick<App, 'locks'> & MailsOfChanges;

type Refusal =
  'statusChanged' | 'notBooked' | 'notStarted' | 'inactive' | 'absent' | 'slotTaken' | 'participantOverlap';

const meanings = {
  appointment_in_absence: 'absent',
  appointment_coach_overlap: 'slotTaken',
  appointment_participant_overlap: 'participantOverlap',
} as const;

/** The mail and the audit entry of each action. */
const consequences: Record<AdminAction, { mail: AppointmentKind; entry: AuditAction }> = {
  cancelled: { mail: 'appointmentCancelledByUs', entry: 'cancelledByAdmin' },
  goodwill: { mail: 'appointmentGoodwill', entry: 'goodwillGranted' },
  missed: { mail: 'appointmentMissed', entry: 'setToMissed' },
  booked: { mail: 'appointmentSetBack', entry: 'setBackToBooked' },
};

/**
 * Finds the participant (null for a free one) and the coach of an appointment, and locks them in this order; null for
 * an unknown id and for what belongs to somebody anonymised. A free one's coach is not locked.
 */
export async function lockSides(tx: Tx, app: Pick<App, 'locks'>, appointment: number): Promise<Sides | null> {
  const sides = await findSides(tx, appointment);
  if (!sides || sides.participant === null) return sides;
  await lockParticipant(tx, sides.participant, app.locks);
  await sql.holdCoach(tx, sides.coach);
  return sides;
}

/**
 * Carries out an admin's action on an appointment in the given transaction, with its mails and audit entry (reference
 * 4.10); setting the current state changes nothing. Throws the refusals of the call, and 404 for an unknown appointment
 * or one of an anonymised participant. Locks the participant, the coach, then the appointment. Returns the slots that
 * are free again, to be offered to those who wait (`offerFreed`) at the end of the transaction.
 */
export async function changeByAdmin(
  tx: Tx,
  app: Parts,
  change: Change,
  refuse: (code: Refusal) => ServerError,
): Promise<number[]> {
  const sides = await lockSides(tx, app, change.appointment);
  if (!sides) throw notFound();
  return changeLocked(tx, app, sides, change, refuse);
}

/** As `changeByAdmin`, of an appointment whose sides the transaction has locked (`lockSides`). */
export async function changeLocked(
  tx: Tx,
  app: Parts,
  { participant, coach }: Sides,
  { appointment, action, release, reason = '', seenStatus, by, knowing, marksLate = false }: Change,
  refuse: (code: Refusal) => ServerError,
): Promise<number[]> {
  if (participant === null) throw refuse('notBooked');
  const booking = await sql.lockBooking(tx, app, appointment);
  if (!booking) throw notFound();
  const { now, endsAt, selfBooked, quotaNumbers } = booking;
  const steps = stepsOf(booking, action, { release, now });
  if (steps.length === 0) return [];
  if (seenStatus !== undefined && seenStatus !== booking.status) throw refuse('statusChanged');
  if (typeof steps === 'string') throw refuse(steps);

  const kind = action === 'goodwill' ? 'goodwill' : 'byAdmin';
  const before = await readStanding(tx, appointment);
  const freed: number[] = [];
  const apply: Record<Step, () => Promise<void>> = {
    cancel: () => cancelBooking(tx, appointment, { kind, by, reason, at: now }),
    release: async () => void freed.push(await releaseSlot(tx, appointment)),
    miss: () => sql.setBookedOrMissed(tx, appointment, statuses.missed),
    restoreBooking: () => sql.setBookedOrMissed(tx, appointment, statuses.booked),
    changeCancelKind: () => sql.setCancelKind(tx, appointment, kind),
    rebook: async () => {
      await sql.dropReleased(tx, appointment);
      await sql.rebook(tx, appointment, selfBooked ? freeQuotaNumber(quotaNumbers) : null);
    },
  };
  const broken = await refusedBy(meanings, async () => {
    for (const step of steps) await apply[step]();
    if (marksLate && by !== null && action === 'booked' && isRecordedLate(endsAt, now))
      await sql.markRecordedLate(tx, appointment, { by, at: now });
  });
  if (broken) throw refuse(broken);
  const { mail, entry } = consequences[action];
  const after = await readStanding(tx, appointment);
  const mails = [participant, coach].map((person) => ({ kind: mail, person, appointment }));
  await queueOutcome(
    tx,
    app,
    { before, after, participant, left: null, mails, doer: null, knowing: knowing ?? null },
    now,
  );
  await audit(tx, { actor: by, action: entry, person: participant, appointment });
  return freed;
}
