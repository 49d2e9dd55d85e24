import { sql } from 'kysely';
import type { Tx } from '../../src/platform/database/db.ts';
import { addDays, dateOf, instantsOfDays, mondayOf } from '../../src/shared/berlin.ts';

/** Turns a coach's Einzelcoachings on the next Tuesdays into a weekly series with the same times (reference 10.12). */
export async function addSeries(tx: Tx, now: Date, coach: number): Promise<void> {
  const nextMonday = addDays(mondayOf(dateOf(now)), 7);
  const days = { from_date: addDays(nextMonday, 1), till_date: addDays(nextMonday, 20) };
  const times = { from_time: '09:00', till_time: '15:45', minutes: 45, break_minutes: 15 };
  const { id } = await tx
    .insertInto('series')
    .values({ coach_id: coach, type_id: 1, weekdays: [2], every_weeks: 1, ...days, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { from, till } = instantsOfDays(days.from_date, days.till_date);
  await tx
    .updateTable('appointment')
    .set({ series_id: id })
    .where('coach_id', '=', coach)
    .where('type_id', '=', 1)
    .where('status', 'in', ['F', 'G'])
    .where('moved_from', 'is', null)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', till)
    .where(sql<boolean>`extract(isodow FROM starts_at AT TIME ZONE 'Europe/Berlin') = 2`)
    .execute();
}
