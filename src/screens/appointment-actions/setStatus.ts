import { statuses } from '../../shared/coaching.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { toast } from '../../web/toasts/toast.ts';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { setMissed } from '../../features/booking/missed/contract.ts';
import type { StaffAppointment } from './appointmentActions.ts';
import { changedText } from './doneTexts.ts';
import { bookAgain, toastWithUndo } from './undo.ts';

/** Sets a status without a dialog: as an admin any (reference 4.10), as the coach whether the person was there (4.21). */
export async function setStatus(appointment: StaffAppointment, action: 'missed' | 'booked', asAdmin: boolean) {
  const { id, status } = appointment;
  try {
    if (asAdmin) await callApi(changeBooking, { appointmentId: id, action: toActionFlags(action), seenStatus: status });
    else await callApi(setMissed, { appointmentId: id, missed: action === 'missed' });
    const successText = changedText(appointment, action);
    if (action === 'missed')
      toastWithUndo(
        successText,
        'correction',
        async () =>
          asAdmin ? bookAgain(id, statuses.missed) : callApi(setMissed, { appointmentId: id, missed: false }),
        [id],
      );
    else toast.success(successText, 'correction', undefined, [id]);
  } catch (error) {
    if (!isSessionEndedError(error)) toast.error(`Es ist ein Fehler: ${errorMessageOf(error)}`, 'correction');
  }
}
