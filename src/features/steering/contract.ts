import * as z from 'zod/mini';
import { call, date, download, id } from '../../shared/call.ts';
import { rangeErrors } from '../../shared/date-range.ts';
import { definitions, meaningsOfNull } from './rules.ts';

const described = <T extends z.ZodMiniType>(schema: T, figure: keyof typeof definitions): T =>
  schema.check(z.describe(definitions[figure].text));

/** A field that may be null, with what that means. */
const orNull = <T extends z.ZodMiniType>(schema: T, field: keyof typeof meaningsOfNull) =>
  z.nullable(schema).check(z.describe(meaningsOfNull[field]));

const share = () => z.object({ count: z.int(), of: z.int(), share: orNull(z.number(), 'share') });
const used = { offered: z.int(), booked: z.int(), share: z.number() };

/** Shares are between 0 and 1; days are Berlin days `yyyy-mm-dd`, weekdays 1 (Monday) to 7, hours 0 to 23. */
const figures = z.object({
  availability: described(
    z.object({
      counted: z.int(),
      daysUntil: orNull(z.number(), 'daysUntil'),
      within14: orNull(z.number(), 'within'),
      within28: orNull(z.number(), 'within'),
      days: z.array(z.object({ date: z.string(), daysUntil: orNull(z.int(), 'daysUntilOfDay') })),
    }),
    'availability',
  ),
  utilisation: described(
    z.object({
      total: share(),
      coaches: z.array(z.object({ coachId: id, coach: z.string(), ...used })),
      hours: z.array(z.object({ weekday: z.int(), hour: z.int(), ...used })),
    }),
    'utilisation',
  ),
  missed: described(share(), 'missed'),
  lateCancellations: described(share(), 'lateCancellations'),
  reschedules: described(share(), 'reschedules'),
  daysToFirstCoaching: described(
    z.object({ people: z.int(), median: orNull(z.number(), 'median') }),
    'daysToFirstCoaching',
  ),
  waitingUnmet: described(z.int(), 'waitingUnmet'),
  ratings: described(
    z.object({
      ratings: z.int(),
      mean: orNull(z.number(), 'mean'),
      means: z.array(z.object({ title: z.string(), mean: orNull(z.number(), 'mean') })),
    }),
    'ratings',
  ),
  topics: described(z.array(z.object({ topic: z.string(), count: orNull(z.int(), 'topic') })), 'topics'),
  documents: described(share(), 'documents'),
});
export type Steering = z.output<typeof figures>;

const input = z.object({ fromDate: date, tillDate: date, coachId: orNull(id, 'coachId') });
const refusals = { rangeTooLong: 'Der Zeitraum darf höchstens 366 Tage lang sein.' };

export const getSteering = call({
  path: 'admin/getSteering',
  summary:
    'Figures of a range of days, of one coach or of all: free slots, utilisation, rates, waiting, ratings, documents. ' +
    'Each figure says how it is counted.',
  may: ['admin'],
  report: true,
  input,
  output: z.object({ data: figures }),
  rules: rangeErrors,
  refusals,
});

export const exportSteering = call({
  path: 'admin/exportSteering',
  summary: 'The same figures as a spreadsheet (xlsx).',
  may: ['admin'],
  report: true,
  answer: 'file',
  input,
  output: download,
  rules: rangeErrors,
  refusals,
});
