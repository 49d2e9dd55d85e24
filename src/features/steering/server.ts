import { Readable } from 'node:stream';
import { readClock, type Db } from '../../platform/database/db.ts';
import { createRoutes, type App } from '../../platform/http/calls/handler.ts';
import { dateOf, daysBetween, germanPeriod, instantsOfDays, startOfDay } from '../../shared/berlin.ts';
import type { InputOf } from '../../shared/call.ts';
import * as contract from './contract.ts';
import { toAvailability, findFullMonths, toRatingMeans, maxSteeringDays, toShare, toTopicCounts } from './rules.ts';
import { toSteeringSheets } from './sheets.words.ts';
import * as sql from './sql.ts';
import { toRates, toUtilisation } from './utilisation.rules.ts';

type Filters = InputOf<typeof contract.getSteering>;

const isRangeTooLong = ({ fromDate, tillDate }: Filters) => daysBetween(fromDate, tillDate) >= maxSteeringDays;

/** Handlers for the provider's steering figures (reference 16). */
export const routes = createRoutes(contract, {
  async getSteering({ input, app, db, refuse }) {
    if (isRangeTooLong(input)) throw refuse('rangeTooLong');
    return { data: await readFigures(app, db, input) };
  },

  async exportSteering({ input, app, db, refuse }) {
    if (isRangeTooLong(input)) throw refuse('rangeTooLong');
    const heading = `${app.settings.providerConfig.provider} · Steuerung, ${germanPeriod(input.fromDate, input.tillDate)}`;
    const sheets = toSteeringSheets(await readFigures(app, db, input));
    const bytes = await app.spreadsheets.write({ heading, sheets });
    const name = `Steuerung ${input.fromDate} bis ${input.tillDate}.xlsx`;
    return { name, size: bytes.length, bytes: Readable.from([bytes]) };
  },
});

async function readFigures(
  { clock }: App,
  db: Db,
  { fromDate, tillDate, coachId }: Filters,
): Promise<contract.Steering> {
  const now = await readClock(db, clock);
  const query = { ...instantsOfDays(fromDate, tillDate), coach: coachId, now };
  const fullMonths = findFullMonths(fromDate, tillDate, dateOf(now));
  // The queries are independent, so they run in parallel.
  const [coachingCounts, daysToFirstCoaching, documents, ratings, availabilityDays, waitingUnmet] = await Promise.all([
    sql.countBegunCoachings(db, query),
    sql.readDaysToFirstCoaching(db, query),
    sql.countDocuments(db, query),
    fullMonths
      ? sql.sumRatings(db, {
          from: startOfDay(fullMonths.firstDay),
          till: startOfDay(fullMonths.dayAfterLast),
          coach: coachId,
        })
      : { cells: [], topics: [] },
    sql.listAvailability(db, fromDate, tillDate, coachId),
    sql.countUnmetEntries(db, fromDate, tillDate, coachId),
  ]);
  const names = await sql.selectNames(db, [...new Set(coachingCounts.map((row) => row.coachId))]);
  return {
    availability: toAvailability(availabilityDays),
    utilisation: toUtilisation(coachingCounts, names),
    ...toRates(coachingCounts),
    daysToFirstCoaching,
    waitingUnmet,
    ratings: toRatingMeans(ratings.cells),
    topics: toTopicCounts(ratings.topics),
    documents: toShare(documents.unanswered, documents.total),
  };
}
