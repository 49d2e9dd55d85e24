import { lockParticipant } from '../accounts/sql.ts';
import type { Action } from '../audit/rules.ts';
import { audit } from '../server/audit.ts';
import { refusedBy, type Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { notFound, type Refused } from '../server/refusal.ts';
import { queueChange, type ChangeKind } from '../mail/outbox.ts';
import { freeQuotaNumber } from '../booking/rules.ts';
import { cancel, release as openAgain } from '../booking/sql.ts';
import { stepsOf, type AdminAction, type Step } from './rules.ts';
import * as sql from './sql.ts';

/** What an admin wants of an appointment; `release` opens the stretch of a cancelled booking again. */
interface Change {
  appointment: number;
  action: AdminAction;
  release: boolean;
  /** Null where the system does it. */
  by: number | null;
}

type Refusal = 'notBooked' | 'notStarted' | 'inactive' | 'slotTaken' | 'participantOverlap';

const meanings = {
  appointment_coach_overlap: 'slotTaken',
  appointment_participant_overlap: 'participantOverlap',
} as const;

const told: Record<AdminAction, { mail: ChangeKind; entry: Action }> = {
  cancelled: { mail: 'appointmentCancelledByUs', entry: 'cancelledByAdmin' },
  goodwill: { mail: 'appointmentGoodwill', entry: 'goodwillGranted' },
  missed: { mail: 'appointmentMissed', entry: 'setToMissed' },
  booked: { mail: 'appointmentSetBack', entry: 'setBackToBooked' },
};

/**
 * Carries an admin's action on an appointment out in the transaction given, with its mails and audit entry (contract
 * §6); the present state again changes nothing. Throws the refusals of the call, and 404 for an unknown appointment or
 * one of somebody anonymised. Locks the participant, the coach, then the appointment.
 */
export async function changeByAdmin(
  tx: Tx,
  app: Pick<App, 'clock' | 'locks'>,
  { appointment, action, release, by }: Change,
  refuse: (code: Refusal) => Refused,
): Promise<void> {
  const sides = await sql.findSides(tx, appointment);
  if (!sides) throw notFound();
  const { participant, coach } = sides;
  if (participant === null) throw refuse('notBooked');
  await lockParticipant(tx, participant, app.locks);
  await sql.holdCoach(tx, coach);
  const booking = await sql.lockBooking(tx, app, appointment);
  if (!booking) throw notFound();
  const { now, selfBooked, quotaNumbers } = booking;
  const steps = stepsOf(booking, action, { release, now });
  if (typeof steps === 'string') throw refuse(steps);
  if (steps.length === 0) return;

  const kind = action === 'goodwill' ? 'goodwill' : 'byAdmin';
  const carryOut: Record<Step, () => Promise<void>> = {
    cancel: () => cancel(tx, appointment, { kind, by, at: now }),
    release: () => openAgain(tx, appointment),
    miss: () => sql.setHeld(tx, appointment, 'V'),
    setBack: () => sql.setHeld(tx, appointment, 'G'),
    changeKind: () => sql.setKind(tx, appointment, kind),
    rebook: async () => {
      await sql.dropReleased(tx, appointment);
      await sql.rebook(tx, appointment, selfBooked ? freeQuotaNumber(quotaNumbers) : null);
    },
  };
  const broken = await refusedBy(meanings, async () => {
    for (const step of steps) await carryOut[step]();
  });
  if (broken) throw refuse(broken);
  const { mail, entry } = told[action];
  await queueChange(tx, app.clock, { kind: mail, appointment, people: [participant, coach] });
  await audit(tx, { actor: by, action: entry, person: participant, appointment });
}
