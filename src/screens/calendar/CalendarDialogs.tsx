import { Suspense, useState, type RefObject } from 'react';
import { germanSlot } from '../../shared/berlin.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import { dailyPlan, fullOverview, ownOverview, type OverviewRow } from '../../features/appointments/contract.ts';
import type { DialogAction } from './EntryDialog.tsx';
import type { Entry } from './calendarEntries.ts';
import type { TimeRange } from './gridEvents.ts';
import type { SelectedCoach } from './useCalendar.ts';

const MoveDialog = lazyComponent('MoveDialog', () => import('../appointment-actions/MoveDialog.tsx'));
const BookForDialog = lazyComponent('BookForDialog', () => import('../appointment-actions/BookForDialog.tsx'));
const CancelForDialog = lazyComponent('CancelForDialog', () => import('../appointment-actions/CancelForDialog.tsx'));
const EntryDialog = lazyComponent('EntryDialog', () => import('./EntryDialog.tsx'));
const NewSlotDialog = lazyComponent('NewSlotDialog', () => import('./NewSlotDialog.tsx'));

/** The open dialog of the calendar, with its entry, appointment or range. */
export type OpenDialog =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'new'; range: TimeRange }
  /** `to` is the range that the appointment was dragged to. Without `to`, the form starts with the unchanged time. */
  | { kind: 'move'; row: OverviewRow; to?: TimeRange }
  | { kind: Exclude<DialogAction, 'move'>; row: OverviewRow };

/**
 * Returns the open dialog, the function to set it, and `afterClose`, which must be called when the dialog has closed.
 * `afterClose` refetches the calendar if something has changed. Then it moves the focus to the dialog's entry, or to
 * the calendar if that entry no longer exists.
 */
export function useCalendarDialogs(region: RefObject<HTMLElement | null>) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const afterClose = async (changed: boolean) => {
    if (changed) await invalidate(ownOverview, fullOverview, dailyPlan);
    const key = dialog && keyOf(dialog);
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const entry = key && region.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
      (entry || region.current)?.focus();
    });
  };
  return { dialog, setDialog, afterClose };
}

/** Returns the key of a dialog's entry, or '' for a new appointment. */
function keyOf(dialog: OpenDialog): string {
  if (dialog.kind === 'entry') return dialog.entry.key;
  return dialog.kind === 'new' ? '' : `row-${dialog.row.id}`;
}

interface Props {
  dialog: OpenDialog | null;
  setDialog: (dialog: OpenDialog | null) => void;
  afterClose: (changed: boolean) => Promise<void>;
  selected: readonly SelectedCoach[];
  asAdmin: boolean;
}

/** Renders the open dialog, if any. */
export function CalendarDialogs({ dialog, setDialog, afterClose, selected, asAdmin }: Props) {
  const [changed, setChanged] = useState(false);
  const close = () => {
    setDialog(null);
    setChanged(false);
    void afterClose(changed);
  };
  const handlers = { onDone: () => setChanged(true), onClosed: close };
  const coachOf = (coachId: number) => {
    const coach = selected.find(({ id }) => id === coachId);
    return coach && coachId > 0 ? { value: coach.id, label: coach.name } : null;
  };
  return (
    <Suspense fallback={<OpeningNotice />}>
      {dialog?.kind === 'entry' && (
        <EntryDialog
          entry={dialog.entry}
          asAdmin={asAdmin}
          onDone={() => setChanged(true)}
          onClosed={(action: DialogAction | null) =>
            action && dialog.entry.row ? setDialog({ kind: action, row: dialog.entry.row }) : close()
          }
        />
      )}
      {dialog?.kind === 'new' && (
        <NewSlotDialog range={dialog.range} coach={coachOf(dialog.range.coachId)} asAdmin={asAdmin} {...handlers} />
      )}
      {dialog?.kind === 'move' && (
        <MoveDialog
          row={dialog.row}
          when={germanSlot(dialog.row)}
          asAdmin={asAdmin}
          {...handlers}
          {...(dialog.to ? { draggedTo: { ...dialog.to, coach: coachOf(dialog.to.coachId) } } : {})}
        />
      )}
      {(dialog?.kind === 'cancel' || dialog?.kind === 'goodwill') && (
        <CancelForDialog
          row={dialog.row}
          when={germanSlot(dialog.row)}
          asAdmin={asAdmin}
          {...handlers}
          action={dialog.kind === 'cancel' ? 'cancelled' : 'goodwill'}
        />
      )}
      {dialog?.kind === 'bookFor' && (
        <BookForDialog row={dialog.row} when={germanSlot(dialog.row)} asAdmin={asAdmin} {...handlers} />
      )}
    </Suspense>
  );
}
