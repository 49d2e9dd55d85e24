import * as z from 'zod/mini';
import { call, download, id, nothing, problems } from '../../shared/call.ts';
import { stateCodes } from '../../shared/states.ts';
import { holidayYears } from './rules.ts';

const withAppointments = ['participant', 'coach', 'speedCoach', 'admin'] as const;

export const appointmentFile = call({
  path: 'calendar/appointmentFile',
  summary: 'An own booked appointment, as its participant or its coach, as an iCalendar file; an admin gets any.',
  may: withAppointments,
  answer: 'file',
  input: z.object({ appointmentId: id }),
  output: download,
});

/** A person's subscription without its address, of which only a hash is stored. Instants are ISO 8601. */
const feed = z.object({
  createdAt: z.string(),
  /** When a calendar last asked, to the hour; null before the first time. */
  readAt: z.nullable(z.string()),
  /** Participants only appear by their initials; coaches choose. */
  initialsOnly: z.boolean(),
  /** Free appointments are shown, too; coaches choose. */
  freeShown: z.boolean(),
});
export type Feed = z.output<typeof feed>;

export const getFeed = call({
  path: 'calendar/getFeed',
  summary: 'The caller’s calendar subscription, or null while there is none.',
  may: withAppointments,
  input: nothing,
  output: z.object({ data: z.nullable(feed) }),
});

export const renewFeed = call({
  path: 'calendar/renewFeed',
  summary: 'Sets a calendar subscription up, or gives it a new address; the old one ends at once.',
  may: withAppointments,
  input: nothing,
  output: z.object({ data: z.object({ address: z.string() }) }),
});

export const changeFeed = call({
  path: 'calendar/changeFeed',
  summary: 'Chooses what the caller’s calendar subscription shows.',
  may: withAppointments,
  input: z.object({ initialsOnly: z.boolean(), freeShown: z.boolean() }),
  output: nothing,
  refusals: { noFeed: 'Es ist kein Kalender-Abo eingerichtet.' },
});

export const endFeed = call({
  path: 'calendar/endFeed',
  summary: 'Switches the caller’s calendar subscription off; its address ends at once.',
  may: withAppointments,
  input: nothing,
  output: nothing,
});

const { first, last } = holidayYears;

export const getHolidays = call({
  path: 'calendar/getHolidays',
  summary: `Statutory holidays of the whole Land in a year from ${first} to ${last}: of the given one, else of the caller’s own as a coach, else of the provider’s; none where no Land is named.`,
  may: withAppointments,
  input: z.object({ year: z.int(), state: z.optional(z.nullable(z.enum(stateCodes))) }),
  rules: ({ year }) =>
    problems({ year: year < first || year > last ? `Feiertage gibt es hier von ${first} bis ${last}.` : null }),
  /** Dates `yyyy-mm-dd`, in their order. */
  output: z.object({ data: z.array(z.object({ date: z.string(), name: z.string() })) }),
});
