import * as z from 'zod/mini';
import { call, chosen, date, dateField, field, flag, id, nothing, problems } from '../shared/call.ts';
import { listedFile } from '../files/contract.ts';
import {
  coachingTypes,
  coachMissing,
  creationMistakes,
  rangeMistakes,
  rangeSentences,
  timeSentences,
} from './rules.ts';

/** An entry of the daily plan. Dates `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm', Berlin wall clock. */
const planEntry = z.object({
  id,
  date: z.string(),
  weekDay: z.string(),
  timeSlot: z.string(),
  status: z.enum(['G', 'V']),
  /** The coach's own meeting link. */
  href: z.nullable(z.string()),
  participantFullName: z.string(),
  participantPhoneNumber: z.string(),
  participantEmail: z.string(),
  participantEndOfQualification: z.nullable(z.string()),
  participantQualification: z.string(),
  participantId: id,
  coachFullName: z.string(),
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

const rangeRefusals = { rangeTooLong: rangeSentences.rangeTooLong };

export const dailyPlan = call({
  path: 'coach/dailyPlan',
  summary: 'The coach’s own booked and missed appointments of a range of days, with the participants’ details.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ fromDate: date, tillDate: date }),
  output: z.object({ data: z.array(planEntry) }),
  rules: rangeMistakes,
  refusals: rangeRefusals,
});

export const fullPlan = call({
  path: 'admin/dailyPlan',
  summary: 'Booked and missed appointments of one coach or all of a range of days, with the participants’ details.',
  may: ['admin'],
  input: z.object({ fromDate: date, tillDate: date, coachId: z.nullable(id) }),
  output: z.object({ data: z.array(planEntry) }),
  rules: rangeMistakes,
  refusals: rangeRefusals,
});

const importedRow = z.object({
  data: z.object({
    id: z.int(),
    date: z.string(),
    day: z.string(),
    fromTime: z.string(),
    tillTime: z.string(),
    // As they stand in the file: with them a failed row can be mended and sent again.
    coachEmail: z.string(),
    type: z.string(),
  }),
  status: z.enum(['success', 'error']),
  message: z.string(),
});
export type ImportedRow = z.output<typeof importedRow>;

/** The text part of the import's body that asks for a report alone when it is '1'; it may stand before or after the file. */
export const dryRunField = 'dryRun';

export const importAppointments = call({
  path: 'admin/importAppointmentsByFile',
  summary:
    'Imports a calendar (CSV): good rows become appointments, each bad row is reported. With a text part `dryRun` of `1` ' +
    'the report is the same, but nothing is stored, and the good rows carry their row numbers.',
  may: ['admin'],
  body: 'files',
  statusOnTop: true,
  input: nothing,
  output: z.object({ message: z.string(), success: z.array(importedRow), errors: z.array(importedRow) }),
  refusals: {
    noFile: 'Es wurde keine Datei ausgewählt.',
    unreadable: 'Die Datei kann nicht gelesen werden.',
  },
});

/** Times `HH:mm` or `HH:mm:00`; '' and null while they are empty. */
const time = field(8);

/** What both forms of a new appointment ask for (spec coach §5). */
const newAppointment = {
  type: z.pipe(
    z.nullable(z.enum(['', 'Einzelcoaching', 'Speedcoaching'])),
    z.transform((value) => value ?? ''),
  ),
  date: dateField,
  fromTime: time,
  tillTime: time,
  participantId: chosen,
};

const creationRefusals = {
  overlap: 'In dieser Zeit gibt es schon einen Termin des Coaches.',
  participantOverlap: 'Zu dieser Zeit ist schon ein anderer Termin gebucht.',
  invalidTime: timeSentences.order,
  inPast: 'Ein freier Termin kann nicht in der Vergangenheit liegen.',
  notBookable: 'Ein Speedcoaching kann nicht für jemanden gebucht werden.',
  inactive: 'Diese Person ist nicht aktiv.',
};

const created = z.object({ data: z.object({ appointmentId: id }) });

export const createOwnAppointment = call({
  path: 'coach/createOneAppointment',
  summary: 'Creates an appointment of the coach; with a participant it is booked at once.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object(newAppointment),
  rules: (form) => creationMistakes(form),
  output: created,
  refusals: { ...creationRefusals, noCoachProfile: 'Zu diesem Konto gehört kein Coachprofil.' },
});

export const createAppointment = call({
  path: 'admin/createOneAppointment',
  summary: 'Creates an appointment of a chosen coach; with a participant it is booked at once.',
  may: ['admin'],
  input: z.object({ ...newAppointment, coachId: chosen }),
  rules: (form) => [...problems({ coachId: form.coachId === null ? coachMissing : null }), ...creationMistakes(form)],
  output: created,
  refusals: creationRefusals,
});

const notFree = { notFree: 'Nur freie Termine können gelöscht werden.' };

export const deleteOwnAppointment = call({
  path: 'coach/deleteAppointment',
  summary: 'Deletes a free appointment of the coach.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object({ appointmentId: id }),
  output: nothing,
  refusalStatus: 409,
  refusals: notFree,
});

export const deleteAppointment = call({
  path: 'admin/deleteAppointment',
  summary: 'Deletes a free appointment of any coach.',
  may: ['admin'],
  input: z.object({ appointmentId: id }),
  output: nothing,
  refusals: notFree,
});

/** A row of the overview; the participant's fields are '' while it is free. Times 'HH:mm - HH:mm', Berlin. */
const overviewRow = z.object({
  id,
  date: z.string(),
  timeSlot: z.string(),
  status: z.enum(['F', 'G', 'V']),
  isSpeedcoaching: flag,
  participantFullName: z.string(),
  participantPhoneNumber: z.string(),
  participantEmail: z.string(),
  participantLocation: z.string(),
  participantQualification: z.string(),
  coachFullName: z.string(),
});
export type OverviewRow = z.output<typeof overviewRow>;

const overviewFilters = {
  fromDate: date,
  tillDate: date,
  status: z.object({ booked: z.boolean(), free: z.boolean(), missed: z.boolean() }),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
};

const overview = z.object({
  data: z.array(overviewRow),
  meta: z.object({
    total: z.int(),
    counts: z.object({ booked: z.int(), free: z.int(), missed: z.int() }),
  }),
});

export const ownOverview = call({
  path: 'coach/appointmentOverview',
  summary: 'The coach’s own appointments of a range of days, by status and page.',
  may: ['coach', 'speedCoach', 'admin'],
  input: z.object(overviewFilters),
  output: overview,
  rules: rangeMistakes,
  refusals: rangeRefusals,
});

/** The orders in which admins may have the overview. */
export const overviewOrders = ['start', 'latestStart', 'coach', 'participant'] as const;
export type OverviewOrder = (typeof overviewOrders)[number];

export const fullOverview = call({
  path: 'admin/appointmentOverview',
  summary: 'Appointments of one coach or all of a range of days, by status, kind and page, in the order asked for.',
  may: ['admin'],
  input: z.object({
    ...overviewFilters,
    coachId: z.nullable(id),
    /** Only this kind; without it both. */
    type: z.optional(z.enum(coachingTypes)),
    /** By start unless said otherwise; people in German order, free appointments after the booked ones. */
    sort: z.optional(z.enum(overviewOrders)),
  }),
  output: overview,
  rules: rangeMistakes,
  refusals: rangeRefusals,
});
