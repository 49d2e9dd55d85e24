import { isActive, lockParticipant } from '../accounts/sql.ts';
import { audit } from '../server/audit.ts';
import { refusedBy, type Clock, type Tx } from '../server/db.ts';
import type { Refused } from '../server/refusal.ts';
import { notFound } from '../server/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { stretchOf, type NewAppointmentForm } from './rules.ts';
import * as sql from './sql.ts';

/** A new appointment of a coach, by whom it is entered; with a participant it is booked at once. */
interface NewAppointment extends NewAppointmentForm {
  coach: number;
  by: number;
  participantId: number | null;
}

type Refusal = 'overlap' | 'participantOverlap' | 'invalidTime' | 'inPast' | 'notBookable' | 'inactive';

const meanings = {
  appointment_coach_overlap: 'overlap',
  appointment_participant_overlap: 'participantOverlap',
} as const;

/**
 * Creates an appointment in the transaction given, with its mails and audit entry, and answers its id; null for an
 * unknown coach. Throws the refusals of contract §6. A booking entered by staff takes no quota number, and may lie in
 * the past: a coaching that was held without one.
 */
export async function create(
  tx: Tx,
  clock: Clock,
  { coach, by, participantId, ...form }: NewAppointment,
  refuse: (code: Refusal, message?: string) => Refused,
): Promise<number | null> {
  // The participant first, as everywhere.
  if (participantId !== null && !(await lockParticipant(tx, participantId))) throw notFound();
  const owner = await sql.lockCoach(tx, coach);
  if (!owner) return null;
  const stretch = stretchOf(form);
  if (typeof stretch === 'string') throw refuse('invalidTime', stretch);
  const speed = form.type === 'Speedcoaching';
  if (speed && participantId !== null) throw refuse('notBookable');
  if (participantId !== null && !(await isActive(tx, participantId))) throw refuse('inactive');
  if (!owner.active) throw refuse('inactive', 'Dieser Coach ist nicht aktiv.');
  const now = await sql.readClock(tx, clock);
  if (participantId === null && stretch.startsAt <= now) throw refuse('inPast');

  let id = 0;
  const broken = await refusedBy(meanings, async () => {
    id = await sql.addAppointment(tx, {
      ...stretch,
      coach,
      typeId: speed ? 2 : 1,
      participant: participantId,
      by,
      now,
    });
  });
  if (broken) throw refuse(broken);
  if (participantId === null) {
    await audit(tx, { actor: by, action: 'appointmentCreated', appointment: id });
    return id;
  }
  // Whoever enters what has been is not told of it by mail.
  if (stretch.startsAt > now)
    await queueMail(tx, [
      { kind: 'appointmentBooked', person: participantId, appointment: id },
      { kind: 'appointmentBooked', person: coach, appointment: id },
    ]);
  await audit(tx, { actor: by, action: 'booked', person: participantId, appointment: id });
  return id;
}
