import { Suspense, useState, type RefObject } from 'react';
import { germanSlot } from '../../shared/berlin.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import {
  getDailyPlan,
  getFullOverview,
  getOwnOverview,
  type OverviewRow,
} from '../../features/appointments/contract.ts';
import type { DialogAction } from './EntryDialog.tsx';
import type { Entry } from './calendarEntries.ts';
import type { TimeRange } from './gridEvents.ts';
import type { SelectableCoach } from './useCalendar.ts';

const MoveDialog = lazyComponent('MoveDialog', () => import('../appointment-actions/MoveDialog.tsx'));
const BookForDialog = lazyComponent('BookForDialog', () => import('../appointment-actions/BookForDialog.tsx'));
const CancelForDialog = lazyComponent('CancelForDialog', () => import('../appointment-actions/CancelForDialog.tsx'));
const EntryDialog = lazyComponent('EntryDialog', () => import('./EntryDialog.tsx'));
const NewSlotDialog = lazyComponent('NewSlotDialog', () => import('./NewSlotDialog.tsx'));

/** The open dialog of the calendar, with its entry, appointment or range. */
export type OpenDialog =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'new'; range: TimeRange }
  /** Without `draggedTo`, the form starts with the unchanged time. */
  | { kind: 'move'; appointment: OverviewRow; draggedTo?: TimeRange }
  | { kind: Exclude<DialogAction, 'move'>; appointment: OverviewRow };

/**
 * Returns the open dialog, the function to set it, and `afterClose`, which must be called when the dialog has closed.
 * `afterClose` refetches the calendar if something has changed. If no element has the focus, it then focuses the
 * dialog's entry, or the calendar if that entry no longer exists.
 */
export function useCalendarDialogs(region: RefObject<HTMLElement | null>) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const afterClose = async (hasChanged: boolean) => {
    if (hasChanged) await invalidate(getOwnOverview, getFullOverview, getDailyPlan);
    const entryKey = dialog && entryKeyOf(dialog);
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const entry = entryKey && region.current?.querySelector<HTMLElement>(`[data-key="${entryKey}"]`);
      (entry || region.current)?.focus();
    });
  };
  return { dialog, setDialog, afterClose };
}

/** Returns the key of a dialog's entry, or '' for a new appointment. */
function entryKeyOf(dialog: OpenDialog): string {
  if (dialog.kind === 'entry') return dialog.entry.key;
  return dialog.kind === 'new' ? '' : `row-${dialog.appointment.id}`;
}

interface Props {
  dialog: OpenDialog | null;
  setDialog: (dialog: OpenDialog | null) => void;
  afterClose: (hasChanged: boolean) => Promise<void>;
  selectedCoaches: readonly SelectableCoach[];
  asAdmin: boolean;
}

/** Renders the open dialog, if any. */
export function CalendarDialogs({ dialog, setDialog, afterClose, selectedCoaches, asAdmin }: Props) {
  const [hasChanged, setHasChanged] = useState(false);
  const close = () => {
    setDialog(null);
    setHasChanged(false);
    void afterClose(hasChanged);
  };
  const handlers = { onDone: () => setHasChanged(true), onClosed: close };
  const coachOf = (coachId: number) => {
    const coach = selectedCoaches.find(({ id }) => id === coachId);
    return coach && coachId > 0 ? { value: coach.id, label: coach.name } : null;
  };
  return (
    <Suspense fallback={<LoadingNotice />}>
      {dialog?.kind === 'entry' && (
        <EntryDialog
          entry={dialog.entry}
          asAdmin={asAdmin}
          onDone={() => setHasChanged(true)}
          onClosed={(action: DialogAction | null) =>
            action && dialog.entry.appointment
              ? setDialog({ kind: action, appointment: dialog.entry.appointment })
              : close()
          }
        />
      )}
      {dialog?.kind === 'new' && (
        <NewSlotDialog range={dialog.range} coach={coachOf(dialog.range.coachId)} asAdmin={asAdmin} {...handlers} />
      )}
      {dialog?.kind === 'move' && (
        <MoveDialog
          appointment={dialog.appointment}
          when={germanSlot(dialog.appointment)}
          asAdmin={asAdmin}
          {...handlers}
          {...(dialog.draggedTo
            ? { draggedTo: { ...dialog.draggedTo, coach: coachOf(dialog.draggedTo.coachId) } }
            : {})}
        />
      )}
      {(dialog?.kind === 'cancel' || dialog?.kind === 'goodwill') && (
        <CancelForDialog
          appointment={dialog.appointment}
          when={germanSlot(dialog.appointment)}
          asAdmin={asAdmin}
          {...handlers}
          action={dialog.kind === 'cancel' ? 'cancelled' : 'goodwill'}
        />
      )}
      {dialog?.kind === 'bookFor' && (
        <BookForDialog
          appointment={dialog.appointment}
          when={germanSlot(dialog.appointment)}
          asAdmin={asAdmin}
          {...handlers}
        />
      )}
    </Suspense>
  );
}
