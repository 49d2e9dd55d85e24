import { toStaffRating, listLatestRatings } from '../ratings/exports.ts';
import { readClock, readToday } from '../../platform/database/db.ts';
import { createRoutes } from '../../platform/http/calls/handler.ts';
import { addDays, dateOf, instantsOfDays, startOfDay, wallClock } from '../../shared/berlin.ts';
import * as contract from './contract.ts';
import {
  rankByUtilisation,
  normalizeVisitValue,
  listFigureDates,
  networkOf,
  figureSpans,
  toCoachDays,
  toTraffic,
} from './rules.ts';
import * as sql from './sql.ts';

/** The handlers for the welcome page, the dashboard and the counting of visits. */
export const routes = createRoutes(contract, {
  async countVisit({ input, app, db, ipAddress }) {
    // Beyond the limit the visit is not counted, but the call still succeeds, because an error does not help visitors.
    if (await app.rateLimiter.countAttemptOrReturnError('trackingPerIpAddress', ipAddress)) return {};
    await sql.recordVisit(db, app.clock, {
      ipAddress: networkOf(ipAddress),
      screenWidth: String(input.screenWidth),
      screenHeight: String(input.screenHeight),
      viewportWidth: String(input.viewportWidth),
      viewportHeight: String(input.viewportHeight),
      userLanguage: normalizeVisitValue(input.userLanguage),
      userAgent: normalizeVisitValue(input.userAgent),
    });
    return {};
  },

  async getWelcomeData({ input, db }) {
    const coach = input.coachId ?? null;
    const { from, till } = instantsOfDays(input.date, addDays(input.date, figureSpans.days - 1));
    const counts = await sql.countAppointments(db, from, till, coach);
    const ratings = await listLatestRatings(db, input.limit, coach);
    return {
      free: { data: counts.free },
      booked: { data: counts.booked },
      speedcoaching: { data: counts.speedcoaching },
      lastRatings: ratings.map((rating) => toStaffRating(rating, { withAdminFields: true })),
    };
  },

  async getToday({ app, db }) {
    const now = await readClock(db, app.clock);
    const today = dateOf(now);
    return { data: toCoachDays(await sql.listAppointments(db, instantsOfDays(today, today)), now) };
  },

  async getDashboardData({ app, db }) {
    const bookings = await sql.listNewBookings(db, maxListed);
    const registrations = await sql.listNewRegistrations(db, maxListed);
    return {
      data: {
        sessionsToday: await sql.countSessions(db, await readToday(db, app.clock)),
        bookings: bookings.map(({ startsAt, endsAt, ...people }) => ({
          appointmentDate: dateOf(startsAt),
          appointmentStart: wallClock(startsAt).time,
          appointmentEnd: wallClock(endsAt).time,
          ...people,
        })),
        registrations: registrations.map(({ participant, createdAt }) => ({
          participant,
          createdAt: dateOf(createdAt),
        })),
        traffic: toTraffic(await sql.listVisitCounts(db)),
      },
    };
  },

  async getDashboardFigures({ app, db }) {
    const today = await readToday(db, app.clock);
    const { days, weeks } = listFigureDates(today);
    const [firstDay = today] = days;
    const [firstWeek = today] = weeks;
    const till = startOfDay(addDays(today, 1));
    const bookings = await sql.countBookingsPerDay(db, startOfDay(firstDay), till);
    const coaches = await sql.countEinzelcoachingsPerCoach(db, startOfDay(firstDay), till);
    const stars = await sql.averageRatingsByWeek(db, startOfDay(firstWeek), till);
    return {
      data: {
        bookingsPerDay: days.map((date) => ({
          date,
          bookings: bookings.find((day) => day.date === date)?.bookings ?? 0,
        })),
        coaches: rankByUtilisation(coaches),
        starsPerWeek: weeks.map(
          (from) => stars.find((week) => week.from === from) ?? { from, ratings: 0, average: null },
        ),
      },
    };
  },
});

/** The maximum number of new bookings, and of new registrations, that the dashboard lists. */
const maxListed = 20;
