import * as z from 'zod/mini';
import { call, chosen, id, problems, text } from '../../../shared/call.ts';
import { longest } from '../../../shared/lengths.ts';
import { createOwnAppointment, intervalFields } from '../../appointments/contract.ts';
import { coachMissing, intervalErrors } from '../../appointments/rules.ts';
import { bookAppointment } from '../contract.ts';
import { rescheduleRefusals } from '../search/rules.ts';

const { absent, overlap, participantOverlap, invalidTime, tooLong, noCoachProfile } = createOwnAppointment.refusals;

const move = {
  appointmentId: id,
  ...intervalFields,
  /** Shown to the participant and the coaches. */
  reason: z.optional(z.nullable(text(longest.reason, { multiline: true }))),
  /** False keeps the slot closed that a booking leaves; true if left out. */
  release: z.optional(z.boolean()),
};

/**
 * The row that has the appointment now: another row for a booking, the same row for a free appointment; and whether a
 * booking has used up a free Einzelcoaching, which undoing the move opens again.
 */
const moved = z.object({ data: z.object({ appointmentId: id }), usedFree: z.boolean() });

const refusals = {
  invalidTime,
  tooLong,
  notBooked: rescheduleRefusals.notBooked,
  started: bookAppointment.refusals.started,
  inactive: 'Die Person oder der Coach ist nicht mehr aktiv.',
  inPast: 'Ein Termin kann nicht in die Vergangenheit verlegt werden.',
  absent,
  overlap,
  participantOverlap,
};

export const moveOwnAppointment = call({
  path: 'coach/moveAppointment',
  summary:
    'Moves a free or booked appointment of the coach to another time. A booking becomes a row of its own, uses up a free ' +
    'Einzelcoaching of precisely that time, and its participant may cancel or reschedule it until it begins.',
  may: ['coach', 'speedCoach', 'admin'],
  counts: 'actionsThatMail',
  input: z.object(move),
  rules: (form) => intervalErrors(form),
  output: moved,
  refusalStatus: 409,
  refusals: { ...refusals, noCoachProfile },
});

export const moveAppointment = call({
  path: 'admin/moveAppointment',
  summary: 'The same for an appointment of any coach, to a time of any active coach.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: z.object({ ...move, coachId: chosen }),
  rules: (form) => [...problems({ coachId: form.coachId === null ? coachMissing : null }), ...intervalErrors(form)],
  output: moved,
  refusalStatus: 409,
  refusals,
});
