import * as z from 'zod/mini';
import { staffRating } from '../ratings/contract.ts';
import { call, date, id, emptyObject } from '../../shared/call.ts';

const pixels = z.int().check(z.minimum(0), z.maximum(100_000));

export const countVisit = call({
  path: 'analytics/tracking',
  summary:
    'Counts the properties of a visitor’s browser, once when the site is opened; no data about individual visitors ' +
    'is kept.',
  may: 'everyone',
  input: z.object({
    userAgent: z.string().check(z.maxLength(1000)),
    userLanguage: z.string().check(z.maxLength(100)),
    screenWidth: pixels,
    screenHeight: pixels,
    viewportWidth: pixels,
    viewportHeight: pixels,
  }),
  output: emptyObject,
});

const countOutput = z.object({ data: z.int() });

export const getWelcomeData = call({
  path: 'admin/getWelcomeData',
  summary:
    'The numbers of free and booked Einzelcoachings and of Speedcoachings in the 30 days (Berlin time) from a date, ' +
    'and the newest ratings, of one or all coaches.',
  may: ['admin'],
  isReport: true,
  input: z.object({
    date,
    /** The maximum number of ratings. */
    limit: z.int().check(z.minimum(1), z.maximum(50)),
    coachId: z.optional(z.nullable(id)),
  }),
  output: z.object({
    free: countOutput,
    booked: countOutput,
    speedcoaching: countOutput,
    lastRatings: z.array(staffRating),
  }),
});

/** An appointment of today; `timeSlot` is 'HH:mm - HH:mm' in Berlin time. */
const appointmentToday = z.object({
  appointmentId: id,
  timeSlot: z.string(),
  /** Null for a Speedcoaching. */
  participant: z.nullable(z.string()),
});

/** A coach's day, as far as it has appointments. */
const coachDay = z.object({
  coachId: id,
  coach: z.string(),
  /** The booked appointment or Speedcoaching that is taking place. */
  current: z.nullable(appointmentToday),
  /** The first one that has not begun. */
  next: z.nullable(appointmentToday),
  /** The number of booked appointments of the day. */
  booked: z.int(),
  /** The number of Einzelcoachings that can still be booked. */
  free: z.int(),
  missed: z.int(),
  /** The number of booked appointments that are over, and of which nobody knows whether the participant was there. */
  unanswered: z.int(),
});
export type CoachDay = z.output<typeof coachDay>;

export const getToday = call({
  path: 'admin/getToday',
  summary:
    'Today in Berlin, coach by coach: what takes place, what comes next, and how much is booked, free and missed.',
  may: ['admin'],
  input: emptyObject,
  output: z.object({ data: z.array(coachDay) }),
});

/**
 * The number of visits for each value. Only the 100 most frequent values are listed; all others are summed as 'andere'.
 */
const visitCounts = z.record(z.string(), z.int());

/** The properties of visitors' browsers in the last 90 days. The most common values are '' if no visit was counted. */
const trafficSchema = z.object({
  mostCommonIpAddress: z.string(),
  mostCommonScreenWidth: z.string(),
  mostCommonScreenHeight: z.string(),
  mostCommonViewportWidth: z.string(),
  mostCommonViewportHeight: z.string(),
  mostCommonUserLanguage: z.string(),
  mostCommonUserAgent: z.string(),
  ipAddress: visitCounts,
  screenWidth: visitCounts,
  screenHeight: visitCounts,
  userLanguage: visitCounts,
  userAgent: visitCounts,
});
export type Traffic = z.output<typeof trafficSchema>;

/** A new booking. Dates are `yyyy-mm-dd` and times `HH:mm` in Berlin time. */
const newBooking = z.object({
  appointmentDate: z.string(),
  appointmentStart: z.string(),
  appointmentEnd: z.string(),
  coach: z.string(),
  participant: z.string(),
});
const newRegistration = z.object({ participant: z.string(), createdAt: z.string() });

/** Renames the key `registraions`, which is misspelled on the wire, to `registrations`. */
const dashboardCodec = z.codec(
  z.object({
    sessionsToday: z.int(),
    bookings: z.array(newBooking),
    registraions: z.array(newRegistration),
    traffic: trafficSchema,
  }),
  z.object({
    sessionsToday: z.int(),
    bookings: z.array(newBooking),
    registrations: z.array(newRegistration),
    traffic: trafficSchema,
  }),
  {
    decode: ({ registraions, ...otherFields }) => ({ ...otherFields, registrations: registraions }),
    encode: ({ registrations, ...otherFields }) => ({ ...otherFields, registraions: registrations }),
  },
);
export type Dashboard = z.output<typeof dashboardCodec>;

export const getDashboardData = call({
  path: 'admin/getDashboardData',
  summary: 'Today’s sessions, the 20 newest bookings and registrations, and the properties of visitors’ browsers.',
  may: ['admin'],
  isReport: true,
  input: emptyObject,
  output: z.object({ data: dashboardCodec }),
});

/** The figures of the dashboard (reference 10.3). Dates are Berlin days `yyyy-mm-dd`; shares are between 0 and 1. */
const figuresSchema = z.object({
  /** The number of bookings made on each of the last 30 days, including today; bookings cancelled later count, too. */
  bookingsPerDay: z.array(z.object({ date: z.string(), bookings: z.int() })),
  /** For each coach, the number of Einzelcoachings on these 30 days, and how many of them were booked or missed. */
  coaches: z.array(z.object({ coachId: id, coach: z.string(), offered: z.int(), booked: z.int(), share: z.number() })),
  /**
   * For each of the last 12 weeks, its Monday, the number of ratings, and their average from 1 to 5, or null if there
   * are no ratings.
   */
  starsPerWeek: z.array(z.object({ from: z.string(), ratings: z.int(), average: z.nullable(z.number()) })),
});
export type Figures = z.output<typeof figuresSchema>;

export const getDashboardFigures = call({
  path: 'admin/getDashboardFigures',
  summary: 'Bookings per day, the utilisation of each coach, and the average rating of each week.',
  may: ['admin'],
  isReport: true,
  input: emptyObject,
  output: z.object({ data: figuresSchema }),
});
