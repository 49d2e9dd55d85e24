import * as z from 'zod/mini';
import { call, chosen, dateField, field, flag, id, nothing } from '../../shared/call.ts';
import { longest } from '../../shared/lengths.ts';
import { profile, profileChange } from '../../shared/profile.ts';
import { changedMeanwhile, seenVersion, version } from '../../shared/version.ts';
import { listedFile } from '../files/contract.ts';
import { searchErrors, unchoosableSentences, userDataErrors, whyNotSentences } from './rules.ts';

const searchString = field(longest.search);

/**
 * People who match a picker's search but cannot be chosen, each with the reason; absent in answers of older servers.
 */
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
    'At most 20 participants for a picker: own ones by any part, others by the complete e-mail address. ' +
    '`meta.unchoosable`: own ones who are inactive.',
  may: ['coach', 'speedCoach', 'admin'],
  counts: 'searches',
  input: z.object({ searchString }),
  rules: searchErrors,
  output: z.object({
    data: z.array(z.object({ participantId: id, fullName: z.string(), email: z.string() })),
    meta: unchoosable,
  }),
});

export const searchShort = call({
  path: 'admin/searchParticipantShort',
  summary:
    'At most 20 active participants for a picker, by name or e-mail. `meta.unchoosable`: others of that name, ' +
    'with the reason.',
  may: ['admin'],
  counts: 'searches',
  input: z.object({ searchString }),
  rules: searchErrors,
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

/** What an admin may change of a participant. Dates `yyyy-mm-dd`; a form sends `version` back. */
export const userData = z.object({
  participantId: id,
  ...profile,
  location: z.string(),
  locationId: z.nullable(id),
  version,
});
export type UserData = z.output<typeof userData>;

/**
 * A participant in the full search. Dates `yyyy-mm-dd`; status 0 active, 1 inactive. `confirmed`: the e-mail address
 * is;
 * `isStaff`: a coach or an admin by now, who still has a participant's appointments.
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

/**
 * Further criteria. `all`: everybody, without a criterion; a range of days (`yyyy-mm-dd`) in which the qualification
 * ends. `mailbox`: an e-mail matches by its part before the @ or as a whole, not by the host that half of all share.
 */
const further = z.object({
  all: z.optional(z.boolean()),
  locationId: z.optional(z.nullable(id)),
  endFrom: z.optional(dateField),
  endTill: z.optional(dateField),
  mailbox: z.optional(z.boolean()),
});
export type Further = z.output<typeof further>;

/** Whether there are criteria other than text, day and coach. */
export function isFiltered({ all, locationId, endFrom, endTill }: Further): boolean {
  return Boolean(all || locationId || endFrom || endTill);
}

/** A text may be left out where there is another criterion. */
const textErrors = (input: Further & { searchString: string }) =>
  input.searchString || !isFiltered(input) ? searchErrors(input) : [];

/** The most participants in one answer (reference 8.2), and the default size of a page. */
export const mostFound = 500;

/**
 * The orders of a search: the best fits first, or by a column; among equals by name. `end` and `latestEnd`: the end of
 * the qualification.
 */
export const foundOrders = ['fit', 'name', 'status', 'location', 'end', 'latestEnd'] as const;
export type FoundOrder = (typeof foundOrders)[number];

/**
 * Which of the hits to return; without these fields the first ones of both statuses, the best fits first. `status` 0
 * active, 1 inactive.
 */
const part = z.object({
  sort: z.optional(z.enum(foundOrders)),
  status: z.optional(z.nullable(z.union([z.literal(0), z.literal(1)]))),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(mostFound))),
});
export type Part = z.output<typeof part>;

export const searchOwn = call({
  path: 'coach/searchParticipantFull',
  summary:
    'The coach’s own participants by name or e-mail, with documents and appointments; a page of them where `page` ' +
    'is given, the best fits first unless `sort` says otherwise. `meta` counts all hits.',
  may: ['coach', 'speedCoach', 'admin'],
  counts: 'searches',
  input: z.object({ searchString, ...further.shape, ...part.shape }),
  rules: textErrors,
  output: found,
});

export const searchAll = call({
  path: 'admin/searchParticipantFull',
  summary:
    'Participants by name or e-mail, by a day or by a coach of their appointments; a page of them where `page` is ' +
    'given, the best fits first unless `sort` says otherwise. `meta` counts all hits.',
  may: ['speedCoach', 'admin'],
  counts: 'searches',
  input: z.object({
    searchString: z.optional(searchString),
    date: z.optional(dateField),
    coachId: z.optional(z.nullable(id)),
    ...further.shape,
    ...part.shape,
  }),
  rules: (input) => (input.searchString ? searchErrors({ searchString: input.searchString }) : []),
  output: found,
  refusals: { criterionMissing: 'Bitte gib einen Namen, ein Datum oder einen Coach an.' },
});

const { staff, inactive, notInactive, unconfirmed } = whyNotSentences;

export const changeActiveStatus = call({
  path: 'admin/changeActiveStatus',
  summary:
    'Inactivates a participant (1), which ends sessions and cancels upcoming bookings, or takes that back (0); ' +
    'setting the present status succeeds.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: z.object({ participantId: id, participantStatus: flag }),
  output: nothing,
  statusOnTop: true,
  refusals: { staff },
});

export const changeUserData = call({
  path: 'admin/changeUserData',
  summary:
    'Changes the data of an active participant; with the `version` of a search only if nobody has changed them ' +
    'since. Another e-mail address ends sessions and mailed secrets.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: z.object({
    participantId: id,
    ...profileChange,
    locationId: chosen,
    version: seenVersion,
  }),
  rules: userDataErrors,
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
    'Sets the password of an active participant to the configured or a random one, returned this once; it must be ' +
    'changed at the next login. The old password, one-time passwords and all sessions end.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: z.object({ userId: id }),
  output: z.object({ data: z.object({ defaultPassword: z.string() }) }),
  refusals: { inactive, unconfirmed, staff },
});

export const anonymizeUserData = call({
  path: 'admin/anonymizeUserData',
  summary:
    'Erases an inactive participant, coach or admin for good; stars and appointments stay under the name Anonymisiert.',
  may: ['admin'],
  input: z.object({ participantId: id }),
  output: nothing,
  statusOnTop: true,
  refusals: { notInactive },
});
