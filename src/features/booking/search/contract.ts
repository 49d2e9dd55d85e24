import * as z from 'zod/mini';
import { call, optionalId, dateField, isoWeekdayField, emptyObject, option } from '../../../shared/call.ts';
import { rescheduleRefusals, maxSearchDays, partsOfDay, searchErrors } from './rules.ts';

const optionalDate = z.pipe(
  z.optional(dateField),
  z.transform((value) => value ?? ''),
);

/**
 * The filters of a search for slots (reference 4.13): the coach, the first and the last Berlin day on which a slot
 * starts (`yyyy-mm-dd`), the weekdays and the part of the day. `insteadOf` is the id of a booking of the caller that is
 * to be rescheduled; the quota is then ignored. A filter that is '' or null does not apply.
 */
export const searchFields = {
  coachId: z.optional(optionalId),
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
  insteadOf: z.optional(optionalId),
};

const searchSchema = z.object(searchFields);
/** The filters as a client sends them. */
export type SearchInput = z.input<typeof searchSchema>;
/** The filters as a handler receives them. */
export type ParsedSearch = z.output<typeof searchSchema>;

export const listBookableDays = call({
  path: 'appointment/bookableDays',
  summary:
    'The Berlin days with appointments that can be booked, with the count of each type, for the filters of ' +
    `appointment/bookable; by default for ${maxSearchDays} days from today on.`,
  may: ['participant', 'admin'],
  input: searchSchema,
  rules: searchErrors,
  output: z.object({
    data: z.array(z.object({ date: z.string(), einzelcoachings: z.int(), speedcoachings: z.int() })),
  }),
  refusals: { rangeTooLong: `Der Zeitraum darf höchstens ${maxSearchDays} Tage lang sein.`, ...rescheduleRefusals },
});

export const listBookableCoaches = call({
  path: 'appointment/bookableCoaches',
  summary: 'Coaches with an upcoming free Einzelcoaching, in German order.',
  may: ['participant', 'admin'],
  input: emptyObject,
  output: z.object({ data: z.array(option) }),
});
