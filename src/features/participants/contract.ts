import * as z from 'zod/mini';
import { call, chosen, dateField, field, flag, id, nothing, phone } from '../shared/call.ts';
import { longest } from '../shared/lengths.ts';
import { changedMeanwhile, seenVersion, version } from '../shared/version.ts';
import { listedFile } from '../files/contract.ts';
import { searchMistakes, unchoosableSentences, userDataMistakes, whyNotSentences } from './rules.ts';

const searchString = field(longest.search);

/** Who fits a picker's search and cannot be chosen, each with the reason; absent from a server of the version before. */
const unchoosable = z.object({
  unchoosable: z.optional(
    z.array(
      z.object({
        participantId: id,
        fullName: z.string(),
        email: z.string(),
        reason: z.enum(Object.keys(unchoosableSentences) as (keyof typeof unchoosableSentences)[]),
      }),
    ),
  ),
});
export type Unchoosable = NonNullable<z.output<typeof unchoosable>['unchoosable']>[number];

export const searchParticipant = call({
  path: 'coach/searchParticipant',
  summary:
    'At most 20 participants for a picker: own ones by any part, others by the complete e-mail address. `meta.unchoosable`: own ones who are inactive.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ searchString }),
  rules: searchMistakes,
  output: z.object({
    data: z.array(z.object({ participantId: id, fullName: z.string(), email: z.string() })),
    meta: unchoosable,
  }),
});

export const searchShort = call({
  path: 'admin/searchParticipantShort',
  summary:
    'At most 20 active participants for a picker, by name or e-mail. `meta.unchoosable`: others of that name, with the reason.',
  may: ['admin'],
  input: z.object({ searchString }),
  rules: searchMistakes,
  output: z.object({
    data: z.array(z.object({ participantId: id, firstName: z.string(), lastName: z.string(), email: z.string() })),
    meta: unchoosable,
  }),
});

/** An appointment of a participant in the search; date `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm', Berlin wall clock. */
const foundAppointment = z.object({
  id,
  date: z.string(),
  timeSlot: z.string(),
  coachFullName: z.string(),
  status: z.enum(['G', 'V', 'K']),
  /** Who or what cancelled it; null unless its status is K. */
  cancelKind: z.nullable(z.enum(['byParticipant', 'byAdmin', 'goodwill'])),
});
export type FoundAppointment = z.output<typeof foundAppointment>;

/** What an admin may change of a participant. Dates `yyyy-mm-dd`; `version` is the one that a form of it hands back. */
export const userData = z.object({
  participantId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  location: z.string(),
  locationId: z.nullable(id),
  qualification: z.string(),
  startOfQualification: z.string(),
  endOfQualification: z.string(),
  version,
});
export type UserData = z.output<typeof userData>;

/**
 * A participant as the full search shows them. Dates `yyyy-mm-dd`; status 0 active, 1 inactive. `confirmed`: the e-mail
 * address is; `isStaff`: now a coach or an admin, with the appointments of the time before.
 */
const foundParticipant = z.object({
  fullName: z.string(),
  ...userData.shape,
  status: z.union([z.literal(0), z.literal(1)]),
  confirmed: z.boolean(),
  isStaff: z.boolean(),
  files: z.object({ meta: z.object({ total: z.int() }), data: z.array(listedFile) }),
  appointments: z.object({ data: z.array(foundAppointment) }),
});
export type FoundParticipant = z.output<typeof foundParticipant>;

const found = z.object({
  data: z.array(foundParticipant),
  meta: z.object({ total: z.int(), counts: z.object({ active: z.int(), inactive: z.int() }) }),
});

/** Most participants that one answer holds (contract §9); a page of them where one is asked for. */
export const mostFound = 500;

/** Which of the hits are wanted; without these fields the first ones of both statuses. `status` 0 active, 1 inactive. */
const part = z.object({
  status: z.optional(z.nullable(z.union([z.literal(0), z.literal(1)]))),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(mostFound))),
});
export type Part = z.output<typeof part>;

export const searchOwn = call({
  path: 'coach/searchParticipantFull',
  summary:
    'The coach’s own participants by name or e-mail, with documents and appointments; a page of them where `page` is given. `meta` counts all hits.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ searchString, ...part.shape }),
  rules: searchMistakes,
  output: found,
});

export const searchAll = call({
  path: 'admin/searchParticipantFull',
  summary:
    'Participants by name or e-mail, by a day or by a coach of their appointments; a page of them where `page` is given. `meta` counts all hits.',
  may: ['speedCoach', 'admin'],
  input: z.object({
    searchString: z.optional(searchString),
    date: z.optional(dateField),
    coachId: z.optional(z.nullable(id)),
    ...part.shape,
  }),
  rules: (input) => (input.searchString ? searchMistakes({ searchString: input.searchString }) : []),
  output: found,
  refusals: { criterionMissing: 'Bitte gib einen Namen, ein Datum oder einen Coach an.' },
});

const { staff, inactive, notInactive, unconfirmed } = whyNotSentences;

export const changeActiveStatus = call({
  path: 'admin/changeActiveStatus',
  summary:
    'Inactivates a participant (1), which ends sessions and cancels upcoming bookings, or takes that back (0); setting the present status succeeds.',
  may: ['admin'],
  input: z.object({ participantId: id, participantStatus: flag }),
  output: nothing,
  statusOnTop: true,
  refusals: { staff },
});

export const changeUserData = call({
  path: 'admin/changeUserData',
  summary:
    'Changes the data of an active participant; with the `version` of a search only if nobody has changed them since. Another e-mail address ends sessions and mailed secrets.',
  may: ['admin'],
  input: z.object({
    participantId: id,
    firstName: field(longest.name),
    lastName: field(longest.name),
    email: field(longest.email),
    phoneNumber: phone,
    qualification: field(longest.qualification),
    startOfQualification: dateField,
    endOfQualification: dateField,
    locationId: chosen,
    version: seenVersion,
  }),
  rules: userDataMistakes,
  output: nothing,
  statusOnTop: true,
  refusals: {
    emailAlreadyExists: 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.',
    inactive,
    staff,
    ...changedMeanwhile,
  },
  newer: userData,
});

export const setDefaultPassword = call({
  path: 'admin/setDefaultPassword',
  summary:
    'Sets the password of an active participant to the configured or a random one, told here once; it must be changed at the next login. The old password, one-time passwords and all sessions end.',
  may: ['admin'],
  input: z.object({ userId: id }),
  output: z.object({ data: z.object({ defaultPassword: z.string() }) }),
  refusals: { inactive, unconfirmed, staff },
});

export const anonymizeUserData = call({
  path: 'admin/anonymizeUserData',
  summary: 'Erases an inactive participant for good; stars and appointments stay under the name Anonymisiert.',
  may: ['admin'],
  input: z.object({ participantId: id }),
  output: nothing,
  statusOnTop: true,
  refusals: { notInactive, staff },
});
