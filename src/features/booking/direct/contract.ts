import * as z from 'zod/mini';
import { call, id, emptyObject } from '../../../shared/call.ts';
import { createOwnAppointment } from '../../appointments/contract.ts';
import { bookAppointment } from '../contract.ts';

const { notBookable, inactive, participantOverlap, tooLong, noCoachProfile } = createOwnAppointment.refusals;

const directBookingInput = z.object({ appointmentId: id, participantId: id });

/** The id of the booked appointment, the same as in the request. */
const directBookingOutput = z.object({ data: z.object({ appointmentId: id }) });

const refusals = {
  notBookable,
  slotTaken: 'Dieser Termin ist schon vergeben oder für jemanden reserviert.',
  started: bookAppointment.refusals.started,
  inactive,
  participantOverlap,
  tooLong,
};

export const bookOwnSlotForParticipant = call({
  path: 'coach/bookForParticipant',
  summary:
    'Books a participant into a free Einzelcoaching of the calling coach that is held for nobody, without a quota ' +
    'number; repeating the call for the same participant succeeds.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'actionsThatMail',
  input: directBookingInput,
  output: directBookingOutput,
  refusalStatus: 409,
  refusals: { ...refusals, noCoachProfile },
});

export const bookSlotForParticipant = call({
  path: 'admin/bookForParticipant',
  summary: 'Like coach/bookForParticipant, for a free Einzelcoaching of any coach.',
  may: ['admin'],
  rateLimit: 'actionsThatMail',
  input: directBookingInput,
  output: directBookingOutput,
  refusalStatus: 409,
  refusals,
});

export const undoDirectBooking = call({
  path: 'coach/takeBackBooking',
  summary:
    'Undoes a direct booking that the calling coach made in their own calendar within the last hour and that has not ' +
    'begun; the slot becomes free again. Undoing it again succeeds.',
  may: ['coach', 'speedCoach', 'admin'],
  rateLimit: 'actionsThatMail',
  input: z.object({ appointmentId: id }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: {
    notBooked: 'Zurücknehmen kannst du nur, was du selbst direkt gebucht hast und was noch gebucht ist.',
    tooLate: 'Eine Buchung kannst du nur eine Stunde lang zurücknehmen, und nur bevor der Termin beginnt.',
    noCoachProfile,
  },
});
