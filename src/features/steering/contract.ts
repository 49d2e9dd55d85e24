import * as z from 'zod/mini';
import { call, date, download, id } from '../../shared/call.ts';
import { rangeErrors } from '../../shared/date-range.ts';
import { definitions, nullDescriptions } from './rules.ts';

/** Adds the definition of a figure as the description of its schema. */
const withDefinition = <T extends z.ZodMiniType>(schema: T, figure: keyof typeof definitions): T =>
  schema.check(z.describe(definitions[figure].text));

/** Makes a field nullable, with the meaning of null as its description. */
const orNull = <T extends z.ZodMiniType>(schema: T, field: keyof typeof nullDescriptions) =>
  z.nullable(schema).check(z.describe(nullDescriptions[field]));

const shareSchema = () => z.object({ count: z.int(), of: z.int(), share: orNull(z.number(), 'share') });
const utilisationFields = { offered: z.int(), booked: z.int(), share: z.number() };

/** Shares are between 0 and 1; days are Berlin days `yyyy-mm-dd`, weekdays 1 (Monday) to 7, hours 0 to 23. */
const figuresSchema = z.object({
  availability: withDefinition(
    z.object({
      counted: z.int(),
      daysUntil: orNull(z.number(), 'daysUntil'),
      within14: orNull(z.number(), 'within'),
      within28: orNull(z.number(), 'within'),
      days: z.array(z.object({ date: z.string(), daysUntil: orNull(z.int(), 'daysUntilOfDay') })),
    }),
    'availability',
  ),
  utilisation: withDefinition(
    z.object({
      total: shareSchema(),
      coaches: z.array(z.object({ coachId: id, coach: z.string(), ...utilisationFields })),
      hours: z.array(z.object({ weekday: z.int(), hour: z.int(), ...utilisationFields })),
    }),
    'utilisation',
  ),
  missed: withDefinition(shareSchema(), 'missed'),
  lateCancellations: withDefinition(shareSchema(), 'lateCancellations'),
  byCoach: withDefinition(shareSchema(), 'byCoach'),
  reschedules: withDefinition(shareSchema(), 'reschedules'),
  daysToFirstCoaching: withDefinition(
    z.object({ people: z.int(), median: orNull(z.number(), 'median') }),
    'daysToFirstCoaching',
  ),
  waitingUnmet: withDefinition(z.int(), 'waitingUnmet'),
  ratings: withDefinition(
    z.object({
      ratings: z.int(),
      mean: orNull(z.number(), 'mean'),
      means: z.array(z.object({ title: z.string(), mean: orNull(z.number(), 'mean') })),
    }),
    'ratings',
  ),
  topics: withDefinition(z.array(z.object({ topic: z.string(), count: orNull(z.int(), 'topic') })), 'topics'),
  documents: withDefinition(shareSchema(), 'documents'),
});
export type Steering = z.output<typeof figuresSchema>;

const input = z.object({ fromDate: date, tillDate: date, coachId: orNull(id, 'coachId') });
const refusals = { rangeTooLong: 'Der Zeitraum darf höchstens 366 Tage lang sein.' };

export const getSteering = call({
  path: 'admin/getSteering',
  summary:
    'Figures for a range of days and for one coach or all: free slots, utilisation, rates, waiting list, ratings, ' +
    'documents. The description of each figure says how it is counted.',
  may: ['admin'],
  scope: 'figures',
  isReport: true,
  input,
  output: z.object({ data: figuresSchema }),
  rules: rangeErrors,
  refusals,
});

export const exportSteering = call({
  path: 'admin/exportSteering',
  summary: 'The figures of admin/getSteering as a spreadsheet (xlsx).',
  may: ['admin'],
  scope: 'figures',
  isReport: true,
  responseType: 'file',
  input,
  output: download,
  rules: rangeErrors,
  refusals,
});
