import * as z from 'zod/mini';
import { call, date, field, id } from '../shared/call.ts';
import { listedFile } from '../files/contract.ts';
import { searchMistakes } from './rules.ts';

const searchString = field(200);

export const searchParticipant = call({
  path: 'coach/searchParticipant',
  summary: 'At most 20 participants for a picker: own ones by any part, others by the complete e-mail address.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ searchString }),
  rules: searchMistakes,
  output: z.object({ data: z.array(z.object({ participantId: id, fullName: z.string(), email: z.string() })) }),
});

export const searchShort = call({
  path: 'admin/searchParticipantShort',
  summary: 'At most 20 active participants for a picker, by name or e-mail.',
  may: ['admin'],
  input: z.object({ searchString }),
  rules: searchMistakes,
  output: z.object({
    data: z.array(z.object({ participantId: id, firstName: z.string(), lastName: z.string(), email: z.string() })),
  }),
});

/** A participant as the full search shows them. Dates `yyyy-mm-dd`; status 0 active, 1 inactive. */
const foundParticipant = z.object({
  participantId: id,
  fullName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  location: z.string(),
  locationId: z.nullable(id),
  qualification: z.string(),
  startOfQualification: z.string(),
  endOfQualification: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
  files: z.object({ meta: z.object({ total: z.int() }), data: z.array(listedFile) }),
  appointments: z.object({
    data: z.array(
      z.object({
        id,
        date: z.string(),
        timeSlot: z.string(),
        coachFullName: z.string(),
        status: z.enum(['G', 'V', 'K']),
      }),
    ),
  }),
});
export type FoundParticipant = z.output<typeof foundParticipant>;

const found = z.object({
  data: z.array(foundParticipant),
  meta: z.object({ total: z.int(), counts: z.object({ active: z.int(), inactive: z.int() }) }),
});

export const searchOwn = call({
  path: 'coach/searchParticipantFull',
  summary: 'The coach’s own participants by name or e-mail, with documents and appointments.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ searchString }),
  rules: searchMistakes,
  output: found,
});

export const searchAll = call({
  path: 'admin/searchParticipantFull',
  summary: 'Participants by name or e-mail, by a day or by a coach of their appointments.',
  may: ['speedCoach', 'admin'],
  input: z.object({
    searchString: z.optional(searchString),
    date: z.optional(z.nullable(z.union([z.literal(''), date]))),
    coachId: z.optional(z.nullable(id)),
  }),
  rules: (input) => (input.searchString ? searchMistakes({ searchString: input.searchString }) : []),
  output: found,
  refusals: { criterionMissing: 'Bitte gib einen Namen, ein Datum oder einen Coach an.' },
});
