import { sql } from 'kysely';
import { activeParticipantCondition } from '../../people/exports.ts';
import { now, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import type { CoachInterval } from '../reschedule/rules.ts';
import type { MoveFacts } from './rules.ts';

/**
 * Locks coaches in order of id. Until the transaction ends, none of them can be deactivated and no appointment can be
 * added to their calendars.
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

/** Returns an SQL condition: whether the appointment `a` is a free Einzelcoaching in exactly this interval. */
const isFreeAtSql = ({ coach, startsAt, endsAt }: CoachInterval) => sql<boolean>`a.status = 'F' AND a.type_id = 1
  AND a.coach_id = ${coach} AND a.starts_at = ${startsAt} AND a.ends_at = ${endsAt}`;

/** Locks an appointment and, if there is one, the free Einzelcoaching at exactly its new time, in order of id. */
export async function lockAppointments(tx: Tx, appointment: number, to: CoachInterval): Promise<void> {
  await sql`
    SELECT FROM appointment a WHERE a.id = ${appointment} OR (${isFreeAtSql(to)}) ORDER BY a.id FOR UPDATE
  `.execute(tx);
}

/** The row that the query returns: all facts, with the fields of `row` and `successor` next to the other facts. */
interface FactsRow extends Omit<MoveFacts, 'row' | 'successor'>, Omit<MoveFacts['row'], 'status'> {
  status: MoveFacts['row']['status'];
  successorId: number | null;
  successorStatus: string;
  successorCoach: number;
  successorStart: Date;
  successorEnd: Date;
}

/**
 * Returns the facts that decide whether an appointment can be moved, or null if the appointment or the new coach does
 * not exist. The caller has taken the locks.
 */
export async function selectMoveFacts(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  appointment: number,
  to: CoachInterval,
): Promise<MoveFacts | null> {
  const overlapsNewTimeSql = sql`x.starts_at < ${to.endsAt} AND ${to.startsAt} < x.ends_at AND x.id <> moved.id`;
  const { rows } = await sql<FactsRow>`
    SELECT moved.status, moved.participant_id AS participant, moved.coach_id AS coach, moved.starts_at AS "startsAt",
      moved.ends_at AS "endsAt", moved.moved_by_staff AS "movedByStaff", moved.quota_number AS "quotaNumber",
      old_coach.active AS "coachActive", new_coach.active AS "newCoachActive", successor.id AS "successorId",
      successor.status AS "successorStatus", successor.coach_id AS "successorCoach",
      successor.starts_at AS "successorStart", successor.ends_at AS "successorEnd", free.id AS "matchingFreeSlot",
      EXISTS (
        SELECT FROM appointment x WHERE x.coach_id = ${to.coach} AND x.status IN ('F', 'G', 'V')
          AND ${overlapsNewTimeSql} AND x.id IS DISTINCT FROM free.id
      ) AS overlapping,
      EXISTS (
        SELECT FROM absence b WHERE b.coach_id = ${to.coach} AND b.ended_at IS NULL
          AND b.starts_at < ${to.endsAt} AND ${to.startsAt} < b.ends_at
      ) AS absent,
      EXISTS (
        SELECT FROM appointment x
        WHERE x.participant_id = moved.participant_id AND x.status = 'G' AND ${overlapsNewTimeSql}
      ) AS "participantBusy",
      p.id IS NULL OR (${sql.raw(activeParticipantCondition)}) AS "participantActive",
      ${now(clock)} AS now
    FROM appointment moved
      JOIN coach old_coach ON old_coach.person_id = moved.coach_id
      JOIN coach new_coach ON new_coach.person_id = ${to.coach}
      LEFT JOIN person p ON p.id = moved.participant_id
      LEFT JOIN appointment successor ON successor.moved_from = moved.id
      LEFT JOIN LATERAL (
        SELECT a.id FROM appointment a WHERE ${isFreeAtSql(to)} AND a.id <> moved.id AND NOT EXISTS (
          SELECT FROM waiting_offer h WHERE h.appointment_id = a.id AND h.outcome IS NULL
            AND h.held_until > ${now(clock)}
        )
      ) free ON true
    WHERE moved.id = ${appointment}
  `.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { successorId, successorStatus, successorCoach, successorStart, successorEnd, ...facts } = row;
  const successor =
    successorId === null
      ? null
      : {
          appointment: successorId,
          status: successorStatus,
          coach: successorCoach,
          startsAt: successorStart,
          endsAt: successorEnd,
        };
  return { ...facts, row: facts, successor };
}

/** Moves a locked free appointment and removes it from its series. Fails if a constraint is violated. */
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
