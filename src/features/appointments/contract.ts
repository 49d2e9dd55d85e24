import * as z from 'zod/mini';
import {
  call,
  optionalId,
  date,
  dateField,
  download,
  field,
  flag,
  id,
  emptyObject,
  toFieldErrors,
} from '../../shared/call.ts';
import { listedFile } from '../files/contract.ts';
import { coachMissingMessage, creationErrors, timeMessages, tooLongMessage } from './rules.ts';
import { coachingTypes } from '../../shared/coaching.ts';
import { rangeErrors, rangeMessages } from '../../shared/date-range.ts';

/** An entry of the daily plan. Dates `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm', Berlin wall clock. */
const planEntry = z.object({
  id,
  date: z.string(),
  weekDay: z.string(),
  timeSlot: z.string(),
  /** Booked ('G') or missed ('V'). */
  status: z.enum(['G', 'V']),
  /** The coach's meeting link. */
  href: z.nullable(z.string()),
  participantFullName: z.string(),
  participantPhoneNumber: z.string(),
  participantEmail: z.string(),
  participantEndOfQualification: z.nullable(z.string()),
  participantQualification: z.string(),
  participantId: id,
  coachId: id,
  coachFullName: z.string(),
  /** The participant's note to the coach; '' without one. */
  note: z.string(),
  /** Whether the participant has said that they come (reference 4.26). */
  coming: z.boolean(),
  /** Whether it is known that the participant was there (reference 4.21). */
  attended: z.boolean(),
  /** The instant (ISO) until which the caller can undo the booking, as in the overview (reference 4.20), or null. */
  takeBackUntil: z.nullable(z.string()),
  files: z.object({ meta: z.object({ total: z.int() }), data: z.array(listedFile) }),
  remainingAppointments: z.array(
    z.object({
      appointmentId: id,
      appointmentDate: z.string(),
      appointmentFromTime: z.string(),
      appointmentTillTime: z.string(),
      coachName: z.string(),
    }),
  ),
});
export type PlanEntry = z.output<typeof planEntry>;

const rangeRefusals = { rangeTooLong: rangeMessages.rangeTooLong };

export const getDailyPlan = call({
  path: 'coach/dailyPlan',
  summary: 'Booked and missed appointments of the calling coach in a range of days, with the participants’ details.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ fromDate: date, tillDate: date }),
  output: z.object({ data: z.array(planEntry) }),
  rules: rangeErrors,
  refusals: rangeRefusals,
});

export const getFullDailyPlan = call({
  path: 'admin/dailyPlan',
  summary:
    'Booked and missed appointments of the given coach, or of all coaches, in a range of days, with the participants’ ' +
    'details.',
  may: ['admin'],
  scope: 'appointments',
  input: z.object({ fromDate: date, tillDate: date, coachId: z.nullable(id) }),
  output: z.object({ data: z.array(planEntry) }),
  rules: rangeErrors,
  refusals: rangeRefusals,
});

/** A time `HH:mm` or `HH:mm:00`; '' or null while it is empty. */
const time = field(8);

/** The date and times of an appointment in a form (reference 7.1). */
export const intervalFields = { date: dateField, fromTime: time, tillTime: time };

/** The fields that the coach's and the admin's form for a new appointment share (reference 7.1). */
const newAppointmentFields = {
  type: z.pipe(
    z.nullable(z.enum(['', ...coachingTypes])),
    z.transform((value) => value ?? ''),
  ),
  ...intervalFields,
  participantId: optionalId,
};

const creationRefusals = {
  overlap: 'In dieser Zeit gibt es schon einen Termin des Coaches.',
  participantOverlap: 'Zu dieser Zeit ist schon ein anderer Termin gebucht.',
  invalidTime: timeMessages.order,
  tooLong: tooLongMessage,
  inPast: 'Ein freier Termin kann nicht in der Vergangenheit liegen.',
  absent: 'In dieser Zeit ist der Coach abwesend.',
  notBookable: 'Ein Speedcoaching kann nicht für jemanden gebucht werden.',
  inactive: 'Diese Person ist nicht aktiv.',
};

const creationResponse = z.object({ data: z.object({ appointmentId: id }) });

export const createOwnAppointment = call({
  path: 'coach/createOneAppointment',
  summary: 'Creates an appointment of the calling coach; with a participant it is booked immediately.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'actionsThatMail',
  input: z.object(newAppointmentFields),
  rules: (form) => creationErrors(form),
  output: creationResponse,
  refusals: { ...creationRefusals, noCoachProfile: 'Zu diesem Konto gehört kein Coachprofil.' },
});

export const createAppointment = call({
  path: 'admin/createOneAppointment',
  summary: 'Creates an appointment of a chosen coach; with a participant it is booked immediately.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ ...newAppointmentFields, coachId: optionalId }),
  rules: (form) => [
    ...toFieldErrors({ coachId: form.coachId === null ? coachMissingMessage : null }),
    ...creationErrors(form),
  ],
  output: creationResponse,
  refusals: creationRefusals,
});

const deletionRefusals = { notFree: 'Nur freie Termine können gelöscht werden.' };

export const deleteOwnAppointment = call({
  path: 'coach/deleteAppointment',
  summary: 'Deletes a free appointment of the calling coach.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ appointmentId: id }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: deletionRefusals,
});

export const deleteAppointment = call({
  path: 'admin/deleteAppointment',
  summary: 'Deletes a free appointment of any coach.',
  may: ['admin'],
  input: z.object({ appointmentId: id }),
  output: emptyObject,
  refusals: deletionRefusals,
});

/**
 * A row of the overview; the participant's fields are '' if the appointment is free. Date `yyyy-mm-dd`, timeSlot
 * 'HH:mm - HH:mm', Berlin wall clock.
 */
const overviewRow = z.object({
  id,
  date: z.string(),
  timeSlot: z.string(),
  /** Free ('F'), booked ('G') or missed ('V'). */
  status: z.enum(['F', 'G', 'V']),
  isSpeedcoaching: flag,
  participantFullName: z.string(),
  participantPhoneNumber: z.string(),
  participantEmail: z.string(),
  participantLocation: z.string(),
  participantQualification: z.string(),
  coachId: id,
  coachFullName: z.string(),
  /**
   * The instant (ISO) until which the caller can undo the booking (reference 4.20); null unless the caller booked it
   * directly in their own calendar.
   */
  takeBackUntil: z.nullable(z.string()),
  /** Whether the appointment is free, but held for a person on the waiting list, who is never named. */
  reserved: z.boolean(),
  /** The instant (ISO) until which it is held for that person (reference 12.3); null unless it is reserved. */
  heldUntil: z.nullable(z.string()),
  /** Null if the appointment is free. */
  participantId: z.nullable(id),
  /** The coach's meeting link. */
  href: z.nullable(z.string()),
  /** The participant's note to the coach; '' without one. */
  note: z.string(),
  /** Whether it is known that the participant was there (reference 4.21). */
  attended: z.boolean(),
});
export type OverviewRow = z.output<typeof overviewRow>;

const overviewFilters = {
  fromDate: date,
  tillDate: date,
  status: z.object({ booked: z.boolean(), free: z.boolean(), missed: z.boolean() }),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  /** Whether to leave out free Einzelcoachings that have begun, which nobody can book any more; by default they stay. */
  omitUnused: z.optional(z.boolean()),
};

const overviewResponse = z.object({
  data: z.array(overviewRow),
  meta: z.object({
    total: z.int(),
    counts: z.object({ booked: z.int(), free: z.int(), missed: z.int() }),
    /** How many of the `total` appointments have begun. */
    begun: z.optional(z.int()),
  }),
});

export const getOwnOverview = call({
  path: 'coach/appointmentOverview',
  summary: 'Appointments of the calling coach in a range of days, by status and page.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ ...overviewFilters, sort: z.optional(z.enum(['start', 'latestStart'])) }),
  output: overviewResponse,
  rules: rangeErrors,
  refusals: rangeRefusals,
});

/** The sort orders of the overview for admins. */
export const overviewOrders = ['start', 'latestStart', 'coach', 'participant'] as const;
export type OverviewOrder = (typeof overviewOrders)[number];

/** The maximum number of coaches by which one overview can be filtered. */
const maxCoaches = 20;

/** The filters of the overview for admins. */
const fullOverviewFilters = {
  ...overviewFilters,
  coachId: z.nullable(id),
  /** If `coachId` is null, the overview is limited to these coaches; by default it has all coaches. */
  coachIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(maxCoaches))),
  /** The type of the appointments; by default both types. */
  type: z.optional(z.enum(coachingTypes)),
  /** 'start' by default. Names sort in German order, and free appointments come after those with a participant. */
  sort: z.optional(z.enum(overviewOrders)),
};

export const getFullOverview = call({
  path: 'admin/appointmentOverview',
  summary: 'Appointments of one, several or all coaches in a range of days, by status, type and page.',
  may: ['admin'],
  scope: 'appointments',
  input: z.object(fullOverviewFilters),
  output: overviewResponse,
  rules: rangeErrors,
  refusals: rangeRefusals,
});

/** The maximum number of appointments in one file; spreadsheet programs open files of this size without trouble. */
export const maxExportedRows = 20_000;

/** The columns of an export that can be left out, with a participant's data. */
export const participantColumns = ['phone', 'email', 'location', 'qualification'] as const;
export type ParticipantColumn = (typeof participantColumns)[number];

export const exportAppointments = call({
  path: 'admin/exportAppointments',
  summary:
    'All appointments that match the filters of the overview, in the format of the import. ' +
    '`columns` are the columns with a participant’s data, by default all.',
  may: ['admin'],
  scope: 'appointments',
  responseType: 'file',
  input: z.object({
    ...fullOverviewFilters,
    format: z.enum(['xlsx', 'csv']),
    columns: z.optional(z.array(z.enum(participantColumns))),
  }),
  output: download,
  rules: rangeErrors,
  refusals: {
    ...rangeRefusals,
    tooMany: 'Eine Datei fasst höchstens 20.000 Termine. Bitte wähle einen kürzeren Zeitraum.',
  },
});
