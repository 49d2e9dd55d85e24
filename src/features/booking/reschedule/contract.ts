import * as z from 'zod/mini';
import { call, id } from '../../../shared/call.ts';
import { bookAppointment, bookingNote } from '../contract.ts';
import { rescheduleRefusals } from '../search/rules.ts';

const { noParticipantProfile, slotTaken, started, inactive, noEditableFile, overlap } = bookAppointment.refusals;

export const reschedule = call({
  path: 'appointment/reschedule',
  summary:
    'Moves a booking of the caller to a free Einzelcoaching, as long as it could still be cancelled: the new slot is ' +
    'taken and the old one freed, or neither. The note to the coach is kept unless a new `note` is sent. Repeating ' +
    'the call succeeds as long as the new slot is booked.',
  may: ['participant', 'admin'],
  rateLimit: 'bookings',
  input: z.object({ appointmentId: id, newAppointmentId: id, note: bookingNote }),
  /** The id of the new slot. */
  output: z.object({ data: z.object({ appointmentId: id }) }),
  refusalStatus: 409,
  refusals: {
    noParticipantProfile,
    ...rescheduleRefusals,
    notBookable: 'Auf ein Speedcoaching kannst du keinen Termin verlegen: Öffne einfach den Link.',
    slotTaken,
    started,
    inactive,
    noEditableFile,
    overlap,
  },
});
