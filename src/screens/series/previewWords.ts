import { addDays, isoWeekday } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import type { SeriesEntry } from '../../features/appointments/series/contract.ts';
import type { EntryState } from '../../features/appointments/series/rules.ts';

/** The labels of the counts, singular and plural. With `countsDays`, days are counted instead of appointments. */
const countLabels: Record<Exclude<EntryState, 'new'>, { singular: string; plural: string; countsDays?: true }> = {
  holiday: { singular: 'Feiertag übersprungen', plural: 'Feiertage übersprungen', countsDays: true },
  absent: { singular: 'wegen Abwesenheit übersprungen', plural: 'wegen Abwesenheit übersprungen' },
  exists: { singular: 'schon vorhanden', plural: 'schon vorhanden' },
  conflict: { singular: 'Konflikt', plural: 'Konflikte' },
  past: { singular: 'schon vorbei', plural: 'schon vorbei' },
  clockChange: { singular: 'wegen der Zeitumstellung nicht möglich', plural: 'wegen der Zeitumstellung nicht möglich' },
};

/** Returns the summary of a preview: '38 Termine, 2 Feiertage übersprungen, 1 Konflikt' (reference 7.15). */
export function formatSummary(entries: readonly SeriesEntry[]): string {
  const entriesIn = (state: EntryState) => entries.filter((entry) => entry.state === state);
  const skippedTexts = (Object.keys(countLabels) as (keyof typeof countLabels)[]).flatMap((state) => {
    const { singular, plural, countsDays } = countLabels[state];
    const skippedEntries = entriesIn(state);
    const count = countsDays ? new Set(skippedEntries.map(({ date }) => date)).size : skippedEntries.length;
    return count > 0 ? [formatCount(count, singular, plural)] : [];
  });
  return [formatCount(entriesIn('new').length, 'Termin', 'Termine'), ...skippedTexts].join(', ');
}

/** The planned appointments of a day that share a state and a message, with their times in order. */
export interface DayLine {
  date: string;
  state: EntryState;
  message: string;
  times: { fromTime: string; tillTime: string }[];
}

/** Returns the entries of a preview, grouped by day, state and message, in the order of the entries. */
export function linesOf(entries: readonly SeriesEntry[]): DayLine[] {
  const lines = new Map<string, DayLine>();
  for (const { date, state, message, fromTime, tillTime } of entries) {
    const key = `${date} ${state} ${message}`;
    const line = lines.get(key) ?? { date, state, message, times: [] };
    line.times.push({ fromTime, tillTime });
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** Returns the times of a line: '09:00 bis 09:45, 10:00 bis 10:45 Uhr'. */
export function formatTimes({ times }: DayLine): string {
  return `${times.map(({ fromTime, tillTime }) => `${fromTime} bis ${tillTime}`).join(', ')} Uhr`;
}

/**
 * The mark of a planned day in the calendar. All appointments of the day are new ('new'), or some of them ('some'), or
 * none of them, because the day is a holiday ('holiday') or for other reasons ('skipped').
 */
export type DayMark = 'new' | 'some' | 'holiday' | 'skipped';

/** A month of the preview's calendar. */
export interface Month {
  /** `yyyy-mm`. */
  month: string;
  /** The number of empty cells before the first day, in weeks that start on Monday. */
  leadingCells: number;
  days: { date: string; mark: DayMark | null }[];
}

/** Returns all months from the first to the last day of a series, with the marks of their days. */
export function monthsOf(entries: readonly SeriesEntry[], fromDate: string, tillDate: string): Month[] {
  const statesByDate = new Map<string, Set<EntryState>>();
  for (const { date, state } of entries)
    statesByDate.set(date, (statesByDate.get(date) ?? new Set<EntryState>()).add(state));
  const months: Month[] = [];
  for (let firstDay = `${fromDate.slice(0, 7)}-01`; firstDay <= tillDate; firstDay = startOfNextMonth(firstDay)) {
    const month = firstDay.slice(0, 7);
    const days = [];
    for (let date = firstDay; date.startsWith(month); date = addDays(date, 1))
      days.push({ date, mark: markOf(statesByDate.get(date)) });
    months.push({ month, leadingCells: isoWeekday(firstDay) - 1, days });
  }
  return months;
}

const startOfNextMonth = (firstDay: string) => `${addDays(firstDay, 31).slice(0, 7)}-01`;

function markOf(states: ReadonlySet<EntryState> | undefined): DayMark | null {
  if (!states) return null;
  if (states.has('new')) return states.size === 1 ? 'new' : 'some';
  return states.has('holiday') ? 'holiday' : 'skipped';
}
