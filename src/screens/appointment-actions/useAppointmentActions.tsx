import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { callApi, sentenceOf, sessionEnded } from '../../web/calls/api.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { bookAgain, toastWithUndo } from './undo.ts';
import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import type { AppointmentAction, ActionRow } from './appointmentActions.ts';

const MoveDialog = lazyComponent('MoveDialog', () => import('./MoveDialog.tsx'));
const BookForDialog = lazyComponent('BookForDialog', () => import('./BookForDialog.tsx'));
const CancelForDialog = lazyComponent('CancelForDialog', () => import('./CancelForDialog.tsx'));

/**
 * Returns `choose`, which performs an action of a row's menu (reference 4.22), and `dialogs`, which the list renders.
 * Most actions open a dialog. It is rendered outside of the row, because the action may remove the row. 'missed' and
 * 'booked' take effect without a dialog, and 'person' opens the person's page. `onChanged` is called after a change,
 * when the dialog has disappeared, so that the list can be refetched.
 */
export function useAppointmentActions(
  asAdmin: boolean,
  onChanged: (row: ActionRow, action: AppointmentAction) => void,
): { choose: (row: ActionRow, action: AppointmentAction) => void; dialogs: ReactNode } {
  const [activeAction, setActiveAction] = useState<{ row: ActionRow; action: AppointmentAction } | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const navigate = useNavigate();
  const choose = (row: ActionRow, action: AppointmentAction) => {
    if (action === 'person')
      void navigate(personSearchPath({ fullName: row.participantFullName, email: row.participantEmail }, asAdmin));
    else if (action === 'missed' || action === 'booked') void setStatus(row, action).then(() => onChanged(row, action));
    else setActiveAction({ row, action });
  };
  const dialogProps = activeAction && {
    row: activeAction.row,
    when: germanSlot(activeAction.row),
    asAdmin,
    onDone: () => setHasChanged(true),
    onClosed: () => {
      setActiveAction(null);
      setHasChanged(false);
      if (hasChanged) onChanged(activeAction.row, activeAction.action);
    },
  };
  const dialogs = dialogProps && (
    <Suspense fallback={<OpeningNotice />}>
      {activeAction.action === 'move' && <MoveDialog {...dialogProps} />}
      {activeAction.action === 'cancel' && <CancelForDialog {...dialogProps} action="cancelled" />}
      {activeAction.action === 'goodwill' && <CancelForDialog {...dialogProps} action="goodwill" />}
      {activeAction.action === 'bookFor' && <BookForDialog {...dialogProps} />}
    </Suspense>
  );
  return { choose, dialogs };
}

/** Sets a status that an admin corrects without a dialog (reference 4.10). */
async function setStatus(row: ActionRow, action: 'missed' | 'booked') {
  try {
    const flags = toActionFlags(action);
    await callApi(changeBooking, { appointmentId: row.id, action: flags, seenStatus: row.status });
    const successText = 'Änderung erfolgreich';
    if (action === 'missed') toastWithUndo(successText, 'correction', async () => bookAgain(row.id, statuses.missed));
    else toast.success(successText, 'correction');
  } catch (error) {
    if (!sessionEnded(error)) toast.error(`Es ist ein Fehler: ${sentenceOf(error)}`, 'correction');
  }
}
