import * as z from 'zod/mini';
import { call, chosen, date, dateField, field, id, nothing, problems } from '../../shared/call.ts';
import { rangeErrors, rangeSentences } from '../../shared/date-range.ts';
import { createOwnAppointment } from '../appointments/contract.ts';
import { coachMissing, timeSentences } from '../appointments/rules.ts';
import { absenceErrors, absenceKinds, decisionActions, mostAbsentDays } from './rules.ts';

const { noCoachProfile } = createOwnAppointment.refusals;
const staff = ['coach', 'speedCoach', 'admin'] as const;

/** A time `HH:mm` or `HH:mm:00`; '' and null stand for the beginning or the end of the day. */
const time = z.pipe(
  field(8),
  z.transform((value) => value.replace(/^(\d\d:\d\d):00$/, '$1')),
);

/** What becomes of a booking: `move` gives it to the colleague `toCoachId`, `offer` cancels it for another choice. */
const decision = z.object({
  appointmentId: id,
  action: z.enum(decisionActions),
  toCoachId: z.optional(chosen),
});
export type Decision = z.output<typeof decision>;

const decisions = z.array(decision).check(
  z.maxLength(5_000),
  z.refine(
    (all) => new Set(all.map(({ appointmentId }) => appointmentId)).size === all.length,
    'Zu jedem Termin gehört nur eine Entscheidung.',
  ),
);

/** An absence (reference 14.1), and whether it is planned or only shown what it would touch. */
const plan = {
  fromDate: dateField,
  fromTime: time,
  tillDate: dateField,
  tillTime: time,
  kind: z.pipe(
    z.nullable(z.enum(['', ...absenceKinds])),
    z.transform((value) => value ?? ''),
  ),
  apply: z.boolean(),
  decisions: z.pipe(
    z.optional(z.nullable(decisions)),
    z.transform((value) => value ?? []),
  ),
};

/** A booking in the absence, and the colleagues who could take it over; Berlin date, times `HH:mm`. */
const bookedRow = z.object({
  appointmentId: id,
  date: z.string(),
  start: z.string(),
  end: z.string(),
  participantFullName: z.string(),
  moves: z.array(z.object({ coachId: id, coach: z.string() })),
});
export type AbsentBooking = z.output<typeof bookedRow>;

const planned = z.object({
  data: z.object({
    /** Null for a preview. */
    absenceId: z.nullable(id),
    /** How many free appointments the absence deletes. */
    free: z.int(),
    booked: z.array(bookedRow),
    /** The instant (ISO) until which the absence can be undone; null for a preview, and once it has passed. */
    undoUntil: z.nullable(z.string()),
  }),
});

const planRefusals = {
  rangeTooLong: `Eine Abwesenheit darf höchstens ${mostAbsentDays} Tage umfassen.`,
  invalidTime: timeSentences.clockChange,
  overlap: 'In dieser Zeit ist schon eine andere Abwesenheit eingetragen.',
  undecided: 'Entscheide bitte für jeden gebuchten Termin in dieser Zeit, was aus ihm wird.',
  slotTaken: 'Der freie Termin des anderen Coaches ist inzwischen vergeben.',
};

export const planOwnAbsence = call({
  path: 'coach/planAbsence',
  summary:
    'Shows which appointments of the coach an absence would touch, or plans it: free ones are deleted, and for each ' +
    'booked one a decision says what becomes of it. Only admins hand bookings over to colleagues.',
  may: staff,
  counts: 'actionsThatMail',
  input: z.object(plan),
  rules: absenceErrors,
  output: planned,
  refusalStatus: 409,
  refusals: {
    ...planRefusals,
    notAllowed: 'Einem anderen Coach kann nur ein Admin den Termin übergeben.',
    noCoachProfile,
  },
});

export const planAbsence = call({
  path: 'admin/planAbsence',
  summary: 'The same for any coach; bookings can be handed over to colleagues who are free at precisely that time.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: z.object({ ...plan, coachId: chosen }),
  rules: (form) => [...problems({ coachId: form.coachId === null ? coachMissing : null }), ...absenceErrors(form)],
  output: planned,
  refusalStatus: 409,
  refusals: planRefusals,
});

const absenceInput = z.object({ absenceId: id });

const undoRefusals = {
  changed: 'Inzwischen hat sich etwas geändert. Die Abwesenheit kann nicht mehr zurückgenommen werden.',
  tooLate: 'Eine Abwesenheit kann nur fünf Minuten lang zurückgenommen werden. Danach kannst du sie beenden.',
};

export const undoOwnAbsence = call({
  path: 'coach/undoAbsence',
  summary:
    'Takes an own absence back within five minutes, with all that it did to the calendar: bookings are as before, ' +
    'and deleted free appointments return with new ids. Undoing it again succeeds.',
  may: staff,
  counts: 'actionsThatMail',
  input: absenceInput,
  output: nothing,
  refusalStatus: 409,
  refusals: undoRefusals,
});

export const undoAbsence = call({
  path: 'admin/undoAbsence',
  summary: 'The same for an absence of any coach.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: absenceInput,
  output: nothing,
  refusalStatus: 409,
  refusals: undoRefusals,
});

/** An absence; Berlin dates, times `HH:mm`, null where it begins or ends at midnight. */
const absence = z.object({
  absenceId: id,
  coachId: id,
  coach: z.string(),
  fromDate: z.string(),
  fromTime: z.nullable(z.string()),
  tillDate: z.string(),
  tillTime: z.nullable(z.string()),
  /** Null once it has been removed, a year after the end. */
  kind: z.nullable(z.enum(absenceKinds)),
  /** The instant (ISO) until which it can be undone; null once that has passed. */
  undoUntil: z.nullable(z.string()),
});
export type Absence = z.output<typeof absence>;

const absences = z.object({ data: z.array(absence) });
const rangeRefusals = { rangeTooLong: rangeSentences.rangeTooLong };

export const getOwnAbsences = call({
  path: 'coach/getAbsences',
  summary: 'The coach’s absences that touch these days, in order of their start.',
  may: staff,
  input: z.object({ fromDate: date, tillDate: date }),
  rules: rangeErrors,
  output: absences,
  refusals: rangeRefusals,
});

export const getAbsences = call({
  path: 'admin/getAbsences',
  summary: 'The absences of one coach or all that touch these days, in order of their start.',
  may: ['admin'],
  input: z.object({ fromDate: date, tillDate: date, coachId: z.nullable(id) }),
  rules: rangeErrors,
  output: absences,
  refusals: rangeRefusals,
});

export const endOwnAbsence = call({
  path: 'coach/endAbsence',
  summary: 'Deletes an own absence; the free appointments that it deleted do not return. Ending it again succeeds.',
  may: staff,
  input: absenceInput,
  output: nothing,
});

export const endAbsence = call({
  path: 'admin/endAbsence',
  summary: 'The same for an absence of any coach.',
  may: ['admin'],
  input: absenceInput,
  output: nothing,
});
