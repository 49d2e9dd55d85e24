import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidateAll } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import type { AdminAction } from '../../features/booking/admin/rules.ts';
import { undoDirectBooking } from '../../features/booking/direct/contract.ts';

/**
 * Shows a toast that confirms a change by staff. Its button 'Rückgängig' calls `reverse` (reference 4.22). Mails about
 * both changes are delayed, and none is sent if the booking ends up unchanged (11.7). `appointments` are the ids of the
 * appointments that have changed: the button goes once something else is done with one of them.
 */
export function toastWithUndo(
  message: string,
  topic: string,
  reverse: () => Promise<unknown>,
  appointments: readonly number[] = [],
): void {
  toast.success(message, topic, () => void undo(topic, reverse), appointments);
}

async function undo(topic: string, reverse: () => Promise<unknown>) {
  try {
    await reverse();
    toast.success('Rückgängig gemacht', topic);
  } catch (error) {
    if (isSessionEndedError(error)) return;
    toast.error(`Das ließ sich nicht rückgängig machen: ${errorMessageOf(error)}`, topic);
  }
  await invalidateAll({ keepOldData: true });
  focusTitleIfLost();
}

/** Moves the focus to the page's title if it was on the message, or on what the undoing has removed. */
function focusTitleIfLost() {
  const { activeElement: active, body } = document;
  if (active === null || active === body || active.closest('[data-leaving]'))
    document.querySelector('h1')?.focus({ preventScroll: true });
}

/** Sets a cancelled (`K`) or missed (`V`) appointment back to booked. The server refuses if the status has changed. */
export const bookAgain = (appointmentId: number, seenStatus: 'K' | 'V') => setBack(appointmentId, 'booked', seenStatus);

/** Does an admin's earlier action again, if the appointment still has the status that a later one has given it. */
export async function setBack(appointmentId: number, action: AdminAction, seenStatus: 'G' | 'K' | 'V'): Promise<void> {
  await callApi(changeBooking, { appointmentId, action: toActionFlags(action), seenStatus });
}

/** Undoes a booking that one has just made for somebody (reference 4.22): the slot is free again. */
export async function undoBookingFor(appointmentId: number, asAdmin: boolean): Promise<void> {
  if (asAdmin) await callApi(changeBooking, { appointmentId, action: toActionFlags('cancelled'), seenStatus: 'G' });
  else await callApi(undoDirectBooking, { appointmentId });
}
