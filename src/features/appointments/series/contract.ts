import * as z from 'zod/mini';
import { call, optionalId, date, dateField, field, id, isoWeekdayField, toFieldErrors } from '../../../shared/call.ts';
import { coachingTypes } from '../../../shared/coaching.ts';
import { rangeErrors, rangeMessages } from '../../../shared/date-range.ts';
import { createOwnAppointment } from '../contract.ts';
import { coachMissingMessage } from '../rules.ts';
import { entryStates, planErrors, seriesLimits, type SeriesForm } from './rules.ts';

const { noCoachProfile } = createOwnAppointment.refusals;
const staff = ['coach', 'speedCoach', 'admin'] as const;

/** A time `HH:mm` or `HH:mm:00`; '' or null while it is empty. */
const time = z.pipe(
  field(8),
  z.transform((value) => value.replace(/^(\d\d:\d\d):00$/, '$1')),
);

/** The fields of a weekly pattern (reference 7.12), and whether its appointments are created or only previewed. */
const planFields = {
  type: z.pipe(
    z.nullable(z.enum(['', ...coachingTypes])),
    z.transform((value) => value ?? ''),
  ),
  weekdays: z.pipe(
    z.array(isoWeekdayField).check(z.maxLength(7)),
    z.transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  ),
  /** The pattern repeats after this many weeks, counted from the week of `fromDate` on. */
  everyWeeks: z.int(),
  fromDate: dateField,
  tillDate: dateField,
  fromTime: time,
  tillTime: time,
  minutes: z.int(),
  breakMinutes: z.int(),
  apply: z.boolean(),
  /** The number of new appointments in the preview; required with `apply`. If it has changed, none is created. */
  expect: z.optional(z.nullable(z.int().check(z.minimum(0)))),
};

function formErrors(form: SeriesForm & { apply: boolean; expect?: number | null | undefined }) {
  const lacksPreview = form.apply && (form.expect ?? null) === null;
  return [
    ...planErrors(form),
    ...toFieldErrors({ expect: lacksPreview ? 'Bitte sieh dir zuerst die Vorschau an.' : null }),
  ];
}

/** An appointment of the pattern, with its state in German as `message`; Berlin date `yyyy-mm-dd`, times `HH:mm`. */
const seriesEntry = z.object({
  date: z.string(),
  fromTime: z.string(),
  tillTime: z.string(),
  state: z.enum(entryStates),
  message: z.string(),
});
export type SeriesEntry = z.output<typeof seriesEntry>;

const planResponse = z.object({
  data: z.object({
    /** Null for a preview, or if no appointment was new. */
    seriesId: z.nullable(id),
    entries: z.array(seriesEntry),
    /** The number of entries in each state. */
    counts: z.record(z.enum(entryStates), z.int()),
  }),
});

const planRefusals = {
  rangeTooLong: `Eine Serie darf höchstens ${seriesLimits.days} Tage umfassen.`,
  tooMany: `Eine Serie darf höchstens ${seriesLimits.entries.toLocaleString('de-DE')} Termine umfassen.`,
  inactive: 'Dieser Coach ist nicht aktiv.',
  stale: 'Der Kalender hat sich seit der Vorschau geändert. Bitte sieh sie dir noch einmal an.',
};

export const planOwnSeries = call({
  path: 'coach/planSeries',
  summary:
    'Previews the appointments of a weekly pattern in the calling coach’s calendar, or creates all new ones if their ' +
    'number is `expect`.',
  may: staff,
  rateLimit: 'actionsThatMail',
  input: z.object(planFields),
  rules: formErrors,
  output: planResponse,
  refusalStatus: 409,
  refusals: { ...planRefusals, noCoachProfile },
});

export const planSeries = call({
  path: 'admin/planSeries',
  summary: 'Like coach/planSeries, for the calendar of any coach.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ ...planFields, coachId: optionalId }),
  rules: (form) => [
    ...toFieldErrors({ coachId: form.coachId === null ? coachMissingMessage : null }),
    ...formErrors(form),
  ],
  output: planResponse,
  refusalStatus: 409,
  refusals: planRefusals,
});

/** A series with its plan and the numbers of its appointments that are currently free and booked. */
const seriesRow = z.object({
  seriesId: id,
  coachId: id,
  coach: z.string(),
  type: z.enum(coachingTypes),
  weekdays: z.array(z.int()),
  everyWeeks: z.int(),
  fromDate: z.string(),
  tillDate: z.string(),
  fromTime: z.string(),
  tillTime: z.string(),
  minutes: z.int(),
  breakMinutes: z.int(),
  free: z.int(),
  booked: z.int(),
});

const seriesList = z.object({ data: z.array(seriesRow) });
const rangeRefusals = { rangeTooLong: rangeMessages.rangeTooLong };

export const getOwnSeries = call({
  path: 'coach/getSeries',
  summary: 'The calling coach’s series that overlap a range of days, in order of their first day.',
  may: staff,
  input: z.object({ fromDate: date, tillDate: date }),
  rules: rangeErrors,
  output: seriesList,
  refusals: rangeRefusals,
});

export const getSeries = call({
  path: 'admin/getSeries',
  summary:
    'The series of the given coach, or of all coaches, that overlap a range of days, in order of their first day.',
  may: ['admin'],
  input: z.object({ fromDate: date, tillDate: date, coachId: z.nullable(id) }),
  rules: rangeErrors,
  output: seriesList,
  refusals: rangeRefusals,
});

const endSeriesInput = z.object({ seriesId: id, fromDate: date, apply: z.boolean() });

/** The number of free appointments that were or would be deleted, and the upcoming booked ones, which are kept. */
const endSeriesResponse = z.object({
  data: z.object({
    deleted: z.int(),
    kept: z.array(z.object({ appointmentId: id, date: z.string(), fromTime: z.string(), participant: z.string() })),
  }),
});

export const endOwnSeries = call({
  path: 'coach/endSeries',
  summary:
    'Deletes the free upcoming appointments of the calling coach’s series from a day on, or only counts them; returns ' +
    'the booked ones, which are kept.',
  may: staff,
  rateLimit: 'actionsThatMail',
  input: endSeriesInput,
  output: endSeriesResponse,
  refusalStatus: 409,
  refusals: { noCoachProfile },
});

export const endSeries = call({
  path: 'admin/endSeries',
  summary: 'Like coach/endSeries, for a series of any coach.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: endSeriesInput,
  output: endSeriesResponse,
});
