import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../src/platform/database/db.ts';

/** The first and the last day of the filled calendars, counted in days from today. */
export interface FilledDays {
  pastDays: number;
  futureDays: number;
}

/** The number of days of a series. The first series of a coach begins on the first filled day. */
const seriesDays = 91;

/**
 * Adds series of Einzelcoachings on Mondays and Thursdays for each coach, one after the other, over all filled days.
 * Must be called before the appointments are added.
 */
export async function addSeries(db: Db, { pastDays, futureDays }: FilledDays): Promise<void> {
  await sql`
    INSERT INTO series (coach_id, type_id, weekdays, every_weeks, from_date, till_date, from_time, till_time, minutes,
      break_minutes, created_at)
    SELECT person_id, 1, '{1,4}', 1, first_day, least(first_day + ${seriesDays - 1}::int, current_date + ${futureDays}::int),
      '08:00', '14:00', 30, 0, first_day - interval '30 days'
    FROM coach, generate_series(0, ${pastDays + futureDays - 1}::int, ${seriesDays}::int) offset_days,
      LATERAL (SELECT current_date - ${pastDays}::int + offset_days AS first_day) days
    ORDER BY person_id, first_day
  `.execute(db);
}

/**
 * SQL: the id of the series that an appointment belongs to; null if the series does not include its start. `number`
 * counts the coaches from 0, and `day` the filled days from 0.
 */
export const selectSeries = (
  { pastDays, futureDays }: FilledDays,
  { number, day, startsAt }: Record<'number' | 'day' | 'startsAt', RawBuilder<unknown>>,
) => sql`CASE
  WHEN extract(isodow FROM ${startsAt} AT TIME ZONE 'Europe/Berlin') IN (1, 4)
    AND (${startsAt} AT TIME ZONE 'Europe/Berlin')::time BETWEEN '08:00' AND '13:30'
  THEN (SELECT min(id) FROM series) + ${number} * ${Math.ceil((pastDays + futureDays) / seriesDays)}::int
    + ${day} / ${seriesDays}::int
END`;

/**
 * Adds an absence for each coach in every thirtieth night, when nobody has appointments; those that ended more than a
 * year ago have no kind any more.
 */
export async function addAbsences(db: Db, { pastDays, futureDays }: FilledDays): Promise<void> {
  await sql`
    INSERT INTO absence (coach_id, starts_at, ends_at, kind, planned_at)
    SELECT person_id, night, night + interval '7 hours',
      CASE WHEN day > -364 THEN (ARRAY['vacation', 'illness', 'training', 'other'])[1 + (person_id + day / 30) % 4] END,
      least(now() - interval '2 days', night - interval '14 days')
    FROM coach, generate_series(${-pastDays}::int, ${futureDays - 3}::int, 30) day,
      LATERAL (SELECT date_trunc('day', now()) + (day + person_id % 3) * interval '1 day' + interval '23 hours' AS night) nights
    ORDER BY night, person_id
  `.execute(db);
}

/**
 * Adds introductions with a picture of 20 kB: a shown one for each coach, one that waits for approval for every tenth
 * coach, and a refused one for every tenth coach.
 */
export async function addIntroductions(db: Db): Promise<void> {
  await sql`
    INSERT INTO introduction (person_id, text, picture, state, reason, proposed_at, decided_at)
    SELECT person_id, repeat('Ich begleite seit vielen Jahren Menschen bei ihren Bewerbungen. ', 5),
      decode(repeat('00', 20000), 'hex'), versions.state, CASE versions.state WHEN 'refused' THEN 'Bitte ein anderes Bild.' END,
      now() - interval '30 days', CASE WHEN versions.state <> 'proposed' THEN now() - interval '29 days' END
    FROM coach, (VALUES ('shown', NULL), ('proposed', 1), ('refused', 2)) versions (state, last_digit)
    WHERE last_digit IS NULL OR person_id % 10 = last_digit ORDER BY person_id
  `.execute(db);
}

/** Adds how far ahead the next free Einzelcoaching was on each day until today, for all coaches and for each. */
export async function addAvailability(db: Db, { pastDays }: FilledDays): Promise<void> {
  await sql`
    INSERT INTO availability (day, coach_id, days_until)
    SELECT current_date - days_ago, coach, CASE WHEN coach IS NULL THEN 0 ELSE nullif((coach + days_ago) % 15, 14) END
    FROM generate_series(${pastDays}::int, 0, -1) days_ago,
      (SELECT person_id AS coach FROM coach UNION ALL SELECT NULL) counted
  `.execute(db);
}
