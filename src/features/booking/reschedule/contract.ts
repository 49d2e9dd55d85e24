import * as z from 'zod/mini';
import { call, id } from '../../../shared/call.ts';
import { bookAppointment, bookingNote } from '../contract.ts';
import { rescheduleRefusals } from '../search/rules.ts';

const { noParticipantProfile, slotTaken, started, inactive, noEditableFile, overlap } = bookAppointment.refusals;

export const reschedule = call({
  path: 'appointment/reschedule',
  summary:
    'Moves an own booking to a free Einzelcoaching, as long as it could be cancelled: the new slot is taken and the old ' +
    'one freed, or nothing happens. The word to the coach (`note`) moves along unless another one is sent. The same ' +
    'call again succeeds while the new row is booked.',
  may: ['participant', 'admin'],
  counts: 'bookings',
  input: z.object({ appointmentId: id, newAppointmentId: id, note: bookingNote }),
  /** The new row. */
  output: z.object({ data: z.object({ appointmentId: id }) }),
  refusalStatus: 409,
  refusals: {
    noParticipantProfile,
    ...rescheduleRefusals,
    notBookable: 'Auf ein Speedcoaching kann nicht umgebucht werden: Öffne einfach den Link.',
    slotTaken,
    started,
    inactive,
    noEditableFile,
    overlap,
  },
});
