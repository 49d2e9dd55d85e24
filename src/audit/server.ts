import type { Db } from '../server/db.ts';
import { serve } from '../server/handler.ts';
import { addDays, startOfDay, wallClock } from '../shared/berlin.ts';
import * as contract from './contract.ts';
import { tell } from './rules.ts';
import * as sql from './sql.ts';

const usualPage = 50;

/** Handler of the log; that it was read is not written into it. */
export const served = serve(contract, {
  async getAuditLog({ input, db, refuse }) {
    const limit = input.limit ?? usualPage;
    const filters: sql.LogFilters = {
      people: await named(db, input.person),
      actors: await named(db, input.actor),
      action: input.action ?? null,
      from: input.fromDate ? startOfDay(input.fromDate) : null,
      till: input.tillDate ? startOfDay(addDays(input.tillDate, 1)) : null,
      before: input.cursor ?? null,
    };
    if ([filters.people, filters.actors].some((ids) => ids && ids.length > sql.mostPeople))
      throw refuse('tooManyPeople');
    const rows = await sql.listLog(db, filters, limit + 1);
    const page = rows.slice(0, limit);
    return {
      data: page.map((row) => {
        const { date, time } = wallClock(row.at);
        // Zones differ by whole minutes.
        const seconds = row.at.toISOString().slice(17, 19);
        return { id: row.id, date, time: `${time}:${seconds}`, action: row.action, ...tell(row) };
      }),
      meta: { nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null },
    };
  },
});

/** The ids of those whom a text names; null for no text. */
async function named(db: Db, text: string): Promise<number[] | null> {
  return text ? sql.findPeople(db, text) : null;
}
