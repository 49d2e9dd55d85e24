import * as z from 'zod/mini';
import { call, chosen, dateField, isoWeekdayField, nothing, option } from '../../../shared/call.ts';
import { rescheduleRefusals, mostSearchedDays, partsOfDay, searchErrors } from './rules.ts';

const optionalDate = z.pipe(
  z.optional(dateField),
  z.transform((value) => value ?? ''),
);

/**
 * The filters of a search for a slot: the coach, the Berlin days of its start (`yyyy-mm-dd`, both included), its
 * weekdays, the part of the day in which it starts. `insteadOf` names one of the caller's bookings that is to be
 * rescheduled; then the quota does not matter. '' and null leave a filter out.
 */
export const searchFields = {
  coachId: z.optional(chosen),
  fromDate: optionalDate,
  tillDate: optionalDate,
  weekdays: z.optional(
    z.nullable(
      z
        .array(isoWeekdayField)
        .check(z.minLength(1, 'Hier fehlt ein Wochentag.'), z.maxLength(7, 'Hier stehen höchstens sieben Wochentage.')),
    ),
  ),
  partOfDay: z.optional(z.nullable(z.enum(partsOfDay))),
  insteadOf: z.optional(chosen),
};

const searchForm = z.object(searchFields);
/** These filters as a client sends them, and as a handler receives them. */
export type SearchInput = z.input<typeof searchForm>;
export type ParsedSearch = z.output<typeof searchForm>;

export const bookableDays = call({
  path: 'appointment/bookableDays',
  summary:
    'The Berlin days on which something can be booked, with the count of each type, by the filters of ' +
    `appointment/bookable; ${mostSearchedDays} days, from today on, unless others are given.`,
  may: ['participant', 'admin'],
  input: searchForm,
  rules: searchErrors,
  output: z.object({
    data: z.array(z.object({ date: z.string(), einzelcoachings: z.int(), speedcoachings: z.int() })),
  }),
  refusals: { rangeTooLong: `Der Zeitraum darf höchstens ${mostSearchedDays} Tage lang sein.`, ...rescheduleRefusals },
});

export const bookableCoaches = call({
  path: 'appointment/bookableCoaches',
  summary: 'Coaches with a free Einzelcoaching to come, in German order.',
  may: ['participant', 'admin'],
  input: nothing,
  output: z.object({ data: z.array(option) }),
});
