import { notFound } from '../../../platform/server-error.ts';
import { readToday } from '../../../platform/database/db.ts';
import { serveObjects, type Context } from '../../../platform/http/calls/handler.ts';
import { addDays, daysBetween, startOfDay } from '../../../shared/berlin.ts';
import { whyNotLeave } from '../rules.ts';
import * as contract from './contract.ts';
import type { ParsedSearch } from './contract.ts';
import { hoursOf, mostSearchedDays } from './rules.ts';
import * as sql from './sql.ts';

const objectChecks = { bookableDays: ownsInsteadOf };

/** Handlers of the calls that help to find a slot: the days with bookable appointments, and the coaches. */
export const routes = serveObjects(contract, objectChecks, {
  async bookableDays({ input, person, app, db, refuse }) {
    const reason = await whyNotInsteadOf({ input, person, app, db });
    if (reason) throw refuse(reason);
    const fromDate = input.fromDate || (await readToday(db, app.clock));
    const tillDate = input.tillDate || addDays(fromDate, mostSearchedDays - 1);
    if (daysBetween(fromDate, tillDate) >= mostSearchedDays) throw refuse('rangeTooLong');
    return { data: await sql.countDays(db, app.clock, person.id, searchOf({ ...input, fromDate, tillDate })) };
  },

  async bookableCoaches({ person, app, db }) {
    return { data: await sql.coachesWithFree(db, app.clock, person.id) };
  },
});

/** Converts the filters of a call to those of the database. */
export function searchOf({ coachId, fromDate, tillDate, weekdays, partOfDay, insteadOf }: ParsedSearch): sql.Search {
  return {
    coach: coachId ?? null,
    from: fromDate ? startOfDay(fromDate) : null,
    till: tillDate ? startOfDay(addDays(tillDate, 1)) : null,
    weekdays: weekdays ?? null,
    hours: partOfDay ? hoursOf[partOfDay] : null,
    rescheduling: insteadOf ?? null,
  };
}

type SearchContext = Pick<Context<typeof contract.bookableDays>, 'input' | 'person' | 'app' | 'db'>;

/** Whether the booking to be rescheduled (`insteadOf`) belongs to the caller; true if none is named. */
export async function ownsInsteadOf({ input: { insteadOf }, person, app, db }: SearchContext): Promise<boolean> {
  return !insteadOf || (await sql.readOwnBooking(db, app.clock, insteadOf, person.id)) !== null;
}

/**
 * Why the booking `insteadOf` cannot be rescheduled; null if it can, or if none is named. A booking can be rescheduled
 * as long as its participant can cancel it.
 */
export async function whyNotInsteadOf({ input: { insteadOf }, person, app, db }: SearchContext) {
  if (!insteadOf) return null;
  const booking = await sql.readOwnBooking(db, app.clock, insteadOf, person.id);
  if (!booking) throw notFound();
  return whyNotLeave(booking, booking.now);
}
