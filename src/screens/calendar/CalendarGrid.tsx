import { Calendar, Interaction, ResourceTimeGrid, TimeGrid } from '@event-calendar/core';
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { mount, unmount } from 'svelte';
import { useNow } from '../../web/clock.ts';
import { findNeighbour, type CalendarCoach, type Direction, type Entry } from './calendarEntries.ts';
import { eventsOf, offsetAt, rangeAfterDrag, parseSelectedRange, type TimeRange } from './gridEvents.ts';
import { gridStyles } from './gridStyles.ts';
import { createEntryButton } from './stateIcons.tsx';

export interface CalendarGridProps {
  entries: readonly Entry[];
  coaches: readonly CalendarCoach[];
  /** Whether each day has a column for each coach, headed with the coach's name; otherwise each day has one column. */
  asAdmin: boolean;
  /** `yyyy-mm-dd`. */
  firstDay: string;
  /** The number of days shown: 1 or 7. */
  dayCount: number;
  isMovable: (entry: Entry) => boolean;
  onOpen: (entry: Entry) => void;
  /** Called when a range without entries has been selected. */
  onSelect: (range: TimeRange) => void;
  /** Called when an appointment has been dragged; it returns to its old time until the move is confirmed. */
  onDrag: (entry: Entry, draggedTo: TimeRange) => void;
}

const secondsPerDay = 86_400;

const entryOf = (event: Calendar.Event) => event.extendedProps['entry'] as Entry;

/** Returns the key of the entry that an element shows, or undefined if the element shows none. */
const keyAt = (element: Element | null) => (element instanceof HTMLElement ? element.dataset['key'] : undefined);

/**
 * Removes the table roles that the library sets, because the entries lie outside the cells. Screen readers then get a
 * group of buttons in order of time, each with its day. The scrolling area is focusable even while it is empty.
 */
function replaceTableRoles(grid: HTMLElement) {
  for (const cell of grid.querySelectorAll('[role="table"], [role^="row"], [role="cell"], [role="columnheader"]'))
    for (const name of ['role', 'aria-colindex', 'aria-colspan']) cell.removeAttribute(name);
  const scrollArea = grid.querySelector('.ec-main');
  scrollArea?.setAttribute('tabindex', '0');
  scrollArea?.setAttribute('role', 'group');
  scrollArea?.setAttribute('aria-label', 'Stunden');
}

/** Whether an event shows text. Shaded absences and holidays and the range being selected show no text. */
const hasText = ({ display, extendedProps }: Calendar.Event) => 'entry' in extendedProps && display !== 'background';

/** Shows the hours of a day or a week, drawn by the calendar library (docs/decisions/0041). */
export default function CalendarGrid(props: CalendarGridProps) {
  const { entries, coaches, asAdmin, firstDay, dayCount, isMovable, onOpen, onSelect, onDrag } = props;
  const container = useRef<HTMLDivElement>(null);
  const grid = useRef<Calendar | null>(null);
  const { date: today } = useNow();
  const focusEntry = (key: string) => container.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  const createOptions = (): Calendar.Options => ({
    view: `${asAdmin ? 'resourceTimeGrid' : 'timeGrid'}${dayCount === 1 ? 'Day' : 'Week'}`,
    date: firstDay,
    timeZone: offsetAt(new Date()),
    resources: coaches.map(({ id, name }) => ({ id, title: name })),
    // If the columns do not fit, the grid scrolls sideways.
    columnWidth: `minmax(${coaches.length * dayCount > 7 ? 112 : 84}px, 1fr)`,
    events: eventsOf(entries, isMovable),
  });
  const openEntry = useEffectEvent((entry: Entry) => onOpen(entry));
  const renderEvent = useEffectEvent((event: Calendar.Event) => {
    const entry = entryOf(event);
    return createEntryButton(entry, asAdmin, () => openEntry(entry));
  });
  const select = useEffectEvent((info: Calendar.SelectInfo) => {
    grid.current?.unselect();
    const range = parseSelectedRange(info.startStr, info.endStr, Number(info.resource?.id ?? 0));
    if (range) onSelect(range);
  });
  const drop = useEffectEvent((info: Calendar.EventDropInfo) => {
    info.revert();
    const entry = entryOf(info.event);
    const { days, seconds } = info.delta;
    const draggedTo = rangeAfterDrag(
      entry,
      days * secondsPerDay + seconds,
      Number(info.newResource?.id ?? entry.coachId),
    );
    if (draggedTo) onDrag(entry, draggedTo);
  });
  const mountGrid = useEffectEvent((target: HTMLElement) => {
    const initialOptions: Calendar.Options = {
      ...fixedOptions,
      ...createOptions(),
      select,
      eventDrop: drop,
      eventContent: ({ event }) => (hasText(event) ? { domNodes: renderEvent(event) } : ''),
    };
    return mount(Calendar, {
      target,
      props: { plugins: [TimeGrid, ResourceTimeGrid, Interaction], options: initialOptions },
    });
  });
  useEffect(() => {
    if (!container.current) return;
    const component = mountGrid(container.current);
    // The mounted component has the methods of `Calendar`, but the type of `mount` does not declare them.
    grid.current = component as Calendar;
    const target = container.current;
    const observer = new MutationObserver(() => replaceTableRoles(target));
    observer.observe(target, { childList: true, subtree: true });
    replaceTableRoles(target);
    return () => {
      observer.disconnect();
      grid.current = null;
      void unmount(component);
    };
  }, []);
  const updateOptions = useEffectEvent(() => {
    const { activeElement } = document;
    const focusedKey = container.current?.contains(activeElement) && keyAt(activeElement);
    for (const [name, value] of Object.entries(createOptions())) {
      grid.current?.setOption(name as keyof Calendar.Options, value);
    }
    // The library may replace the element of the focused entry.
    if (focusedKey) requestAnimationFrame(() => activeElement?.isConnected || focusEntry(focusedKey));
  });
  useEffect(() => updateOptions(), [entries, coaches, asAdmin, firstDay, dayCount, today]);

  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey } = event;
    if (shiftKey || !key.startsWith('Arrow') || !(target instanceof HTMLElement)) return;
    const entryKey = keyAt(target);
    if (!entryKey) return;
    event.preventDefault();
    const neighbourKey = findNeighbour(entries, coaches, entryKey, key as Direction);
    if (neighbourKey) focusEntry(neighbourKey);
  };
  return <Box ref={container} onKeyDown={moveFocus} sx={gridStyles} />;
}

const fixedOptions: Calendar.Options = {
  locale: 'de',
  firstDay: 1,
  height: '100%',
  headerToolbar: { start: '', center: '', end: '' },
  slotDuration: '00:30',
  slotHeight: 40,
  snapDuration: '00:15',
  scrollTime: '07:00',
  nowIndicator: true,
  slotLabelFormat: { hour: '2-digit', minute: '2-digit' },
  dayHeaderFormat: { weekday: 'short', day: '2-digit', month: '2-digit' },
  allDayContent: 'Tag',
  datesAboveResources: true,
  slotEventOverlap: false,
  selectable: true,
  longPressDelay: 400,
  editable: false,
  eventDurationEditable: false,
  selectConstraint: ({ allDay, startStr, endStr }) => !allDay && parseSelectedRange(startStr, endStr, 0) !== null,
};
