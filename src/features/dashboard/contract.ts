import * as z from 'zod/mini';
import { listedRating } from '../ratings/contract.ts';
import { call, date, id, nothing } from '../../shared/call.ts';

const pixels = z.int().check(z.minimum(0), z.maximum(100_000));

export const tracking = call({
  path: 'analytics/tracking',
  summary: 'Counts what a visitor’s browser is like, once at its start; no row per visitor is kept.',
  may: 'everyone',
  input: z.object({
    userAgent: z.string().check(z.maxLength(1000)),
    userLanguage: z.string().check(z.maxLength(100)),
    screenWidth: pixels,
    screenHeight: pixels,
    viewportWidth: pixels,
    viewportHeight: pixels,
  }),
  output: nothing,
});

const counted = z.object({ data: z.int() });

export const welcomeData = call({
  path: 'admin/getWelcomeData',
  summary:
    'Appointments of 30 Berlin days from a date on, of one coach or all: free and booked Einzelcoachings, Speedcoachings; ' +
    'and the newest ratings.',
  may: ['admin'],
  report: true,
  input: z.object({
    date,
    /** How many ratings. */
    limit: z.int().check(z.minimum(1), z.maximum(50)),
    coachId: z.optional(z.nullable(id)),
  }),
  output: z.object({
    free: counted,
    booked: counted,
    speedcoaching: counted,
    lastRatings: z.array(listedRating),
  }),
});

/** How often each value was counted; beyond 100 values the rarer ones are summed as 'andere'. */
const counts = z.record(z.string(), z.int());

/** Counts of the last 90 days; '' if nothing has been counted yet. */
const traffic = z.object({
  mostCommonIpAddress: z.string(),
  mostCommonScreenWidth: z.string(),
  mostCommonScreenHeight: z.string(),
  mostCommonViewportWidth: z.string(),
  mostCommonViewportHeight: z.string(),
  mostCommonUserLanguage: z.string(),
  mostCommonUserAgent: z.string(),
  ipAddress: counts,
  screenWidth: counts,
  screenHeight: counts,
  userLanguage: counts,
  userAgent: counts,
});
export type Traffic = z.output<typeof traffic>;

/** Dates `yyyy-mm-dd`, times `HH:mm`, Berlin wall clock. */
const newBooking = z.object({
  appointmentDate: z.string(),
  appointmentStart: z.string(),
  appointmentEnd: z.string(),
  coach: z.string(),
  participant: z.string(),
});
const newRegistration = z.object({ participant: z.string(), createdAt: z.string() });

/** `registraions` is spelled so on the wire; everywhere else it is `registrations`. */
const dashboard = z.codec(
  z.object({
    sessionsToday: z.int(),
    bookings: z.array(newBooking),
    registraions: z.array(newRegistration),
    traffic,
  }),
  z.object({
    sessionsToday: z.int(),
    bookings: z.array(newBooking),
    registrations: z.array(newRegistration),
    traffic,
  }),
  {
    decode: ({ registraions, ...rest }) => ({ ...rest, registrations: registraions }),
    encode: ({ registrations, ...rest }) => ({ ...rest, registraions: registrations }),
  },
);
export type Dashboard = z.output<typeof dashboard>;

export const dashboardData = call({
  path: 'admin/getDashboardData',
  summary: 'Sessions of today, the 20 newest bookings and registrations, and what visitors’ browsers are like.',
  may: ['admin'],
  report: true,
  input: nothing,
  output: z.object({ data: dashboard }),
});

/** Dates are Berlin days `yyyy-mm-dd`; a share is between 0 and 1. */
const figures = z.object({
  /** The bookings made on each of the last 30 days including today, even if cancelled since. */
  bookingsPerDay: z.array(z.object({ date: z.string(), bookings: z.int() })),
  /** The Einzelcoachings of those days: how many there were, and how many of them were booked or missed. */
  coaches: z.array(z.object({ coachId: id, coach: z.string(), offered: z.int(), booked: z.int(), share: z.number() })),
  /** The last 12 weeks, each named by its Monday: ratings given, and their average of 1 to 5; null without any. */
  starsPerWeek: z.array(z.object({ from: z.string(), ratings: z.int(), average: z.nullable(z.number()) })),
});
export type Figures = z.output<typeof figures>;

export const dashboardFigures = call({
  path: 'admin/getDashboardFigures',
  summary: 'Bookings a day, how busy each coach is, and the stars of each week.',
  may: ['admin'],
  report: true,
  input: nothing,
  output: z.object({ data: figures }),
});
