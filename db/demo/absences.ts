import { sql } from 'kysely';
import type { Tx } from '../../src/platform/database/db.ts';
import { addDays, dateOf, instantsOfDays } from '../../src/shared/berlin.ts';

/** Days of the vacation, and from how many days ahead it is looked for: within the demo's calendar, but not at once. */
const vacation = { days: 5, from: 8, till: 24 };

/**
 * Gives one coach of the demo a vacation ahead, in which nobody has booked anything and nothing is free any more, and
 * another one an illness that is over, from before the calendar begins (reference 10.12).
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
  // Beyond the calendar there is always room.
  const { coach, day } = rows[0] ?? { coach: away[0] ?? ill, day: 29 };
  const free = instantsOfDays(addDays(today, day), addDays(today, day + vacation.days - 1));
  const over = instantsOfDays(addDays(today, -20), addDays(today, -18));
  await tx
    .deleteFrom('appointment')
    .where('coach_id', '=', coach)
    .where('status', '=', 'F')
    .where('starts_at', '<', free.till)
    .where('ends_at', '>', free.from)
    .execute();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await tx
    .insertInto('absence')
    .values([
      { coach_id: coach, starts_at: free.from, ends_at: free.till, kind: 'vacation', planned_at: before(30) },
      { coach_id: ill, starts_at: over.from, ends_at: over.till, kind: 'illness', planned_at: before(20) },
    ])
    .execute();
}
