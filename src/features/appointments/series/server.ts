import { hasCoachProfile } from '../../people/exports.ts';
import { audit } from '../../audit/exports.ts';
import { notFound } from '../../../platform/server-error.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { requireValue } from '../../../platform/http/calls/form.ts';
import {
  createRoutesWithExistenceChecks,
  type App,
  type ExistenceChecks,
} from '../../../platform/http/calls/handler.ts';
import { startOfDay, wallClock } from '../../../shared/berlin.ts';
import { rangeProblem } from '../../../shared/date-range.ts';
import * as contract from './contract.ts';
import { planSeries } from './steps.ts';
import type { SeriesForm, SeriesPlan } from './rules.ts';
import { deleteSlots } from '../sql.ts';
import * as sql from './sql.ts';

/** The coach whom an admin names must exist. */
const existenceChecks: ExistenceChecks<typeof contract> = {
  planSeries: async ({ input, db }) => input.coachId === null || (await hasCoachProfile(db, input.coachId)),
};

/** Handlers for series: previewing, creating, listing and ending them. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async planOwnSeries({ input, person, app, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    const request = { ...toRequest(input), coach: person.id, by: person.id };
    return { data: await transaction((tx) => planSeries(tx, app, request, refuse)) };
  },

  async planSeries({ input, person, app, transaction, refuse }) {
    const request = { ...toRequest(input), coach: requireValue(input.coachId), by: person.id };
    return { data: await transaction((tx) => planSeries(tx, app, request, refuse)) };
  },

  async getOwnSeries({ input, person, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return { data: await sql.listSeries(db, { ...input, coach: person.id }) };
  },

  async getSeries({ input, db, refuse }) {
    if (rangeProblem(input.fromDate, input.tillDate)) throw refuse('rangeTooLong');
    return { data: await sql.listSeries(db, { ...input, coach: input.coachId }) };
  },

  async endOwnSeries({ input, person, app, db, transaction, refuse }) {
    if (!(await hasCoachProfile(db, person.id))) throw refuse('noCoachProfile');
    return { data: await transaction((tx) => endSeriesFrom(tx, app, { ...input, owner: person.id, by: person.id })) };
  },

  async endSeries({ input, person, app, transaction }) {
    return { data: await transaction((tx) => endSeriesFrom(tx, app, { ...input, owner: null, by: person.id })) };
  },
});

/** Returns the plan of a valid form, and the expected number of new appointments (null for a preview). */
function toRequest(input: SeriesForm & { apply: boolean; expect?: number | null | undefined }) {
  return { plan: input as SeriesPlan, expectedCount: input.apply ? (input.expect ?? 0) : null };
}

interface EndRequest {
  seriesId: number;
  fromDate: string;
  apply: boolean;
  /** The coach to whom the series must belong; null for any coach. */
  owner: number | null;
  by: number;
}

/**
 * Deletes the free upcoming appointments of a series from a given day onwards (reference 7.14), or only counts them;
 * returns the booked ones, which are kept. Throws 404 for an unknown series or another coach's. Waits for concurrent
 * bookings of these appointments.
 */
async function endSeriesFrom(tx: Tx, { clock }: App, { seriesId, fromDate, apply, owner, by }: EndRequest) {
  const coach = await sql.selectCoachOfSeries(tx, seriesId);
  if (coach === null || (owner !== null && coach !== owner)) throw notFound();
  const from = startOfDay(fromDate);
  let deletedCount = 0;
  if (apply) {
    const freeIds = await sql.lockUpcomingFreeSlots(tx, clock, seriesId, from);
    deletedCount = freeIds.length;
    if (deletedCount > 0) {
      await deleteSlots(tx, freeIds);
      await audit(tx, { actor: by, action: 'seriesEnded', person: coach });
    }
  } else deletedCount = await sql.countUpcomingFreeSlots(tx, clock, seriesId, from);
  const bookedRows = await sql.listUpcomingBookings(tx, clock, seriesId, from);
  const keptBookings = bookedRows.map(({ id, startsAt, participant }) => {
    const { date, time } = wallClock(startsAt);
    return { appointmentId: id, date, fromTime: time, participant };
  });
  return { deleted: deletedCount, kept: keptBookings };
}
