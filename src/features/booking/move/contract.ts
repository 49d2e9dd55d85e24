import * as z from 'zod/mini';
import { call, optionalId, id, toFieldErrors, text } from '../../../shared/call.ts';
import { maxLengths } from '../../../shared/lengths.ts';
import { createOwnAppointment, intervalFields } from '../../appointments/contract.ts';
import { coachMissingMessage, intervalErrors } from '../../appointments/rules.ts';
import { bookAppointment } from '../contract.ts';
import { rescheduleRefusals } from '../search/rules.ts';

const { absent, overlap, participantOverlap, invalidTime, tooLong, noCoachProfile } = createOwnAppointment.refusals;

const moveFields = {
  appointmentId: id,
  ...intervalFields,
  /** The reason, which is part of the mails to the participant and the coaches. */
  reason: z.optional(z.nullable(text(maxLengths.reason, { multiline: true }))),
  /** False keeps the old slot of a booking closed; true by default. */
  release: z.optional(z.boolean()),
};

/**
 * `appointmentId` is the id of the row that stores the appointment after the move: another row for a booking, the same
 * row for a free appointment. `usedFree` is whether the booking has replaced a free Einzelcoaching. If so, undoing the
 * move opens the Einzelcoaching again.
 */
const moveOutput = z.object({ data: z.object({ appointmentId: id }), usedFree: z.boolean() });

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
    'Moves a free or booked appointment of the calling coach to another time. A booking moves to a new row, or to a ' +
    'free Einzelcoaching at exactly that time; its participant may cancel or reschedule it until it begins.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'actionsThatMail',
  input: z.object(moveFields),
  rules: (form) => intervalErrors(form),
  output: moveOutput,
  refusalStatus: 409,
  refusals: { ...refusals, noCoachProfile },
});

export const moveAppointment = call({
  path: 'admin/moveAppointment',
  summary: 'Like coach/moveAppointment, for an appointment of any coach and to any active coach.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ ...moveFields, coachId: optionalId }),
  rules: (form) => [
    ...toFieldErrors({ coachId: form.coachId === null ? coachMissingMessage : null }),
    ...intervalErrors(form),
  ],
  output: moveOutput,
  refusalStatus: 409,
  refusals,
});
