import { sql } from 'kysely';
import { isActiveParticipant } from '../../people/exports.ts';
import { now, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import type { CoachInterval } from '../reschedule/rules.ts';
import type { MoveFacts } from './rules.ts';

/**
 * Locks coaches in order of id, so that until the transaction ends none is deactivated and no calendar gets new rows.
 */
export async function lockCoaches(tx: Tx, coaches: number[]): Promise<void> {
  await tx
    .selectFrom('coach')
    .select('person_id')
    .where('person_id', 'in', coaches)
    .orderBy('person_id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns an SQL condition: whether `a` is a free Einzelcoaching in exactly this interval. */
const isFreeAt = ({ coach, startsAt, endsAt }: CoachInterval) => sql<boolean>`a.status = 'F' AND a.type_id = 1
  AND a.coach_id = ${coach} AND a.starts_at = ${startsAt} AND a.ends_at = ${endsAt}`;

/** Locks an appointment and the free Einzelcoaching that it may replace, in order of id. */
export async function lockRows(tx: Tx, appointment: number, to: CoachInterval): Promise<void> {
  await sql`SELECT FROM appointment a WHERE a.id = ${appointment} OR (${isFreeAt(to)}) ORDER BY a.id FOR UPDATE`.execute(
    tx,
  );
}

interface FactsRow extends Omit<MoveFacts, 'row' | 'successor'>, Omit<MoveFacts['row'], 'status'> {
  status: MoveFacts['row']['status'];
  next: number | null;
  nextStatus: string;
  nextCoach: number;
  nextStart: Date;
  nextEnd: Date;
}

/** Returns the facts that decide about a move, read after locking, the clock last; null if the appointment is gone. */
export async function selectMoveFacts(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  appointment: number,
  to: CoachInterval,
): Promise<MoveFacts | null> {
  const overlapsTarget = sql`x.starts_at < ${to.endsAt} AND ${to.startsAt} < x.ends_at AND x.id <> m.id`;
  const { rows } = await sql<FactsRow>`
    SELECT m.status, m.participant_id AS participant, m.coach_id AS coach, m.starts_at AS "startsAt",
      m.ends_at AS "endsAt", m.moved_by_staff AS "movedByStaff", m.quota_number AS "quotaNumber",
      c.active AS "coachActive", t.active AS "targetActive",
      n.id AS next, n.status AS "nextStatus", n.coach_id AS "nextCoach", n.starts_at AS "nextStart",
      n.ends_at AS "nextEnd", free.id AS "equalFree",
      EXISTS (
        SELECT FROM appointment x WHERE x.coach_id = ${to.coach} AND x.status IN ('F', 'G', 'V') AND ${overlapsTarget}
          AND x.id IS DISTINCT FROM free.id
      ) AS overlapping,
      EXISTS (
        SELECT FROM absence b WHERE b.coach_id = ${to.coach} AND b.ended_at IS NULL
          AND b.starts_at < ${to.endsAt} AND ${to.startsAt} < b.ends_at
      ) AS absent,
      EXISTS (
        SELECT FROM appointment x WHERE x.participant_id = m.participant_id AND x.status = 'G' AND ${overlapsTarget}
      ) AS "participantBusy",
      p.id IS NULL OR (${sql.raw(isActiveParticipant)}) AS "participantActive",
      ${now(clock)} AS now
    FROM appointment m JOIN coach c ON c.person_id = m.coach_id JOIN coach t ON t.person_id = ${to.coach}
      LEFT JOIN person p ON p.id = m.participant_id
      LEFT JOIN appointment n ON n.moved_from = m.id
      LEFT JOIN LATERAL (
        SELECT a.id FROM appointment a WHERE ${isFreeAt(to)} AND a.id <> m.id AND NOT EXISTS (
          SELECT FROM waiting_offer h WHERE h.appointment_id = a.id AND h.outcome IS NULL AND h.held_until > ${now(clock)}
        )
      ) free ON true
    WHERE m.id = ${appointment}
  `.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { next, nextStatus, nextCoach, nextStart, nextEnd, ...facts } = row;
  const successor =
    next === null ? null : { appointment: next, status: nextStatus, ...toCoachInterval(nextCoach, nextStart, nextEnd) };
  return { ...facts, row: facts, successor };
}

const toCoachInterval = (coach: number, startsAt: Date, endsAt: Date): CoachInterval => ({ coach, startsAt, endsAt });

/** Moves a locked free appointment and takes it out of its series; the constraint refuses an overlap. */
export async function updateFreeAppointment(
  tx: Tx,
  appointment: number,
  { coach, startsAt, endsAt }: CoachInterval,
): Promise<void> {
  await tx
    .updateTable('appointment')
    .set({ coach_id: coach, starts_at: startsAt, ends_at: endsAt, series_id: null })
    .where('id', '=', appointment)
    .execute();
}
