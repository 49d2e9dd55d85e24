import type { Db } from '../../platform/database/db.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { addDays, startOfDay, wallClock } from '../../shared/berlin.ts';
import * as contract from './contract.ts';
import { describeEntry } from './rules.ts';
import * as sql from './sql.ts';

const defaultPageSize = 50;

/** Returns the ids of the people with a name that matches a text, or 'tooMany' if there are too many of them. */
type FindPersonIds = (db: Db, text: string) => Promise<number[] | 'tooMany'>;

/**
 * Creates the handler of the audit log. Reading the log is not logged. All features use the audit log, so it must not
 * depend on any of them. Therefore the search for people is passed in.
 */
export const createAuditRoutes = (findPersonIds: FindPersonIds) =>
  createRoutes(contract, {
    async getAuditLog({ input, db, refuse }) {
      const limit = input.limit ?? defaultPageSize;
      const personIds = input.person ? await findPersonIds(db, input.person) : null;
      const actorIds = input.actor ? await findPersonIds(db, input.actor) : null;
      if (personIds === 'tooMany' || actorIds === 'tooMany') throw refuse('tooManyPeople');
      const filters: sql.LogFilters = {
        personIds,
        actorIds,
        action: input.action ?? null,
        from: input.fromDate ? startOfDay(input.fromDate) : null,
        till: input.tillDate ? startOfDay(addDays(input.tillDate, 1)) : null,
        beforeId: input.cursor ?? null,
      };
      const rows = await sql.selectLogPage(db, filters, limit + 1);
      const page = rows.slice(0, limit);
      return {
        data: page.map((row) => {
          const { date, time } = wallClock(row.at);
          // Berlin's offset from UTC is a number of whole minutes, so the seconds are the same.
          const seconds = row.at.toISOString().slice(17, 19);
          return { id: row.id, date, time: `${time}:${seconds}`, action: row.action, ...describeEntry(row) };
        }),
        meta: { nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null },
      };
    },
  });
