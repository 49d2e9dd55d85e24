import { notFound } from '../../../platform/server-error.ts';
import { readToday } from '../../../platform/database/db.ts';
import { createRoutesWithExistenceChecks, type Context } from '../../../platform/http/calls/handler.ts';
import { addDays, daysBetween, startOfDay } from '../../../shared/berlin.ts';
import { whyNotCancelOrReschedule } from '../rules.ts';
import * as contract from './contract.ts';
import type { ParsedSearch } from './contract.ts';
import { hoursByPartOfDay, maxSearchDays } from './rules.ts';
import * as sql from './sql.ts';

const existenceChecks = { listBookableDays: ownsBookingToReschedule };

/** Handlers of the calls for the filters: the days with bookable appointments, and the coaches who can be booked. */
export const routes = createRoutesWithExistenceChecks(contract, existenceChecks, {
  async listBookableDays({ input, person, app, db, refuse }) {
    const reason = await whyNotRescheduleBooking({ input, person, app, db });
    if (reason) throw refuse(reason);
    const fromDate = input.fromDate || (await readToday(db, app.clock));
    const tillDate = input.tillDate || addDays(fromDate, maxSearchDays - 1);
    if (daysBetween(fromDate, tillDate) >= maxSearchDays) throw refuse('rangeTooLong');
    return {
      data: await sql.countSlotsByDay(db, app.clock, person.id, toSlotFilters({ ...input, fromDate, tillDate })),
    };
  },

  async listBookableCoaches({ person, app, db }) {
    return { data: await sql.selectBookableCoaches(db, app.clock, person.id) };
  },
});

/** Converts the filters of a call to the filters of the SQL functions. */
export function toSlotFilters({
  coachId,
  fromDate,
  tillDate,
  weekdays,
  partOfDay,
  insteadOf,
}: ParsedSearch): sql.SlotFilters {
  return {
    coach: coachId ?? null,
    from: fromDate ? startOfDay(fromDate) : null,
    till: tillDate ? startOfDay(addDays(tillDate, 1)) : null,
    weekdays: weekdays ?? null,
    hours: partOfDay ? hoursByPartOfDay[partOfDay] : null,
    reschedulingId: insteadOf ?? null,
  };
}

type SearchContext = Pick<Context<typeof contract.listBookableDays>, 'input' | 'person' | 'app' | 'db'>;

/** Whether the booking to be rescheduled (`insteadOf`) belongs to the caller; true if `insteadOf` is empty. */
export async function ownsBookingToReschedule({
  input: { insteadOf },
  person,
  app,
  db,
}: SearchContext): Promise<boolean> {
  return !insteadOf || (await sql.selectOwnBooking(db, app.clock, insteadOf, person.id)) !== null;
}

/**
 * Returns why the booking `insteadOf` cannot be rescheduled, or null if it can, or if `insteadOf` is empty. A booking
 * can be rescheduled as long as its participant can cancel it. Throws 404 if the booking does not belong to the caller.
 */
export async function whyNotRescheduleBooking({ input: { insteadOf }, person, app, db }: SearchContext) {
  if (!insteadOf) return null;
  const booking = await sql.selectOwnBooking(db, app.clock, insteadOf, person.id);
  if (!booking) throw notFound();
  return whyNotCancelOrReschedule(booking, booking.now);
}
