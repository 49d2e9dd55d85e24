import { planSeries } from '../../src/features/appointments/series/contract.ts';
import { instantOf } from '../../src/shared/berlin.ts';
import type { World } from './world.ts';

// Tests of series use dates in 2041. In this year, 1 May is a Wednesday, and the clocks change on 31 March and
// 27 October.

/** Returns the instant of a Berlin date and time; throws if there is no such instant. */
export function berlinInstant(date: string, time: string): Date {
  const instant = instantOf(date, time);
  if (!instant) throw new Error(`${date} ${time}`);
  return instant;
}

/** The input of a preview of six appointments, on Wednesday 24 April and on 1 May 2041. */
export const seriesForm = {
  type: 'Einzelcoaching',
  weekdays: [3],
  everyWeeks: 1,
  fromDate: '2041-04-22',
  tillDate: '2041-05-05',
  fromTime: '09:00',
  tillTime: '12:00',
  minutes: 45,
  breakMinutes: 15,
  apply: false,
};

/**
 * Returns actions and queries for tests of series. `getWorld` returns the world in which they run, `getAdminSession`
 * the session of an admin of that world.
 */
export function createSeriesActions(getWorld: () => World, getAdminSession: () => string) {
  /** Plans a series of a coach with `seriesForm` and these changes. */
  const plan = (coachId: number, changes: object = {}) =>
    getWorld().call(planSeries, getAdminSession(), { ...seriesForm, coachId, ...changes });

  /** Returns all appointments of a coach in order. */
  const readAppointmentsOf = (coach: number) =>
    getWorld()
      .db.selectFrom('appointment')
      .selectAll()
      .where('coach_id', '=', coach)
      .orderBy('starts_at')
      .orderBy('id')
      .execute();

  /** Creates a series, and returns its id and the ids of its free appointments in order. */
  async function createSeries(coach: number, changes: object = {}) {
    const counts = (await plan(coach, changes)).body.data?.counts;
    const { body } = await plan(coach, { ...changes, apply: true, expect: counts?.new });
    const seriesId = body.data?.seriesId ?? 0;
    const rows = (await readAppointmentsOf(coach)).filter((row) => row.series_id === seriesId);
    return { seriesId, slots: rows.map(({ id }) => id) };
  }

  return { plan, readAppointmentsOf, createSeries };
}
