import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { germanSlot } from '../../shared/berlin.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent, loadChunk } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import { deleteFree } from '../../features/appointments/ui/deleteFree.ts';
import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import type { AppointmentAction, StaffAppointment } from './appointmentActions.ts';
import type { MoveDialogProps } from './MoveDialog.tsx';

const MoveDialog = lazyComponent('MoveDialog', () => import('./MoveDialog.tsx'));
const BookForDialog = lazyComponent('BookForDialog', () => import('./BookForDialog.tsx'));
const CancelForDialog = lazyComponent('CancelForDialog', () => import('./CancelForDialog.tsx'));

type DraggedTo = NonNullable<MoveDialogProps['draggedTo']>;
type ChooseAction = (appointment: StaffAppointment, action: AppointmentAction, draggedTo?: DraggedTo) => void;

/**
 * Returns `choose`, which performs an action of an appointment's menu (reference 4.22), and `dialogs`, which the list
 * renders. Most actions open a dialog. The dialogs are rendered outside of the row, because the action may remove the
 * row. 'delete', 'missed' and 'booked' take effect without a dialog, and 'person' opens the person's page. `onChanged` is called
 * after a change, when the dialog has disappeared, so that the list can be refetched; `onCancelled` when a dialog has
 * disappeared without a change. `draggedTo` is the time that the dialog of 'move' proposes.
 */
export function useAppointmentActions(
  asAdmin: boolean,
  onChanged: (appointment: StaffAppointment, action: AppointmentAction) => void,
  onCancelled: (appointment: StaffAppointment) => void = () => {},
): { choose: ChooseAction; dialogs: ReactNode } {
  const [activeAction, setActiveAction] = useState<{
    appointment: StaffAppointment;
    action: AppointmentAction;
    draggedTo: DraggedTo | undefined;
  } | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const navigate = useNavigate();
  const choose: ChooseAction = (appointment, action, draggedTo) => {
    if (action === 'person')
      void navigate(
        personSearchPath({ fullName: appointment.participantFullName, email: appointment.participantEmail }, asAdmin),
      );
    else if (action === 'delete')
      void deleteFree(appointment.id, asAdmin).then((reason) => {
        if (reason === null) onChanged(appointment, action);
        else void invalidate(getOwnOverview, getFullOverview);
      });
    else if (action === 'missed' || action === 'booked')
      void loadChunk('setStatus', () => import('./setStatus.ts'))
        .then(({ setStatus }) => setStatus(appointment, action, asAdmin))
        .then(() => onChanged(appointment, action));
    else setActiveAction({ appointment, action, draggedTo });
  };
  const dialogProps = activeAction && {
    appointment: activeAction.appointment,
    when: germanSlot(activeAction.appointment),
    asAdmin,
    onDone: () => setHasChanged(true),
    onClosed: () => {
      setActiveAction(null);
      setHasChanged(false);
      if (hasChanged) onChanged(activeAction.appointment, activeAction.action);
      else onCancelled(activeAction.appointment);
    },
  };
  const dialogs = dialogProps && (
    <Suspense fallback={<LoadingNotice />}>
      {activeAction.action === 'move' && (
        <MoveDialog {...dialogProps} {...(activeAction.draggedTo ? { draggedTo: activeAction.draggedTo } : {})} />
      )}
      {activeAction.action === 'cancel' && <CancelForDialog {...dialogProps} action="cancelled" />}
      {activeAction.action === 'goodwill' && <CancelForDialog {...dialogProps} action="goodwill" />}
      {activeAction.action === 'bookFor' && <BookForDialog {...dialogProps} />}
    </Suspense>
  );
  return { choose, dialogs };
}
