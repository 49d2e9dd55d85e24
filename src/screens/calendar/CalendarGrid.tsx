import { Calendar, Interaction, ResourceTimeGrid, TimeGrid } from '@event-calendar/core';
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { mount, unmount } from 'svelte';
import { useNow } from '../../web/clock.ts';
import { neighbour, type CalendarCoach, type Direction, type Entry } from './entries.ts';
import { draggedTo, eventsOf, markedStretch, offsetAt, type Stretch } from './gridEvents.ts';
import { gridStyles } from './gridStyles.ts';
import { contentOf } from './signs.tsx';

export interface CalendarGridProps {
  entries: readonly Entry[];
  coaches: readonly CalendarCoach[];
  /** The coaches stand side by side, each under their name; otherwise there is one column for each day. */
  asAdmin: boolean;
  /** The first day that is shown, and how many: 1 or 7. */
  first: string;
  count: number;
  movable: (entry: Entry) => boolean;
  onOpen: (entry: Entry) => void;
  /** Somebody has marked an empty stretch. */
  onMark: (stretch: Stretch) => void;
  /** Somebody has dragged an appointment; it stays where it is until that is confirmed. */
  onDrag: (entry: Entry, to: Stretch) => void;
}

const entryOf = (event: Calendar.Event) => event.extendedProps['entry'] as Entry;

/** The key of the entry that an element is; undefined for any other. */
const keyAt = (element: Element | null) => (element instanceof HTMLElement ? element.dataset['key'] : undefined);

/**
 * The library calls its columns a table, but entries lie over them in no cell: for screen readers they are a group of
 * buttons in order of time, each with its day. What scrolls can be reached by keyboard, also while it is empty.
 */
function asGroup(grid: HTMLElement) {
  for (const cell of grid.querySelectorAll('[role="table"], [role^="row"], [role="cell"], [role="columnheader"]'))
    for (const name of ['role', 'aria-colindex', 'aria-colspan']) cell.removeAttribute(name);
  const hours = grid.querySelector('.ec-main');
  hours?.setAttribute('tabindex', '0');
  hours?.setAttribute('role', 'group');
  hours?.setAttribute('aria-label', 'Stunden');
}

/** Neither the shade of an absence nor the stretch that is being marked has words. */
const isDrawn = ({ display, extendedProps }: Calendar.Event) => 'entry' in extendedProps && display !== 'background';

/** The hours of a day or a week, drawn by the library (docs/decisions/0041). */
export default function CalendarGrid(props: CalendarGridProps) {
  const { entries, coaches, asAdmin, first, count, movable, onOpen, onMark, onDrag } = props;
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<Calendar | null>(null);
  const { date: today } = useNow();
  const focusEntry = (key: string) => place.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  const options = (): Calendar.Options => ({
    view: `${asAdmin ? 'resourceTimeGrid' : 'timeGrid'}${count === 1 ? 'Day' : 'Week'}`,
    date: first,
    timeZone: offsetAt(new Date()),
    resources: coaches.map(({ id, name }) => ({ id, title: name })),
    // What does not fit scrolls sideways below the names.
    columnWidth: `minmax(${coaches.length * count > 7 ? 112 : 84}px, 1fr)`,
    events: eventsOf(entries, movable),
  });
  const open = useEffectEvent((entry: Entry) => onOpen(entry));
  const content = useEffectEvent((event: Calendar.Event) => {
    const entry = entryOf(event);
    return contentOf(entry, asAdmin, () => open(entry));
  });
  const mark = useEffectEvent((info: Calendar.SelectInfo) => {
    grid.current?.unselect();
    const stretch = markedStretch(info.startStr, info.endStr, Number(info.resource?.id ?? 0));
    if (stretch) onMark(stretch);
  });
  const drop = useEffectEvent((info: Calendar.EventDropInfo) => {
    info.revert();
    const entry = entryOf(info.event);
    const { days, seconds } = info.delta;
    const to = draggedTo(entry, days * 86_400 + seconds, Number(info.newResource?.id ?? entry.coachId));
    if (to) onDrag(entry, to);
  });
  const create = useEffectEvent((target: HTMLElement) => {
    const all: Calendar.Options = {
      ...fixed,
      ...options(),
      select: mark,
      eventDrop: drop,
      eventContent: ({ event }) => (isDrawn(event) ? { domNodes: content(event) } : ''),
    };
    return mount(Calendar, { target, props: { plugins: [TimeGrid, ResourceTimeGrid, Interaction], options: all } });
  });
  useEffect(() => {
    if (!place.current) return;
    const made = create(place.current);
    // The exports of the component are the methods of its interface; the types of the library do not say so.
    grid.current = made as Calendar;
    const target = place.current;
    const drawn = new MutationObserver(() => asGroup(target));
    drawn.observe(target, { childList: true, subtree: true });
    asGroup(target);
    return () => {
      drawn.disconnect();
      grid.current = null;
      void unmount(made);
    };
  }, []);
  const renew = useEffectEvent(() => {
    const { activeElement } = document;
    const focused = place.current?.contains(activeElement) && keyAt(activeElement);
    for (const [name, value] of Object.entries(options())) {
      grid.current?.setOption(name as keyof Calendar.Options, value);
    }
    // The library may draw an entry anew; the focus stays with it.
    if (focused) requestAnimationFrame(() => activeElement?.isConnected || focusEntry(focused));
  });
  useEffect(() => renew(), [entries, coaches, asAdmin, first, count, today]);

  const step = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey } = event;
    if (shiftKey || !key.startsWith('Arrow') || !(target instanceof HTMLElement)) return;
    const at = keyAt(target);
    if (!at) return;
    event.preventDefault();
    const next = neighbour(entries, coaches, at, key as Direction);
    if (next) focusEntry(next);
  };
  return <Box ref={place} onKeyDown={step} sx={gridStyles} />;
}

const fixed: Calendar.Options = {
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
  selectConstraint: ({ allDay, startStr, endStr }) => !allDay && markedStretch(startStr, endStr, 0) !== null,
};
