import * as z from 'zod/mini';
import { call, id, nothing } from '../../../shared/call.ts';
import { createOwnAppointment } from '../../appointments/contract.ts';
import { bookAppointment } from '../contract.ts';

const { notBookable, inactive, participantOverlap, tooLong, noCoachProfile } = createOwnAppointment.refusals;

const direct = z.object({ appointmentId: id, participantId: id });

/** The row that is booked, which is the requested one. */
const booked = z.object({ data: z.object({ appointmentId: id }) });

const refusals = {
  notBookable,
  slotTaken: 'Dieser Termin ist schon vergeben oder für jemanden reserviert.',
  started: bookAppointment.refusals.started,
  inactive,
  participantOverlap,
  tooLong,
};

export const bookOwnForParticipant = call({
  path: 'coach/bookForParticipant',
  summary:
    'Books a free Einzelcoaching of the coach, held for nobody, for a participant, without a quota number; booking it ' +
    'again for the one who has it succeeds.',
  may: ['coach', 'speedCoach', 'admin'],
  counts: 'actionsThatMail',
  input: direct,
  output: booked,
  refusalStatus: 409,
  refusals: { ...refusals, noCoachProfile },
});

export const bookForParticipant = call({
  path: 'admin/bookForParticipant',
  summary: 'The same for a free Einzelcoaching of any coach.',
  may: ['admin'],
  counts: 'actionsThatMail',
  input: direct,
  output: booked,
  refusalStatus: 409,
  refusals,
});

export const takeBackBooking = call({
  path: 'coach/takeBackBooking',
  summary:
    'Takes back what the caller booked directly within the last hour and has not begun, in the own calendar; the slot ' +
    'is free again. Taking it back again succeeds.',
  may: ['coach', 'speedCoach', 'admin'],
  counts: 'actionsThatMail',
  input: z.object({ appointmentId: id }),
  output: nothing,
  refusalStatus: 409,
  refusals: {
    notBooked: 'Zurücknehmen kannst du nur, was du selbst direkt gebucht hast und was noch gebucht ist.',
    tooLate: 'Eine Buchung kannst du nur eine Stunde lang zurücknehmen, und nur bevor der Termin beginnt.',
    noCoachProfile,
  },
});
