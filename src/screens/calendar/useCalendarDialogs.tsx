import { Suspense, useState, type ReactNode, type RefObject } from 'react';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { getDailyPlan, getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import { useAppointmentActions } from '../appointment-actions/useAppointmentActions.tsx';
import type { Entry } from './calendarEntries.ts';
import type { TimeRange } from './gridEvents.ts';
import type { SelectableCoach } from './useCalendar.ts';

const EntryPopover = lazyComponent('EntryPopover', () => import('./EntryPopover.tsx'));
const NewSlotDialog = lazyComponent('NewSlotDialog', () => import('./NewSlotDialog.tsx'));

type OpenDialog = { kind: 'entry'; entry: Entry; place: DOMRect } | { kind: 'new'; range: TimeRange };

/**
 * Returns the calendar's open dialog as `dialogs`, and functions that open one: for an entry (with its element), for a
 * new appointment, and for an appointment that has been dragged to another time. After a change the calendar is
 * refetched. If the focus is then nowhere, the entry gets it, or `region` if the entry is gone.
 */
export function useCalendarDialogs(
  region: RefObject<HTMLElement | null>,
  selectedCoaches: readonly SelectableCoach[],
  asAdmin: boolean,
): {
  openEntry: (entry: Entry, element: HTMLElement) => void;
  openNew: (range: TimeRange) => void;
  openMove: (entry: Entry, draggedTo: TimeRange) => void;
  dialogs: ReactNode;
} {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const focusEntry = (key: string) =>
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const entry = region.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
      (entry ?? region.current)?.focus();
    });
  const refetch = async (key: string) => {
    await invalidate(getOwnOverview, getFullOverview, getDailyPlan);
    focusEntry(key);
  };
  const actions = useAppointmentActions(
    asAdmin,
    ({ id }) => void refetch(`row-${id}`),
    ({ id }) => focusEntry(`row-${id}`),
  );
  const close = (key: string) => {
    setDialog(null);
    setHasChanged(false);
    if (hasChanged) void refetch(key);
    else focusEntry(key);
  };
  const onDone = () => setHasChanged(true);
  const coachOf = (coachId: number) => {
    const coach = selectedCoaches.find(({ id }) => id === coachId);
    return coach && coachId > 0 ? { value: coach.id, label: coach.name } : null;
  };
  return {
    openEntry: (entry, element) => setDialog({ kind: 'entry', entry, place: element.getBoundingClientRect() }),
    openNew: (range) => setDialog({ kind: 'new', range }),
    openMove: ({ appointment }, draggedTo) => {
      if (appointment) actions.choose(appointment, 'move', { ...draggedTo, coach: coachOf(draggedTo.coachId) });
    },
    dialogs: (
      <>
        <Suspense fallback={<LoadingNotice />}>
          {dialog?.kind === 'entry' && (
            <EntryPopover
              entry={dialog.entry}
              place={dialog.place}
              asAdmin={asAdmin}
              onDone={onDone}
              onClosed={(action) => {
                const { appointment, key } = dialog.entry;
                if (action === null || !appointment) close(key);
                else {
                  setDialog(null);
                  actions.choose(appointment, action);
                }
              }}
            />
          )}
          {dialog?.kind === 'new' && (
            <NewSlotDialog
              range={dialog.range}
              coach={coachOf(dialog.range.coachId)}
              asAdmin={asAdmin}
              onDone={onDone}
              onClosed={() => close('')}
            />
          )}
        </Suspense>
        {actions.dialogs}
      </>
    ),
  };
}
