import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { germanSlot } from '../../../shared/berlin.ts';
import { statuses } from '../../../shared/coaching.ts';
import { callApi, sentenceOf, sessionEnded } from '../../../web/calls/api.ts';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { Opening } from '../../../web/ui/notices/Opening.tsx';
import { actionFlags, changeBooking } from '../admin/contract.ts';
import { bookAgain, toastWithUndo } from './undo.ts';
import { searchAddress } from '../../accounts/ui/searchAddress.ts';
import type { Deed, DeedRow } from './appointmentActions.ts';

const MoveDialog = lazyComponent('MoveDialog', () => import('./MoveDialog.tsx'));
const BookForDialog = lazyComponent('BookForDialog', () => import('./BookForDialog.tsx'));
const CancelForDialog = lazyComponent('CancelForDialog', () => import('./CancelForDialog.tsx'));

/**
 * Does what the menu of a row offers (reference 4.22): most deeds have a dialog, which belongs to the list, since the
 * row that it is about may leave it; a state is set at once, and the person is on a page of their own. `onChanged` is
 * called when something has, after the dialog has disappeared: the list is to be fetched again.
 */
export function useAppointmentActions(
  asAdmin: boolean,
  onChanged: (row: DeedRow, deed: Deed) => void,
): { choose: (row: DeedRow, deed: Deed) => void; dialogs: ReactNode } {
  const [task, setTask] = useState<{ row: DeedRow; deed: Deed } | null>(null);
  const [changed, setChanged] = useState(false);
  const navigate = useNavigate();
  const choose = (row: DeedRow, deed: Deed) => {
    if (deed === 'person')
      void navigate(searchAddress({ fullName: row.participantFullName, email: row.participantEmail }, asAdmin));
    else if (deed === 'missed' || deed === 'booked') void setState(row, deed).then(() => onChanged(row, deed));
    else setTask({ row, deed });
  };
  const dialog = task && {
    ...{ row: task.row, when: germanSlot(task.row), asAdmin },
    onDone: () => setChanged(true),
    onClosed: () => {
      setTask(null);
      setChanged(false);
      if (changed) onChanged(task.row, task.deed);
    },
  };
  const dialogs = dialog && (
    <Suspense fallback={<Opening />}>
      {task.deed === 'move' && <MoveDialog {...dialog} />}
      {task.deed === 'cancel' && <CancelForDialog {...dialog} action="cancelled" />}
      {task.deed === 'goodwill' && <CancelForDialog {...dialog} action="goodwill" />}
      {task.deed === 'bookFor' && <BookForDialog {...dialog} />}
    </Suspense>
  );
  return { choose, dialogs };
}

/** Sets what an admin corrects without a dialog (reference 4.10). */
async function setState(row: DeedRow, action: 'missed' | 'booked') {
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
