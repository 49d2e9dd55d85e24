import { sql } from 'kysely';
import type { Tx } from '../../src/platform/database/db.ts';
import { addDays, dateOf, instantsOfDays } from '../../src/shared/berlin.ts';

/** The length of the vacation in days, and its earliest and latest start, in days from today. */
const vacationPlan = { days: 5, from: 8, till: 24 };

/**
 * Adds two absences to the demo (reference 10.12). The first of the `vacationers` with enough days without bookings
 * gets an upcoming vacation; the coach's free slots on these days are deleted. `illCoach` was ill before the demo's
 * calendar begins.
 */
export async function addAbsences(
  tx: Tx,
  now: Date,
  { vacationers, illCoach }: { vacationers: readonly number[]; illCoach: number },
): Promise<void> {
  const today = dateOf(now);
  const { rows } = await sql<{ coach: number; day: number }>`
    SELECT c.coach, d.day FROM unnest(${[...vacationers]}::bigint[]) WITH ORDINALITY c (coach, turn),
      generate_series(${vacationPlan.from}::int, ${vacationPlan.till}::int) d (day)
    WHERE NOT EXISTS (
      SELECT FROM appointment a
      WHERE a.coach_id = c.coach AND a.status IN ('G', 'V')
        AND a.starts_at < ${now}::timestamptz + (d.day + ${vacationPlan.days} + 1) * interval '1 day'
        AND a.ends_at > ${now}::timestamptz + (d.day - 1) * interval '1 day'
    )
    ORDER BY c.turn, d.day LIMIT 1
  `.execute(tx);
  // If every coach has bookings on all of these days, the vacation begins after the end of the demo's calendar.
  const { coach, day } = rows[0] ?? { coach: vacationers[0] ?? illCoach, day: 29 };
  const vacationDays = instantsOfDays(addDays(today, day), addDays(today, day + vacationPlan.days - 1));
  const illnessDays = instantsOfDays(addDays(today, -20), addDays(today, -18));
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
      {
        coach_id: illCoach,
        starts_at: illnessDays.from,
        ends_at: illnessDays.till,
        kind: 'illness',
        planned_at: daysBefore(20),
      },
    ])
    .execute();
}
