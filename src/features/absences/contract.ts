import * as z from 'zod/mini';
import { call, optionalId, date, dateField, field, id, emptyObject, toFieldErrors } from '../../shared/call.ts';
import { rangeErrors, rangeMessages } from '../../shared/date-range.ts';
import { createOwnAppointment } from '../appointments/contract.ts';
import { coachMissingMessage, timeMessages } from '../appointments/rules.ts';
import { absenceErrors, absenceKinds, decisionActions, maxAbsenceDays } from './rules.ts';

const { noCoachProfile } = createOwnAppointment.refusals;
const staffRoles = ['coach', 'speedCoach', 'admin'] as const;

/** A time `HH:mm` or `HH:mm:00`; '' and null mean the beginning of the first day or the end of the last day. */
const time = z.pipe(
  field(8),
  z.transform((value) => value.replace(/^(\d\d:\d\d):00$/, '$1')),
);

/**
 * The decision on a booking: `move` hands it over to the colleague `toCoachId`; `offer` cancels it and lets the
 * participant choose another appointment.
 */
const decision = z.object({
  appointmentId: id,
  action: z.enum(decisionActions),
  toCoachId: z.optional(optionalId),
});
export type Decision = z.output<typeof decision>;

const decisions = z.array(decision).check(
  z.maxLength(5_000),
  z.refine(
    (list) => new Set(list.map(({ appointmentId }) => appointmentId)).size === list.length,
    'Zu jedem Termin gehört nur eine Entscheidung.',
  ),
);

/** An absence (reference 14.1). If `apply` is true, the call plans it; otherwise it only previews its effects. */
const planInput = {
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

/** A booking in the absence, with the colleagues who could take it over. Date and times (`HH:mm`) are in Berlin. */
const affectedBooking = z.object({
  appointmentId: id,
  date: z.string(),
  start: z.string(),
  end: z.string(),
  participantFullName: z.string(),
  participantPhoneNumber: z.string(),
  moves: z.array(z.object({ coachId: id, coach: z.string() })),
});
export type AffectedBooking = z.output<typeof affectedBooking>;

const planOutput = z.object({
  data: z.object({
    /** Null for a preview. */
    absenceId: z.nullable(id),
    /** The number of free appointments that the absence deletes. */
    free: z.int(),
    /** How many of the free ones are Speedcoachings. */
    freeSpeedcoachings: z.optional(z.int()),
    booked: z.array(affectedBooking),
    /** The instant (ISO) until which the absence can be undone; null for a preview, and after that instant. */
    undoUntil: z.nullable(z.string()),
  }),
});

const planRefusals = {
  rangeTooLong: `Eine Abwesenheit darf höchstens ${maxAbsenceDays} Tage umfassen.`,
  invalidTime: timeMessages.clockChange,
  overlap: 'In dieser Zeit ist schon eine andere Abwesenheit eingetragen.',
  undecided: 'Entscheide bitte für jeden gebuchten Termin in dieser Zeit, was aus ihm wird.',
  slotTaken: 'Der freie Termin des anderen Coaches ist inzwischen vergeben.',
};

export const planOwnAbsence = call({
  path: 'coach/planAbsence',
  summary:
    'Shows which appointments of the coach an absence would affect, or plans it: free ones are deleted, and each ' +
    'booked one needs a decision. Only admins can hand bookings over to colleagues.',
  may: staffRoles,
  rateLimit: 'actionsThatMail',
  input: z.object(planInput),
  rules: absenceErrors,
  output: planOutput,
  refusalStatus: 409,
  refusals: {
    ...planRefusals,
    notAllowed: 'Einem anderen Coach kann nur ein Admin den Termin übergeben.',
    noCoachProfile,
  },
});

export const planAbsence = call({
  path: 'admin/planAbsence',
  summary:
    'Previews or plans an absence of any coach; bookings can be handed over to colleagues who are free at exactly ' +
    'that time.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ ...planInput, coachId: optionalId }),
  rules: (form) => [
    ...toFieldErrors({ coachId: form.coachId === null ? coachMissingMessage : null }),
    ...absenceErrors(form),
  ],
  output: planOutput,
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
    'Undoes one of the coach’s own absences within five minutes: bookings are restored, and deleted free ' +
    'appointments return with new ids. Undoing it again succeeds.',
  may: staffRoles,
  rateLimit: 'actionsThatMail',
  input: absenceInput,
  output: emptyObject,
  refusalStatus: 409,
  refusals: undoRefusals,
});

export const undoAbsence = call({
  path: 'admin/undoAbsence',
  summary: 'Undoes an absence of any coach within five minutes, with the same effects as for the coach.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: absenceInput,
  output: emptyObject,
  refusalStatus: 409,
  refusals: undoRefusals,
});

/** An absence; dates and times (`HH:mm`) are in Berlin. A time is null if the absence begins or ends at midnight. */
const absence = z.object({
  absenceId: id,
  coachId: id,
  coach: z.string(),
  fromDate: z.string(),
  fromTime: z.nullable(z.string()),
  tillDate: z.string(),
  tillTime: z.nullable(z.string()),
  /** Null if the kind was removed, a year after the end. */
  kind: z.nullable(z.enum(absenceKinds)),
  /** The instant (ISO) until which the absence can be undone; null after that instant. */
  undoUntil: z.nullable(z.string()),
});
export type Absence = z.output<typeof absence>;

const absences = z.object({ data: z.array(absence) });
const rangeRefusals = { rangeTooLong: rangeMessages.rangeTooLong };

export const getOwnAbsences = call({
  path: 'coach/getAbsences',
  summary: 'Lists the coach’s absences that overlap these days, in order of their start.',
  may: staffRoles,
  input: z.object({ fromDate: date, tillDate: date }),
  rules: rangeErrors,
  output: absences,
  refusals: rangeRefusals,
});

export const getAbsences = call({
  path: 'admin/getAbsences',
  summary: 'Lists the absences of one coach or of all coaches that overlap these days, in order of their start.',
  may: ['admin'],
  input: z.object({ fromDate: date, tillDate: date, coachId: z.nullable(id) }),
  rules: rangeErrors,
  output: absences,
  refusals: rangeRefusals,
});

export const endOwnAbsence = call({
  path: 'coach/endAbsence',
  summary:
    'Ends one of the coach’s own absences; the free appointments that it deleted do not return. Ending it again ' +
    'succeeds.',
  may: staffRoles,
  input: absenceInput,
  output: emptyObject,
});

export const endAbsence = call({
  path: 'admin/endAbsence',
  summary: 'Ends an absence of any coach, with the same effects as for the coach.',
  may: ['admin'],
  input: absenceInput,
  output: emptyObject,
});

const pastEffectShape = {
  appointmentId: id,
  date: z.string(),
  start: z.string(),
  end: z.string(),
  participantFullName: z.string(),
  participantPhoneNumber: z.string(),
  /** The coach who has taken it over; null if the participant was asked to choose anew. */
  handedTo: z.nullable(z.string()),
};

/** A booking that an absence has affected. Dates and times (`HH:mm`) are in Berlin. */
const pastEffect = z.object({
  ...pastEffectShape,
  /** Whether what was handed over has been cancelled or moved since. */
  changedSince: z.boolean(),
  /** What the participant has booked since, if it was not handed over; null for nothing. */
  next: z.nullable(z.object({ date: z.string(), start: z.string(), end: z.string(), coach: z.string() })),
});
export type PastEffect = z.output<typeof pastEffect>;

export const getAbsenceEffects = call({
  path: 'admin/getAbsenceEffects',
  summary:
    'Says what an absence has done to the coach’s appointments: how many free ones it deleted (null a day later), and ' +
    'what became of each booking.',
  may: ['admin'],
  input: absenceInput,
  output: z.object({ data: z.object({ free: z.nullable(z.int()), booked: z.array(pastEffect) }) }),
});

/** A booking that an absence has affected, as its coach sees it: without what concerns other coaches' calendars. */
const ownPastEffect = z.object({
  ...pastEffectShape,
  /** What the participant has booked since with this coach; null for nothing. */
  next: z.nullable(z.object({ date: z.string(), start: z.string(), end: z.string() })),
  /** Whether the participant has booked with another coach since. */
  bookedElsewhere: z.boolean(),
});
export type OwnPastEffect = z.output<typeof ownPastEffect>;

export const getOwnAbsenceEffects = call({
  path: 'coach/getAbsenceEffects',
  summary:
    'Says what one of the coach’s own absences has done: how many free appointments it deleted (null a day later), and ' +
    'what became of each booking. Phone numbers are those of participants who have no other coach for it now.',
  may: staffRoles,
  input: absenceInput,
  output: z.object({ data: z.object({ free: z.nullable(z.int()), booked: z.array(ownPastEffect) }) }),
});
