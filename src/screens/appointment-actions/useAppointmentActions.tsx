import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { callApi, sentenceOf, sessionEnded } from '../../web/calls/api.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import { actionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { bookAgain, toastWithUndo } from './undo.ts';
import { searchAddress } from '../../features/accounts/ui/searchAddress.ts';
import type { AppointmentAction, ActionRow } from './appointmentActions.ts';

const MoveDialog = lazyComponent('MoveDialog', () => import('./MoveDialog.tsx'));
const BookForDialog = lazyComponent('BookForDialog', () => import('./BookForDialog.tsx'));
const CancelForDialog = lazyComponent('CancelForDialog', () => import('./CancelForDialog.tsx'));

/**
 * Carries out the actions of a row's menu (reference 4.22). Most have a dialog, which belongs to the list because the
 * row may leave it; a state is set at once, and 'person' opens the person's page. `onChanged` is called after a change,
 * once the dialog has disappeared: fetch the list again.
 */
export function useAppointmentActions(
  asAdmin: boolean,
  onChanged: (row: ActionRow, action: AppointmentAction) => void,
): { choose: (row: ActionRow, action: AppointmentAction) => void; dialogs: ReactNode } {
  const [task, setTask] = useState<{ row: ActionRow; action: AppointmentAction } | null>(null);
  const [changed, setChanged] = useState(false);
  const navigate = useNavigate();
  const choose = (row: ActionRow, action: AppointmentAction) => {
    if (action === 'person')
      void navigate(searchAddress({ fullName: row.participantFullName, email: row.participantEmail }, asAdmin));
    else if (action === 'missed' || action === 'booked') void setState(row, action).then(() => onChanged(row, action));
    else setTask({ row, action });
  };
  const dialog = task && {
    ...{ row: task.row, when: germanSlot(task.row), asAdmin },
    onDone: () => setChanged(true),
    onClosed: () => {
      setTask(null);
      setChanged(false);
      if (changed) onChanged(task.row, task.action);
    },
  };
  const dialogs = dialog && (
    <Suspense fallback={<OpeningNotice />}>
      {task.action === 'move' && <MoveDialog {...dialog} />}
      {task.action === 'cancel' && <CancelForDialog {...dialog} action="cancelled" />}
      {task.action === 'goodwill' && <CancelForDialog {...dialog} action="goodwill" />}
      {task.action === 'bookFor' && <BookForDialog {...dialog} />}
    </Suspense>
  );
  return { choose, dialogs };
}

/** Sets what an admin corrects without a dialog (reference 4.10). */
async function setState(row: ActionRow, action: 'missed' | 'booked') {
  try {
    const flags = actionFlags(action);
    await callApi(changeBooking, { appointmentId: row.id, action: flags, seenStatus: row.status });
    const done = 'Änderung erfolgreich';
    if (action === 'missed') toastWithUndo(done, 'correction', async () => bookAgain(row.id, statuses.missed));
    else toast.success(done, 'correction');
  } catch (error) {
    if (!sessionEnded(error)) toast.error(`Es ist ein Fehler: ${sentenceOf(error)}`, 'correction');
  }
}
