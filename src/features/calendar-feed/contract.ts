import * as z from 'zod/mini';
import { call, download, id, emptyObject, toFieldErrors } from '../../shared/call.ts';
import { federalStateCodes } from '../../shared/states.ts';
import { holidayYears } from './rules.ts';

const calendarRoles = ['participant', 'coach', 'speedCoach', 'admin'] as const;

export const downloadAppointmentFile = call({
  path: 'calendar/appointmentFile',
  summary: 'Returns a booked appointment as an iCalendar file: participants and coaches can get their own, admins any.',
  may: calendarRoles,
  responseType: 'file',
  input: z.object({ appointmentId: id }),
  output: download,
});

/** A person's subscription without its secret URL, of which only a hash is stored. Instants are ISO 8601. */
const feed = z.object({
  createdAt: z.string(),
  /** When a calendar last fetched the subscription, accurate to the hour; null before the first time. */
  readAt: z.nullable(z.string()),
  /** Whether participants appear only with their initials; coaches can choose this. */
  initialsOnly: z.boolean(),
  /** Whether free appointments are shown, too; coaches can choose this. */
  freeShown: z.boolean(),
});
export type Feed = z.output<typeof feed>;

export const getFeed = call({
  path: 'calendar/getFeed',
  summary: 'Returns the caller’s calendar subscription, or null if there is none.',
  may: calendarRoles,
  input: emptyObject,
  output: z.object({ data: z.nullable(feed) }),
});

export const renewFeed = call({
  path: 'calendar/renewFeed',
  summary: 'Sets up a calendar subscription or gives it a new address; the old address stops working immediately.',
  may: calendarRoles,
  input: emptyObject,
  output: z.object({ data: z.object({ address: z.string() }) }),
});

export const changeFeed = call({
  path: 'calendar/changeFeed',
  summary: 'Changes what the caller’s calendar subscription shows.',
  may: calendarRoles,
  input: z.object({ initialsOnly: z.boolean(), freeShown: z.boolean() }),
  output: emptyObject,
  refusals: { noFeed: 'Es ist kein Kalender-Abo eingerichtet.' },
});

export const endFeed = call({
  path: 'calendar/endFeed',
  summary: 'Switches the caller’s calendar subscription off; its address stops working immediately.',
  may: calendarRoles,
  input: emptyObject,
  output: emptyObject,
});

const { first: firstYear, last: lastYear } = holidayYears;

export const getHolidays = call({
  path: 'calendar/getHolidays',
  summary:
    `Lists the statutory holidays of a year from ${firstYear} to ${lastYear} that apply to a whole federal state: ` +
    'the given state, or else the one that the caller has chosen as a coach, or else the provider’s. The list is ' +
    'empty if none of these states is set.',
  may: calendarRoles,
  input: z.object({ year: z.int(), state: z.optional(z.nullable(z.enum(federalStateCodes))) }),
  rules: ({ year }) =>
    toFieldErrors({
      year: year < firstYear || year > lastYear ? `Feiertage gibt es hier von ${firstYear} bis ${lastYear}.` : null,
    }),
  /** Dates are `yyyy-mm-dd`, in ascending order. */
  output: z.object({ data: z.array(z.object({ date: z.string(), name: z.string() })) }),
});
