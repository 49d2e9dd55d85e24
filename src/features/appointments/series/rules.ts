import { addDays, daysBetween, isoWeekday, minutesOf, timeOf } from '../../../shared/berlin.ts';
import { toFieldErrors, type FieldError } from '../../../shared/call.ts';
import type { CoachingType } from '../../../shared/coaching.ts';
import { rangeProblem, rangeMessages } from '../../../shared/date-range.ts';
import { timeProblem, timeMessages } from '../rules.ts';

/** The maximum number of days (first and last included) and of appointments of a series (reference 7.12). */
export const seriesLimits = { days: 366, entries: 2000 } as const;

/**
 * The minimum and maximum of three fields of a plan: the length of an appointment, the break after it, and the interval
 * in weeks (reference 7.12).
 */
export const seriesBounds = { minutes: [15, 240], breakMinutes: [0, 120], everyWeeks: [1, 4] } as const;

/** A weekly pattern and its range of days, first and last included; times `HH:mm`, Berlin wall clock. */
export interface SeriesPlan {
  type: CoachingType;
  /** 1 (Monday) to 7, each once and in order. */
  weekdays: readonly number[];
  /** The pattern repeats after this many weeks, counted from the week of `fromDate` on. */
  everyWeeks: number;
  fromDate: string;
  tillDate: string;
  fromTime: string;
  tillTime: string;
  minutes: number;
  breakMinutes: number;
}

/** A plan in a form; '' while a field is empty. */
export interface SeriesForm extends Omit<SeriesPlan, 'type'> {
  type: CoachingType | '';
}

/** The states of an appointment in the preview of a series; the first one that applies is used (reference 7.13). */
export const entryStates = ['clockChange', 'past', 'exists', 'holiday', 'absent', 'conflict', 'new'] as const;
export type EntryState = (typeof entryStates)[number];

/** The time of an appointment of a series: Berlin date `yyyy-mm-dd`, times `HH:mm`. */
export interface PlannedTime {
  date: string;
  fromTime: string;
  tillTime: string;
}

/**
 * Returns all errors in a plan's form (reference 7.12), except a range that is too long, which is refused separately.
 */
export function planErrors(form: SeriesForm): FieldError[] {
  const { fromDate, tillDate } = form;
  const wrongOrder = rangeProblem(fromDate, tillDate) === 'invalidRange';
  const { minutes, breakMinutes, everyWeeks } = form;
  const errors = toFieldErrors({
    type: form.type ? null : 'Bitte wähle einen Typ aus.',
    weekdays: form.weekdays.length > 0 ? null : 'Bitte wähle mindestens einen Wochentag aus.',
    everyWeeks: isOutside(everyWeeks, seriesBounds.everyWeeks) ? 'Eine Serie geht jede bis jede vierte Woche.' : null,
    fromDate: fromDate ? null : 'Bitte gib ein Startdatum ein',
    tillDate: !tillDate ? 'Bitte gib ein Enddatum ein' : wrongOrder ? rangeMessages.invalidRange : null,
    fromTime: timeProblem(form.fromTime),
    tillTime:
      timeProblem(form.tillTime) ?? (minutesOf(form.tillTime) <= minutesOf(form.fromTime) ? timeMessages.order : null),
    minutes: isOutside(minutes, seriesBounds.minutes) ? 'Ein Termin dauert 15 bis 240 Minuten.' : null,
    breakMinutes: isOutside(breakMinutes, seriesBounds.breakMinutes)
      ? 'Eine Pause dauert höchstens 120 Minuten.'
      : null,
  });
  if (errors.length > 0 || isTooLong(form)) return errors;
  return toFieldErrors({
    weekdays: datesOf(form).length > 0 ? null : 'An diesen Wochentagen liegt kein Tag im Zeitraum.',
    tillTime: entriesPerDay(form) > 0 ? null : 'In diese Zeit passt kein Termin dieser Länge.',
  });
}

const isOutside = (value: number, [min, max]: readonly [number, number]) => value < min || value > max;

/** Whether a plan spans more days than a series may (reference 7.12). */
export function isTooLong({ fromDate, tillDate }: Pick<SeriesPlan, 'fromDate' | 'tillDate'>): boolean {
  return daysBetween(fromDate, tillDate) + 1 > seriesLimits.days;
}

/** Returns the number of appointments of a valid plan, without building them (reference 7.12). */
export function countEntries(plan: SeriesForm): number {
  return datesOf(plan).length * entriesPerDay(plan);
}

/** Returns the appointments of a valid plan, in order (reference 7.12). */
export function toPlannedTimes(plan: SeriesForm): PlannedTime[] {
  const times = Array.from({ length: entriesPerDay(plan) }, (_, index) => {
    const start = minutesOf(plan.fromTime) + index * (plan.minutes + plan.breakMinutes);
    return { fromTime: timeOf(start), tillTime: timeOf(start + plan.minutes) };
  });
  return datesOf(plan).flatMap((date) => times.map((time) => ({ date, ...time })));
}

/** Returns the days on which a plan has appointments, in order. */
function datesOf({ fromDate, tillDate, weekdays, everyWeeks }: SeriesForm): string[] {
  const daysSinceMonday = isoWeekday(fromDate) - 1;
  const days: string[] = [];
  for (let day = 0, last = daysBetween(fromDate, tillDate); day <= last; day++) {
    const week = Math.floor((day + daysSinceMonday) / 7);
    const date = addDays(fromDate, day);
    if (week % everyWeeks === 0 && weekdays.includes(isoWeekday(date))) days.push(date);
  }
  return days;
}

/** Returns the number of appointments on each day of a plan. */
function entriesPerDay({ fromTime, tillTime, minutes, breakMinutes }: SeriesForm): number {
  const minutesAfterFirst = minutesOf(tillTime) - minutesOf(fromTime) - minutes;
  return minutesAfterFirst < 0 ? 0 : Math.floor(minutesAfterFirst / (minutes + breakMinutes)) + 1;
}
