import { Calendar, Interaction, ResourceTimeGrid, TimeGrid } from '@event-calendar/core';
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { mount, tick, unmount } from 'svelte';
import { useNow } from '../../web/clock.ts';
import { findNeighbour, type CalendarCoach, type Direction, type Entry } from './calendarEntries.ts';
import {
  eventsOf,
  firstMinuteToSee,
  hoursOf,
  offsetAt,
  parseSelectedRange,
  rangeAfterClick,
  rangeAfterDrag,
  type TimeRange,
} from './gridEvents.ts';
import {
  fixedOptions,
  maxSlotHeight,
  minSlotHeight,
  linesAt,
  minWideWidth,
  optionsFor,
  phoneWidth,
} from './gridOptions.ts';
import { gridStyles } from './gridStyles.ts';
import { createDraggedTime, createEntryButton } from './stateIcons.tsx';

export interface CalendarGridProps {
  entries: readonly Entry[];
  coaches: readonly CalendarCoach[];
  /** Whether each day has a column for each coach, headed with the coach's name; otherwise each day has one column. */
  asAdmin: boolean;
  /** The days that have columns, `yyyy-mm-dd`: one day, Monday to Friday, or Monday to Sunday. */
  days: readonly string[];
  /** Whether the entries still belong to other days. */
  isOutdated: boolean;
  /** Whether the grid is as high as the hours that it shows, and scrolls with the page. */
  scrollsWithPage: boolean;
  onOpen: (entry: Entry, element: HTMLElement) => void;
  /** Called when a range without entries has been selected, or an empty time clicked. */
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

/**
 * Shows the hours of a day or a week, drawn by the calendar library (docs/decisions/0041). It opens at the current time
 * or the first entry (reference 7.16).
 */
export default function CalendarGrid(props: CalendarGridProps) {
  const { entries, coaches, asAdmin, days, isOutdated, scrollsWithPage, onOpen, onSelect, onDrag } = props;
  const container = useRef<HTMLDivElement>(null);
  const grid = useRef<Calendar | null>(null);
  const appliedOptions = useRef<Calendar.Options>({});
  /** Whether the grid has been drawn. The entries are drawn after it, so that the browser can react in between. */
  const [isDrawn, setIsDrawn] = useState(false);
  const now = useNow();
  const focusEntry = (key: string) => container.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  const hours = useMemo(() => hoursOf(entries), [entries]);
  const events = useMemo(() => eventsOf(entries), [entries]);
  const resources = useMemo(() => coaches.map(({ id, name }) => ({ id, title: name })), [coaches]);
  const changingOptions: Calendar.Options = {
    ...optionsFor({ ...props, hours }),
    resources,
    events: isDrawn ? events : [],
  };
  const openEntry = useEffectEvent(onOpen);
  const renderEvent = useEffectEvent(({ event, timeText }: Calendar.EventContentInfo) => {
    // The range that is being selected, or an appointment that is being dragged.
    if (event.display === 'preview') return { domNodes: [createDraggedTime(timeText)] };
    // The shades of absences and holidays have no text.
    if (!('entry' in event.extendedProps) || event.display === 'background') return '';
    const entry = entryOf(event);
    return { domNodes: createEntryButton(entry, asAdmin, (element) => openEntry(entry, element)) };
  });
  const select = useEffectEvent((info: Calendar.SelectInfo) => {
    grid.current?.unselect();
    const range = parseSelectedRange(info.startStr, info.endStr, Number(info.resource?.id ?? 0));
    if (range) onSelect(range);
  });
  const click = useEffectEvent(({ allDay, dateStr, resource }: Calendar.DateClickInfo) => {
    const range = allDay ? null : rangeAfterClick(dateStr, Number(resource?.id ?? 0));
    if (range) onSelect(range);
  });
  const drop = useEffectEvent((info: Calendar.EventDropInfo) => {
    info.revert();
    const entry = entryOf(info.event);
    const seconds = info.delta.days * secondsPerDay + info.delta.seconds;
    const draggedTo = rangeAfterDrag(entry, seconds, Number(info.newResource?.id ?? entry.coachId));
    if (draggedTo) onDrag(entry, draggedTo);
  });
  const mountGrid = useEffectEvent((target: HTMLElement) => {
    appliedOptions.current = { ...changingOptions, timeZone: offsetAt(new Date()) };
    const callbacks = { select, dateClick: click, eventDrop: drop, eventContent: renderEvent };
    const options = { ...fixedOptions, ...appliedOptions.current, ...callbacks };
    return mount(Calendar, { target, props: { plugins: [TimeGrid, ResourceTimeGrid, Interaction], options } });
  });
  /** Sets the options that have changed, because the library draws anew for each option that is set. */
  const setOptions = useEffectEvent((options: Calendar.Options) => {
    for (const [name, value] of Object.entries(options)) {
      if (value === appliedOptions.current[name as keyof Calendar.Options]) continue;
      grid.current?.setOption(name as keyof Calendar.Options, value);
      appliedOptions.current = { ...appliedOptions.current, [name]: value };
    }
  });
  /** Makes the hours of the working day as high as the grid, and shows when entries end if the columns are wide. */
  const fitHours = useEffectEvent(() => {
    const element = container.current;
    const { clientHeight: height = 0, clientWidth: width = 0 } = element ?? {};
    const headHeight = element?.querySelector<HTMLElement>('.ec-header')?.offsetHeight ?? 0;
    element?.toggleAttribute('data-wide', width / (days.length * (asAdmin ? coaches.length : 1)) > minWideWidth);
    // The library keeps half a slot free above the first hour.
    const slotCount = 2 * (hours.till - hours.from) + 0.5;
    const fittingHeight = Math.floor((height - headHeight) / slotCount);
    const slotHeight =
      scrollsWithPage || width < phoneWidth
        ? maxSlotHeight
        : Math.max(minSlotHeight, Math.min(fittingHeight, maxSlotHeight));
    setOptions({ slotHeight });
    element?.toggleAttribute('data-low', linesAt(slotHeight) < 2);
    element?.style.setProperty('--name-lines', String(linesAt(slotHeight) - 1));
    return fittingHeight >= minSlotHeight;
  });
  const scrollToOpening = useEffectEvent((workingDayFits: boolean) => {
    const minute = firstMinuteToSee(entries, days, now);
    if (scrollsWithPage) {
      scrollPageTo(container.current, minute - hours.from * 60);
      return;
    }
    const isWorkingTime = minute >= hours.from * 60 && minute < hours.till * 60;
    const firstMinute = workingDayFits && isWorkingTime ? hours.from * 60 : Math.max(0, minute - 60);
    setOptions({ scrollTime: firstMinute * 60 });
  });
  useEffect(() => {
    const target = container.current;
    if (!target) return;
    // The mounted component has the methods of `Calendar`, but the type of `mount` does not declare them.
    const component = mountGrid(target) as Calendar;
    grid.current = component;
    const roles = new MutationObserver(() => replaceTableRoles(target));
    roles.observe(target, { childList: true, subtree: true });
    replaceTableRoles(target);
    const sizes = new ResizeObserver(() => fitHours());
    sizes.observe(target);
    const timer = setTimeout(() => setIsDrawn(true));
    return () => {
      clearTimeout(timer);
      roles.disconnect();
      sizes.disconnect();
      grid.current = null;
      void unmount(component);
    };
  }, []);
  const updateGrid = useEffectEvent(() => {
    const { activeElement } = document;
    const focusedKey = container.current?.contains(activeElement) && keyAt(activeElement);
    setOptions({ ...changingOptions, timeZone: offsetAt(new Date()) });
    void tick().then(fitHours);
    // The library may replace the element of the focused entry.
    if (focusedKey) requestAnimationFrame(() => activeElement?.isConnected || focusEntry(focusedKey));
  });
  useEffect(() => updateGrid(), [events, isDrawn, resources, asAdmin, days, scrollsWithPage, now.date]);
  const shownDays = days.join();
  useEffect(() => {
    if (isOutdated) return;
    void tick().then(async () => {
      const workingDayFits = fitHours();
      await tick();
      scrollToOpening(workingDayFits);
    });
  }, [shownDays, isOutdated, scrollsWithPage]);

  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey } = event;
    if (shiftKey || !key.startsWith('Arrow') || !(target instanceof HTMLElement)) return;
    const entryKey = keyAt(target);
    if (!entryKey) return;
    event.preventDefault();
    const neighbourKey = findNeighbour(entries, coaches, entryKey, key as Direction);
    if (neighbourKey) focusEntry(neighbourKey);
  };
  return (
    <Box
      ref={container}
      onKeyDown={moveFocus}
      className={scrollsWithPage ? `scrolls-with-page ${asAdmin ? '' : 'own'}` : undefined}
      sx={gridStyles}
    />
  );
}

/** Scrolls the page if a minute of the grid, counted from the grid's top, is not in sight. */
function scrollPageTo(container: HTMLElement | null, minute: number) {
  const body = container?.querySelector('.ec-body');
  if (!body) return;
  const y = body.getBoundingClientRect().top + (minute / 30) * maxSlotHeight;
  if (y > 0 && y < innerHeight - 3 * maxSlotHeight) return;
  scrollBy({ top: y - innerHeight / 3 });
}
