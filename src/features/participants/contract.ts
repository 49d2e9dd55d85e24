import * as z from 'zod/mini';
import { call, optionalId, dateField, field, flag, id, emptyObject } from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { profile, profileChange } from '../../shared/profile.ts';
import { staleRecordRefusals, seenVersion, version } from '../../shared/version.ts';
import { listedFile } from '../files/contract.ts';
import { searchErrors, unchoosableMessages, userDataErrors, refusalMessages } from './rules.ts';

const searchString = field(maxLengths.search);

/**
 * The `meta` of a picker's response. `unchoosable` lists the people who match the search but cannot be chosen, each
 * with the reason. It is absent in responses of older servers.
 */
const pickerMeta = z.object({
  unchoosable: z.optional(
    z.array(
      z.object({
        participantId: id,
        fullName: z.string(),
        email: z.string(),
        reason: z.enum(Object.keys(unchoosableMessages) as (keyof typeof unchoosableMessages)[]),
      }),
    ),
  ),
});
export type UnchoosablePerson = NonNullable<z.output<typeof pickerMeta>['unchoosable']>[number];

export const searchParticipant = call({
  path: 'coach/searchParticipant',
  summary:
    'At most 20 participants for a picker: the coach’s own by any part of the name, e-mail or telephone number, ' +
    'others by the complete e-mail address. `meta.unchoosable`: own participants who cannot be chosen, each with the reason.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'searches',
  input: z.object({ searchString }),
  rules: searchErrors,
  output: z.object({
    data: z.array(z.object({ participantId: id, fullName: z.string(), email: z.string() })),
    meta: pickerMeta,
  }),
});

export const searchParticipantAsAdmin = call({
  path: 'admin/searchParticipantShort',
  summary:
    'At most 20 active participants for a picker, by name, e-mail or telephone number. `meta.unchoosable`: matching ' +
    'people who cannot be chosen, each with the reason. With `mailbox`, a word without an @ matches e-mails only before their @.',
  may: ['admin'],
  scope: 'participants',
  rateLimit: 'searches',
  input: z.object({ searchString, mailbox: z.optional(z.boolean()) }),
  rules: searchErrors,
  output: z.object({
    data: z.array(z.object({ participantId: id, firstName: z.string(), lastName: z.string(), email: z.string() })),
    meta: pickerMeta,
  }),
});

/** An appointment of a participant in the search; date `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm', Berlin wall clock. */
const participantAppointment = z.object({
  id,
  date: z.string(),
  timeSlot: z.string(),
  coachFullName: z.string(),
  status: z.enum(['G', 'V', 'K']),
  /** How the appointment was cancelled; null unless its status is K. */
  cancelKind: z.nullable(z.enum(['byParticipant', 'byAdmin', 'goodwill'])),
  /** Whether it is known that the participant was there (reference 4.21). */
  attended: z.boolean(),
});
export type ParticipantAppointment = z.output<typeof participantAppointment>;

/** The data of a participant that an admin may change. Dates `yyyy-mm-dd`; a form sends `version` back. */
export const userData = z.object({
  participantId: id,
  ...profile,
  location: z.string(),
  locationId: z.nullable(id),
  version,
});
export type UserData = z.output<typeof userData>;

/**
 * A participant in the full search. Dates `yyyy-mm-dd`; status 0 active, 1 inactive. `confirmed` is whether the e-mail
 * address is confirmed, `isStaff` whether the person has become a coach or an admin. `selfBooked` is the number of
 * Einzelcoachings that count toward those that participants may book themselves (reference 4.5).
 */
const participantHit = z.object({
  fullName: z.string(),
  ...userData.shape,
  status: z.union([z.literal(0), z.literal(1)]),
  confirmed: z.boolean(),
  isStaff: z.boolean(),
  selfBooked: z.int(),
  files: z.object({ meta: z.object({ total: z.int() }), data: z.array(listedFile) }),
  appointments: z.object({ data: z.array(participantAppointment) }),
});
export type ParticipantHit = z.output<typeof participantHit>;

const searchOutput = z.object({
  data: z.array(participantHit),
  meta: z.object({ total: z.int(), counts: z.object({ active: z.int(), inactive: z.int() }) }),
});

/**
 * More criteria of a search. `all` finds everyone. The qualification ends between the days `endFrom` and `endTill`
 * (`yyyy-mm-dd`). With `mailbox`, a word without an @ matches an e-mail only by the part before the @.
 */
const moreCriteria = z.object({
  all: z.optional(z.boolean()),
  locationId: z.optional(z.nullable(id)),
  endFrom: z.optional(dateField),
  endTill: z.optional(dateField),
  mailbox: z.optional(z.boolean()),
});
export type MoreCriteria = z.output<typeof moreCriteria>;

/** Whether a search has criteria other than text, day and coach. */
export function hasMoreCriteria({ all, locationId, endFrom, endTill }: MoreCriteria): boolean {
  return Boolean(all || locationId || endFrom || endTill);
}

/** Returns the errors of the search text, which may be empty if there is another criterion. */
const textErrors = (input: MoreCriteria & { searchString: string }) =>
  input.searchString || !hasMoreCriteria(input) ? searchErrors(input) : [];

/** The maximum number of participants in one response (reference 8.2), and the default size of a page. */
export const maxHits = 500;

/** The order by relevance: the best matches first. */
export const relevanceOrder = 'fit';

/**
 * The sort orders of a search: by relevance or by a column; ties are ordered by name. Both `end` and `latestEnd` sort
 * by the end of the qualification: `end` has the earliest first, `latestEnd` the latest.
 */
export const hitOrders = [relevanceOrder, 'name', 'status', 'location', 'end', 'latestEnd'] as const;
export type HitOrder = (typeof hitOrders)[number];

/**
 * The page of hits to return: by default the first page of both statuses, the best matches first. `status` 0 active, 1
 * inactive.
 */
const pageInput = z.object({
  sort: z.optional(z.enum(hitOrders)),
  status: z.optional(z.nullable(z.union([z.literal(0), z.literal(1)]))),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(maxHits))),
});
export type HitPage = z.output<typeof pageInput>;

export const searchOwnParticipants = call({
  path: 'coach/searchParticipantFull',
  summary:
    'The coach’s own participants by name, e-mail or telephone number, with documents and appointments; one page ' +
    'of them if `page` is given, the best matches first unless `sort` is given. `meta` counts all hits.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'searches',
  input: z.object({ searchString, ...moreCriteria.shape, ...pageInput.shape }),
  rules: textErrors,
  output: searchOutput,
});

export const searchAllParticipants = call({
  path: 'admin/searchParticipantFull',
  summary:
    'Participants by name, e-mail or telephone number, by a day or by a coach of their appointments; one page of ' +
    'them if `page` is given, the best matches first unless `sort` is given. `meta` counts all hits.',
  may: ['speedCoach', 'admin'],
  scope: 'participants',
  rateLimit: 'searches',
  input: z.object({
    searchString: z.optional(searchString),
    date: z.optional(dateField),
    coachId: z.optional(z.nullable(id)),
    ...moreCriteria.shape,
    ...pageInput.shape,
  }),
  rules: (input) => (input.searchString ? searchErrors({ searchString: input.searchString }) : []),
  output: searchOutput,
  refusals: { criterionMissing: 'Bitte gib einen Namen, ein Datum oder einen Coach an.' },
});

const { staff, inactive, notInactive, unconfirmed } = refusalMessages;

export const changeActiveStatus = call({
  path: 'admin/changeActiveStatus',
  summary:
    'Inactivates a participant (1), which ends sessions and cancels upcoming bookings, or activates them again (0); ' +
    'setting the current status succeeds.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ participantId: id, participantStatus: flag }),
  output: emptyObject,
  hasTopLevelStatus: true,
  refusals: { staff },
});

export const changeUserData = call({
  path: 'admin/changeUserData',
  summary:
    'Changes the data of an active participant; if the `version` of a search is sent, only if the data has not been ' +
    'changed since. Another e-mail address ends sessions and mailed secrets.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({
    participantId: id,
    ...profileChange,
    locationId: optionalId,
    version: seenVersion,
  }),
  rules: userDataErrors,
  output: emptyObject,
  hasTopLevelStatus: true,
  refusals: {
    emailAlreadyExists: 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.',
    inactive,
    staff,
    ...staleRecordRefusals,
  },
  currentRecord: userData,
});

export const setDefaultPassword = call({
  path: 'admin/setDefaultPassword',
  summary:
    'Sets the password of an active participant to the configured or a random one, which is returned only this once ' +
    'and must be changed at the next login. The old password, one-time passwords and all sessions become invalid.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ userId: id }),
  output: z.object({ data: z.object({ defaultPassword: z.string() }) }),
  refusals: { inactive, unconfirmed, staff },
});

export const anonymizeUserData = call({
  path: 'admin/anonymizeUserData',
  summary:
    'Permanently erases an inactive participant, coach or admin; stars and appointments stay under the name ' +
    'Anonymisiert.',
  may: ['admin'],
  input: z.object({ participantId: id }),
  output: emptyObject,
  hasTopLevelStatus: true,
  refusals: { notInactive },
});
