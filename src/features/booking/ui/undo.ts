import { callApi, sentenceOf, sessionEnded } from '../../../web/calls/api.ts';
import { invalidateAll } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { actionFlags, changeBooking } from '../admin/contract.ts';

/**
 * Says that staff have changed a booking, with 'Rückgängig' (reference 4.22): `takeBack` makes the opposite change. The
 * mails of both wait, and nobody hears of what is as it was again (11.7).
 */
export function toastWithUndo(message: string, about: string, takeBack: () => Promise<unknown>): void {
  toast.success(message, about, () => void undo(about, takeBack));
}

async function undo(about: string, takeBack: () => Promise<unknown>) {
  try {
    await takeBack();
    toast.success('Rückgängig gemacht', about);
  } catch (error) {
    if (sessionEnded(error)) return;
    toast.error(`Das ließ sich nicht rückgängig machen: ${sentenceOf(error)}`, about);
  }
  await invalidateAll({ keep: true });
}

/** Sets an appointment back to booked that was set to `seenStatus`; refused if somebody has changed it since. */
export async function bookAgain(appointmentId: number, seenStatus: 'K' | 'V'): Promise<void> {
  await callApi(changeBooking, { appointmentId, action: actionFlags('booked'), seenStatus });
}
