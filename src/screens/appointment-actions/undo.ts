import { callApi } from '../../web/calls/api.ts';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { undoDirectBooking } from '../../features/booking/direct/contract.ts';

/** Sets a cancelled (`K`) or missed (`V`) appointment back to booked. The server refuses if the status has changed. */
export async function bookAgain(appointmentId: number, seenStatus: 'K' | 'V'): Promise<void> {
  await callApi(changeBooking, { appointmentId, action: toActionFlags('booked'), seenStatus });
}

/** Undoes a booking that one has just made for somebody (reference 4.22): the slot is free again. */
export async function undoBookingFor(appointmentId: number, asAdmin: boolean): Promise<void> {
  if (asAdmin) await callApi(changeBooking, { appointmentId, action: toActionFlags('cancelled'), seenStatus: 'G' });
  else await callApi(undoDirectBooking, { appointmentId });
}
