import { sql } from 'kysely';
import { activeParticipantCondition } from '../../people/exports.ts';
import { catchViolation, now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import { maxEntries } from '../rules.ts';
import { today } from '../sql.ts';

/** Returns whose entry this is, or null if it does not exist. */
export async function findWaitingPerson(db: Db, entry: number): Promise<number | null> {
  const row = await db.selectFrom('waiting_entry').select('person_id').where('id', '=', entry).executeTakeFirst();
  return row?.person_id ?? null;
}

/** Whether a slot is held for an entry now. */
export async function hasOpenOffer(tx: Tx, clock: Clock, entry: number): Promise<boolean> {
  const offer = await tx
    .selectFrom('waiting_offer')
    .select('id')
    .where('entry_id', '=', entry)
    .where('outcome', 'is', null)
    .where('held_until', '>', now(clock))
    .executeTakeFirst();
  return offer !== undefined;
}

/**
 * Opens an entry again that staff have ended, at a free place of its person. It is refused if the entry ended in another
 * way or its last day has passed, if the person cannot wait any more, has no place left or waits for the same already,
 * and if the booking to reschedule is no longer booked. The row of the entry's participant must be locked.
 */
export async function resumeEntry(tx: Tx, clock: Clock, entry: number): Promise<'resumed' | 'open' | 'refused'> {
  const stored = tx.selectFrom('waiting_entry').select('ended_at').where('id', '=', entry);
  if ((await stored.executeTakeFirst())?.ended_at === null) return 'open';
  let wasResumed = false;
  const violation = await catchViolation(
    { waiting_entry_identical_once: 'refused' as const, waiting_entry_waits_or_ended: 'refused' as const },
    async () => {
      const { numAffectedRows } = await sql`
        UPDATE waiting_entry e SET ended_at = NULL, ended_by = NULL, place = (
          SELECT min(free) FROM generate_series(1, ${maxEntries}::int) free
          WHERE free NOT IN (SELECT place FROM waiting_entry o WHERE o.person_id = e.person_id AND place IS NOT NULL)
        )
        FROM person p
        WHERE e.id = ${entry} AND e.ended_by = 'staff' AND e.till_date >= ${today(clock)}
          AND p.id = e.person_id AND ${sql.raw(activeParticipantCondition)}
          AND (e.instead_of IS NULL OR EXISTS (
            SELECT FROM appointment b WHERE b.id = e.instead_of AND b.participant_id = p.id AND b.status = 'G'
          ))
      `.execute(tx);
      wasResumed = (numAffectedRows ?? 0n) > 0n;
    },
  );
  return violation ?? (wasResumed ? 'resumed' : 'refused');
}

/** An open entry as admins see it. */
export interface WaitingRow {
  waitingId: number;
  participantId: number;
  fullName: string;
  phone: string;
  coach: string | null;
  coachId: number | null;
  fromDate: string;
  tillDate: string;
  weekdays: number[] | null;
  fromTime: string | null;
  tillTime: string | null;
  joinedAt: Date;
  offered: boolean;
}

/** Returns a page of open entries, oldest first; if a coach is given, only those for this coach or for any coach. */
export async function listOpenEntries(
  db: Db,
  clock: Clock,
  { coach, limit, offset }: { coach: number | null; limit: number; offset: number },
): Promise<{ total: number; rows: WaitingRow[] }> {
  const isListed = sql`e.ended_at IS NULL AND e.till_date >= ${today(clock)}
    AND (${coach}::bigint IS NULL OR e.coach_id IS NULL OR e.coach_id = ${coach})`;
  const { rows } = await sql<WaitingRow>`
    SELECT e.id AS "waitingId", p.id AS "participantId", p.full_name AS "fullName", p.phone,
      c.full_name AS coach, e.coach_id AS "coachId", e.from_date AS "fromDate", e.till_date AS "tillDate", e.weekdays, to_char(e.from_time, 'HH24:MI') AS "fromTime",
      to_char(e.till_time, 'HH24:MI') AS "tillTime", e.joined_at AS "joinedAt",
      EXISTS (
        SELECT FROM waiting_offer o WHERE o.entry_id = e.id AND o.outcome IS NULL AND o.held_until > ${now(clock)}
      ) AS offered
    FROM waiting_entry e JOIN person p ON p.id = e.person_id LEFT JOIN person c ON c.id = e.coach_id
    WHERE ${isListed}
    ORDER BY e.joined_at, e.id LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*) AS total FROM waiting_entry e WHERE ${isListed}`.execute(
    db,
  );
  return { total: count.rows[0]?.total ?? 0, rows };
}
