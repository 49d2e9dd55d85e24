import { Suspense, useState, type RefObject } from 'react';
import { germanSlot } from '../../shared/berlin.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { Opening } from '../../web/ui/notices/Opening.tsx';
import { dailyPlan, fullOverview, ownOverview, type OverviewRow } from '../../features/appointments/contract.ts';
import type { DialogDeed } from './EntryDialog.tsx';
import type { Entry } from './entries.ts';
import type { Stretch } from './gridEvents.ts';
import type { WantedCoach } from './useCalendar.ts';

const MoveDialog = lazyComponent('MoveDialog', () => import('../../features/booking/ui/MoveDialog.tsx'));
const BookForDialog = lazyComponent('BookForDialog', () => import('../../features/booking/ui/BookForDialog.tsx'));
const CancelForDialog = lazyComponent('CancelForDialog', () => import('../../features/booking/ui/CancelForDialog.tsx'));
const EntryDialog = lazyComponent('EntryDialog', () => import('./EntryDialog.tsx'));
const NewSlotDialog = lazyComponent('NewSlotDialog', () => import('./NewSlotDialog.tsx'));

/** What somebody does in the calendar at the moment, in a dialog. */
export type Task =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'new'; stretch: Stretch }
  /** `to` is where it was dragged to; without it the dialog begins with where it is. */
  | { kind: 'move'; row: OverviewRow; to?: Stretch }
  | { kind: Exclude<DialogDeed, 'move'>; row: OverviewRow };

/** The task, and what follows its end: the calendar is renewed, and the focus is never lost with an entry. */
export function useTask(region: RefObject<HTMLElement | null>) {
  const [task, setTask] = useState<Task | null>(null);
  const ended = async (changed: boolean) => {
    if (changed) await invalidate(ownOverview, fullOverview, dailyPlan);
    const key = task && keyOf(task);
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const same = key && region.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
      (same || region.current)?.focus();
    });
  };
  return { task, setTask, ended };
}

/** The entry that a task is about; '' for a new one. */
function keyOf(task: Task): string {
  if (task.kind === 'entry') return task.entry.key;
  return task.kind === 'new' ? '' : `row-${task.row.id}`;
}

interface Props {
  task: Task | null;
  setTask: (task: Task | null) => void;
  ended: (changed: boolean) => Promise<void>;
  wanted: readonly WantedCoach[];
  asAdmin: boolean;
}

/** The dialog of a task. */
export function TaskDialog({ task, setTask, ended, wanted, asAdmin }: Props) {
  const [changed, setChanged] = useState(false);
  const close = () => {
    setTask(null);
    setChanged(false);
    void ended(changed);
  };
  const done = { onDone: () => setChanged(true), onClosed: close };
  const coachOf = (id: number) => {
    const found = wanted.find((coach) => coach.id === id);
    return found && id > 0 ? { value: found.id, label: found.name } : null;
  };
  return (
    <Suspense fallback={<Opening />}>
      {task?.kind === 'entry' && (
        <EntryDialog
          entry={task.entry}
          asAdmin={asAdmin}
          onDone={() => setChanged(true)}
          onClosed={(action: DialogDeed | null) =>
            action && task.entry.row ? setTask({ kind: action, row: task.entry.row }) : close()
          }
        />
      )}
      {task?.kind === 'new' && (
        <NewSlotDialog stretch={task.stretch} coach={coachOf(task.stretch.coachId)} asAdmin={asAdmin} {...done} />
      )}
      {task?.kind === 'move' && (
        <MoveDialog
          row={task.row}
          when={germanSlot(task.row)}
          asAdmin={asAdmin}
          {...done}
          {...(task.to ? { to: { ...task.to, coach: coachOf(task.to.coachId) } } : {})}
        />
      )}
      {(task?.kind === 'cancel' || task?.kind === 'goodwill') && (
        <CancelForDialog
          row={task.row}
          when={germanSlot(task.row)}
          asAdmin={asAdmin}
          {...done}
          action={task.kind === 'cancel' ? 'cancelled' : 'goodwill'}
        />
      )}
      {task?.kind === 'bookFor' && (
        <BookForDialog row={task.row} when={germanSlot(task.row)} asAdmin={asAdmin} {...done} />
      )}
    </Suspense>
  );
}
