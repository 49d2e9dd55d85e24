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

/** The dialog that is open in the calendar, with what it is about. */
export type OpenDialog =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'new'; range: TimeRange }
  /** `to` is the range it was dragged to; without it the dialog starts from the present one. */
  | { kind: 'move'; row: OverviewRow; to?: TimeRange }
  | { kind: Exclude<DialogAction, 'move'>; row: OverviewRow };

/**
 * The open dialog, and what follows when it closes: the calendar is refetched, and the focus returns to the entry, or
 * to the calendar if the entry has gone.
 */
export function useCalendarDialogs(region: RefObject<HTMLElement | null>) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const ended = async (changed: boolean) => {
    if (changed) await invalidate(ownOverview, fullOverview, dailyPlan);
    const key = dialog && keyOf(dialog);
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const same = key && region.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
      (same || region.current)?.focus();
    });
  };
  return { dialog, setDialog, ended };
}

/** The key of the entry that a dialog is about; '' for a new appointment. */
function keyOf(dialog: OpenDialog): string {
  if (dialog.kind === 'entry') return dialog.entry.key;
  return dialog.kind === 'new' ? '' : `row-${dialog.row.id}`;
}

interface Props {
  dialog: OpenDialog | null;
  setDialog: (dialog: OpenDialog | null) => void;
  ended: (changed: boolean) => Promise<void>;
  selected: readonly SelectedCoach[];
  asAdmin: boolean;
}

/** The dialog that is open, if any. */
export function CalendarDialogs({ dialog, setDialog, ended, selected, asAdmin }: Props) {
  const [changed, setChanged] = useState(false);
  const close = () => {
    setDialog(null);
    setChanged(false);
    void ended(changed);
  };
  const done = { onDone: () => setChanged(true), onClosed: close };
  const coachOf = (id: number) => {
    const found = selected.find((coach) => coach.id === id);
    return found && id > 0 ? { value: found.id, label: found.name } : null;
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
        <NewSlotDialog range={dialog.range} coach={coachOf(dialog.range.coachId)} asAdmin={asAdmin} {...done} />
      )}
      {dialog?.kind === 'move' && (
        <MoveDialog
          row={dialog.row}
          when={germanSlot(dialog.row)}
          asAdmin={asAdmin}
          {...done}
          {...(dialog.to ? { to: { ...dialog.to, coach: coachOf(dialog.to.coachId) } } : {})}
        />
      )}
      {(dialog?.kind === 'cancel' || dialog?.kind === 'goodwill') && (
        <CancelForDialog
          row={dialog.row}
          when={germanSlot(dialog.row)}
          asAdmin={asAdmin}
          {...done}
          action={dialog.kind === 'cancel' ? 'cancelled' : 'goodwill'}
        />
      )}
      {dialog?.kind === 'bookFor' && (
        <BookForDialog row={dialog.row} when={germanSlot(dialog.row)} asAdmin={asAdmin} {...done} />
      )}
    </Suspense>
  );
}
