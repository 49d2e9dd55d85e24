import { call, emptyObject, id } from '../../../shared/call.ts';
import * as z from 'zod/mini';
import { cancelAppointment } from '../contract.ts';

export const confirmComing = call({
  path: 'appointment/confirmComing',
  summary:
    'Tells the coach that the caller comes to a booked appointment, until it ends; doing it again succeeds. Cancelling ' +
    'or moving the booking takes it back.',
  may: ['participant', 'admin'],
  rateLimit: 'bookings',
  input: z.object({ appointmentId: id }),
  output: emptyObject,
  refusalStatus: 409,
  refusals: {
    noParticipantProfile: cancelAppointment.refusals.noParticipantProfile,
    notBooked: cancelAppointment.refusals.notBooked,
    over: 'Dieser Termin ist schon vorbei.',
  },
});
