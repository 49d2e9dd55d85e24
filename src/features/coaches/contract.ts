import * as z from 'zod/mini';
import { rangeMessages } from '../../shared/date-range.ts';
import {
  call,
  optionalId,
  dateField,
  field,
  flag,
  id,
  emptyObject,
  option,
  text,
  type InputOf,
} from '../../shared/call.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { federalStateCodes } from '../../shared/states.ts';
import { staleRecordRefusals, seenVersion, version } from '../../shared/version.ts';
import { analyticsErrors, coachErrors, newCoachErrors } from './rules.ts';

export const getCoachList = call({
  path: 'coach/getCoachList',
  summary: 'Active coaches in German order, for pickers.',
  may: ['coach', 'speedCoach', 'admin'],
  input: emptyObject,
  output: z.object({ data: z.array(option) }),
});

export const getCoachId = call({
  path: 'public/getCoachId',
  summary: 'The id of an active coach by name (`vorname-nachname`), or null.',
  may: 'everyone',
  input: z.object({ name: text(201) }),
  output: z.object({ data: z.nullable(z.object({ id })) }),
});

/** A salutation on the wire and in the database. */
const gender = z.enum(['m', 'f', 'd']);

/** The federal state whose holidays apply to a coach; null for the provider's (reference 7.11). */
const state = z.nullable(z.enum(federalStateCodes));

/** A coach as admins see them. */
const coach = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  teamsLink: z.string(),
  /** An inactive coach cannot sign in, cannot be chosen and has no upcoming appointments. */
  active: z.boolean(),
  /** Whether the coach may use the full search for participants. */
  speedCoach: z.boolean(),
  gender,
  state,
  /** Whether the coach is bound to an account at the identity provider (reference 3.18). */
  singleSignOn: z.boolean(),
  version,
});
export type Coach = z.output<typeof coach>;

/** The coach on the wire (reference 9.1), with its German field names; `id` and `user_id` are the same number. */
export const coachCodec = z.codec(
  z.object({
    id,
    user_id: id,
    vorname: z.string(),
    nachname: z.string(),
    email: z.string(),
    teams_link: z.string(),
    active: z.union([z.literal(0), z.literal(1)]),
    isSpeedCoach: z.union([z.literal(0), z.literal(1)]),
    gender,
    state,
    singleSignOn: z.boolean(),
    version,
  }),
  coach,
  {
    decode: (wire) => ({
      id: wire.id,
      firstName: wire.vorname,
      lastName: wire.nachname,
      email: wire.email,
      teamsLink: wire.teams_link,
      active: wire.active === 1,
      speedCoach: wire.isSpeedCoach === 1,
      gender: wire.gender,
      state: wire.state,
      singleSignOn: wire.singleSignOn,
      version: wire.version,
    }),
    encode: (coachData) => ({
      id: coachData.id,
      user_id: coachData.id,
      vorname: coachData.firstName,
      nachname: coachData.lastName,
      email: coachData.email,
      teams_link: coachData.teamsLink,
      active: coachData.active ? (1 as const) : (0 as const),
      isSpeedCoach: coachData.speedCoach ? (1 as const) : (0 as const),
      gender: coachData.gender,
      state: coachData.state,
      singleSignOn: coachData.singleSignOn,
      version: coachData.version,
    }),
  },
);

export const listCoaches = call({
  path: 'admin/getCoachListObject',
  summary:
    'All coaches, active and inactive, by last name in German order; `meta.state` is the provider’s federal state.',
  may: ['admin'],
  scope: 'appointments',
  input: emptyObject,
  output: z.object({
    data: z.array(coachCodec),
    /** The federal state whose holidays apply to coaches who have not chosen one; null for none. */
    meta: z.object({ state }),
  }),
});

/** Clients compare the message with this fixed word (reference 2.2). */
const emailTaken = { emailAlreadyExists: 'emailAlreadyExists' };

export const editCoach = call({
  path: 'admin/editCoach',
  summary:
    'Changes a coach; if the `version` of the list is sent, only if the coach has not been changed since. ' +
    'Inactivating deletes upcoming free appointments; for an inactive coach only `active: 1` takes effect.',
  may: ['admin'],
  refusalStatus: 409,
  input: z.pipe(
    z.object({
      id,
      vorname: field(maxLengths.name),
      nachname: field(maxLengths.name),
      email: field(maxLengths.email),
      teams_link: field(maxLengths.link),
      active: flag,
      // Fields that a client leaves out stay unchanged (reference 9.2).
      isSpeedCoach: z.optional(flag),
      gender: z.optional(gender),
      state: z.optional(state),
      version: seenVersion,
    }),
    z.transform(({ vorname, nachname, teams_link: teamsLink, isSpeedCoach: speedCoach, ...wire }) => ({
      ...wire,
      firstName: vorname,
      lastName: nachname,
      teamsLink,
      speedCoach,
    })),
  ),
  rules: (form) => toWireErrors(coachErrors(form)),
  output: emptyObject,
  refusals: {
    ...emailTaken,
    inactive: 'Dieser Coach ist inaktiv und kann nur wieder auf aktiv gesetzt werden.',
    hasBookings: 'Dieser Coach hat noch gebuchte Termine. Sie müssen zuerst storniert werden.',
    ...staleRecordRefusals,
  },
  currentRecord: coachCodec,
});

/** The input of `editCoach` that leaves a coach unchanged. */
export function toEditCoachInput(coachData: Coach): InputOf<typeof editCoach> {
  return z.encode(coachCodec, coachData);
}

const wireFields: Record<string, string> = { firstName: 'vorname', lastName: 'nachname', teamsLink: 'teams_link' };

/** Renames the fields of errors to their names on the wire. */
function toWireErrors<E extends { path: string }>(fieldErrors: E[]): E[] {
  return fieldErrors.map((error) => ({ ...error, path: wireFields[error.path] ?? error.path }));
}

export const makeNewCoach = call({
  path: 'admin/makeNewCoach',
  summary: 'Makes a participant a coach; their sessions end.',
  may: ['admin'],
  input: z.object({
    firstName: field(maxLengths.name),
    lastName: field(maxLengths.name),
    email: field(maxLengths.email),
    teamsLink: field(maxLengths.link),
    gender: z.nullable(z.union([gender, z.literal('')])),
    participantId: optionalId,
  }),
  rules: newCoachErrors,
  output: emptyObject,
  refusals: {
    ...emailTaken,
    inactive: 'Diese Person ist nicht aktiv.',
    hasBookings: 'Diese Person hat selbst noch gebuchte Termine. Sie müssen zuerst storniert werden.',
    alreadyCoach: 'Diese Person ist schon Coach.',
  },
});

/**
 * An appointment in a coach's analytics; Berlin date `yyyy-mm-dd`, times `HH:mm`. The personal fields of a free
 * appointment are ''.
 */
const analyticsAppointment = z.object({
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  status: z.enum(['F', 'G', 'V', 'K']),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
});
export type AnalyticsAppointment = z.output<typeof analyticsAppointment>;

export const getCoachAnalytics = call({
  path: 'analytics/getCoachAnalytics',
  summary:
    'All appointments of a coach in a range of days, including cancelled ones, in order of start, with their counts.',
  may: ['admin'],
  scope: 'figures',
  input: z.object({ coachId: optionalId, fromDate: dateField, tillDate: dateField }),
  rules: analyticsErrors,
  output: z.object({
    appointmentList: z.object({
      appointments: z.array(analyticsAppointment),
      meta: z.object({
        total: z.int(),
        active: z.int(),
        done: z.int(),
        free: z.int(),
        missed: z.int(),
        cancelled: z.int(),
        /** Bookings that were moved to another slot; they are in no other count and not in the list. */
        rescheduled: z.int(),
      }),
    }),
  }),
  refusals: { rangeTooLong: rangeMessages.rangeTooLong },
});
