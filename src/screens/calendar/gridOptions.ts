import type { Calendar } from '@event-calendar/core';
import { timeOf } from '../../shared/berlin.ts';
import type { CalendarCoach, Entry } from './calendarEntries.ts';
import { parseSelectedRange, type Hours } from './gridEvents.ts';
import { createCoachName } from './stateIcons.tsx';

/**
 * The heights of half an hour in px: an appointment of 45 minutes has room for one line at least, on a phone always for
 * three.
 */
export const minSlotHeight = 20;
export const maxSlotHeight = 40;
/** A grid narrower than this, in px, is on a phone. */
export const phoneWidth = 600;
/** The width in px from which on a column has room for an entry's end. */
export const minWideWidth = 200;
/** Saturday and Sunday, as the library numbers them. */
const weekendNumbers: Calendar.dayOfWeek[] = [6, 0];
const noNumbers: Calendar.dayOfWeek[] = [];
const wholeDay = { slotMinTime: '00:00', slotMaxTime: '24:00' };

/**
 * Returns how many lines an appointment of 45 minutes has room for. A line is about 17 px high, and an entry's border and
 * padding take 6 px.
 */
export const linesAt = (slotHeight: number): number => Math.floor((slotHeight * 1.5 - 6) / 17);

/** Returns the options of the calendar library that depend on what is shown, except for the entries. */
export function optionsFor({
  entries,
  coaches,
  asAdmin,
  days,
  hours,
  scrollsWithPage,
}: {
  entries: readonly Entry[];
  coaches: readonly CalendarCoach[];
  asAdmin: boolean;
  days: readonly string[];
  hours: Hours;
  scrollsWithPage: boolean;
}): Calendar.Options {
  const minColumnWidth = coaches.length * days.length > 7 ? 112 : 84;
  return {
    view: `${asAdmin ? 'resourceTimeGrid' : 'timeGrid'}${days.length === 1 ? 'Day' : 'Week'}`,
    date: days[0] ?? '',
    hiddenDays: days.length === 5 ? weekendNumbers : noNumbers,
    // If the columns do not fit, the grid scrolls sideways.
    columnWidth: `minmax(${scrollsWithPage ? 0 : minColumnWidth}px, 1fr)`,
    allDaySlot: entries.some(({ appointment }) => !appointment),
    height: scrollsWithPage ? 'auto' : '100%',
    ...(scrollsWithPage ? { slotMinTime: `${hours.from}:00`, slotMaxTime: `${hours.till}:00` } : wholeDay),
  };
}

/** The library passes wall-clock times as dates in the browser's time zone. */
const clockTime = (date: Date) => timeOf(date.getHours() * 60 + date.getMinutes());

/** The options of the calendar library that never change. */
export const fixedOptions: Calendar.Options = {
  locale: 'de',
  firstDay: 1,
  headerToolbar: { start: '', center: '', end: '' },
  slotDuration: '00:30',
  snapDuration: '00:15',
  nowIndicator: true,
  // Only the range that is being dragged shows this text. The library's own format is slow.
  eventTimeFormat: (start, end) => `${clockTime(start)}–${end ? clockTime(end) : ''} Uhr`,
  displayEventEnd: true,
  resourceLabelContent: ({ resource: { title } }) =>
    typeof title === 'string' ? { domNodes: [createCoachName(title)] } : title,
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
