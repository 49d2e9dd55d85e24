import { addDays, isoWeekday } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import type { SeriesEntry } from '../../features/appointments/series/contract.ts';
import type { EntryState } from '../../features/appointments/series/rules.ts';

/** What a preview counts, in words for one and for many; `days` counts days instead of appointments. */
const nouns: Record<Exclude<EntryState, 'new'>, { one: string; many: string; days?: true }> = {
  holiday: { one: 'Feiertag übersprungen', many: 'Feiertage übersprungen', days: true },
  absent: { one: 'wegen Abwesenheit übersprungen', many: 'wegen Abwesenheit übersprungen' },
  exists: { one: 'schon vorhanden', many: 'schon vorhanden' },
  conflict: { one: 'Konflikt', many: 'Konflikte' },
  past: { one: 'schon vorbei', many: 'schon vorbei' },
  clockChange: { one: 'wegen der Zeitumstellung nicht möglich', many: 'wegen der Zeitumstellung nicht möglich' },
};

/** A preview in a line: '38 Termine, 2 Feiertage übersprungen, 1 Konflikt' (reference 7.15). */
export function summaryWords(entries: readonly SeriesEntry[]): string {
  const of = (state: EntryState) => entries.filter((entry) => entry.state === state);
  const others = (Object.keys(nouns) as (keyof typeof nouns)[]).flatMap((state) => {
    const { one, many, days } = nouns[state];
    const found = of(state);
    const n = days ? new Set(found.map(({ date }) => date)).size : found.length;
    return n > 0 ? [count(n, one, many)] : [];
  });
  return [count(of('new').length, 'Termin', 'Termine'), ...others].join(', ');
}

/** The appointments of one day that share a state and its reason; times in order. */
export interface DayLine {
  date: string;
  state: EntryState;
  message: string;
  times: { fromTime: string; tillTime: string }[];
}

/** The entries of a preview by day, state and reason, in their order. */
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

/** The times of a line: '09:00 bis 09:45, 10:00 bis 10:45 Uhr'. */
export function timesWords({ times }: DayLine): string {
  return `${times.map(({ fromTime, tillTime }) => `${fromTime} bis ${tillTime}`).join(', ')} Uhr`;
}

/** What a day of the preview's calendar shows: all its appointments are new, some, or none, for a holiday or not. */
export type DayMark = 'new' | 'some' | 'holiday' | 'skipped';

/** A month of the preview's calendar. */
export interface Month {
  /** `yyyy-mm`. */
  month: string;
  /** How many empty places precede its first day in a week that begins on Monday. */
  lead: number;
  days: { date: string; mark: DayMark | null }[];
}

/** The months from a plan's first to its last day, with the marks of their days. */
export function monthsOf(entries: readonly SeriesEntry[], fromDate: string, tillDate: string): Month[] {
  const states = new Map<string, Set<EntryState>>();
  for (const { date, state } of entries) states.set(date, (states.get(date) ?? new Set<EntryState>()).add(state));
  const months: Month[] = [];
  for (let first = `${fromDate.slice(0, 7)}-01`; first <= tillDate; first = firstOfNext(first)) {
    const month = first.slice(0, 7);
    const days = [];
    for (let date = first; date.startsWith(month); date = addDays(date, 1))
      days.push({ date, mark: markOf(states.get(date)) });
    months.push({ month, lead: isoWeekday(first) - 1, days });
  }
  return months;
}

const firstOfNext = (first: string) => `${addDays(first, 31).slice(0, 7)}-01`;

function markOf(states: ReadonlySet<EntryState> | undefined): DayMark | null {
  if (!states) return null;
  if (states.has('new')) return states.size === 1 ? 'new' : 'some';
  return states.has('holiday') ? 'holiday' : 'skipped';
}
