import { sql } from 'kysely';
import type { Tx } from '../../src/platform/database/db.ts';
import { addDays, dateOf, instantsOfDays } from '../../src/shared/berlin.ts';

/** The length of the vacation in days, and the first and last possible start, in days from now. */
const vacation = { days: 5, from: 8, till: 24 };

/**
 * Gives one coach of the demo an upcoming vacation without any bookings, from which free slots are deleted, and another
 * one an illness that is over, before the demo's calendar begins (reference 10.12).
 */
export async function addAbsences(
  tx: Tx,
  now: Date,
  { away, ill }: { away: readonly number[]; ill: number },
): Promise<void> {
  const today = dateOf(now);
  const { rows } = await sql<{ coach: number; day: number }>`
    SELECT c.coach, d.day FROM unnest(${[...away]}::bigint[]) WITH ORDINALITY c (coach, turn),
      generate_series(${vacation.from}::int, ${vacation.till}::int) d (day)
    WHERE NOT EXISTS (
      SELECT FROM appointment a
      WHERE a.coach_id = c.coach AND a.status IN ('G', 'V')
        AND a.starts_at < ${now}::timestamptz + (d.day + ${vacation.days} + 1) * interval '1 day'
        AND a.ends_at > ${now}::timestamptz + (d.day - 1) * interval '1 day'
    )
    ORDER BY c.turn, d.day LIMIT 1
  `.execute(tx);
  // After the end of the calendar there are no bookings.
  const { coach, day } = rows[0] ?? { coach: away[0] ?? ill, day: 29 };
  const vacationDays = instantsOfDays(addDays(today, day), addDays(today, day + vacation.days - 1));
  const pastDays = instantsOfDays(addDays(today, -20), addDays(today, -18));
  await tx
    .deleteFrom('appointment')
    .where('coach_id', '=', coach)
    .where('status', '=', 'F')
    .where('starts_at', '<', vacationDays.till)
    .where('ends_at', '>', vacationDays.from)
    .execute();
  const daysBefore = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await tx
    .insertInto('absence')
    .values([
      {
        coach_id: coach,
        starts_at: vacationDays.from,
        ends_at: vacationDays.till,
        kind: 'vacation',
        planned_at: daysBefore(30),
      },
      { coach_id: ill, starts_at: pastDays.from, ends_at: pastDays.till, kind: 'illness', planned_at: daysBefore(20) },
    ])
    .execute();
}
