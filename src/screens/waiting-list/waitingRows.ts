import { addDays, isoWeekday } from '../../shared/berlin.ts';
import { formatCount, compareGerman } from '../../shared/german.ts';
import { groupBy } from '../../shared/group.ts';
import { formatCriteria } from '../../features/waiting/ui/words.ts';
import type { WaitingPerson } from '../../features/waiting/demand/contract.ts';
import type { Order } from '../../web/ui/tables/DataTable.tsx';
import type { SeriesProposal } from './demand.ts';

/** A person who waits, with all their entries, those that have waited longest first. */
export interface WaitingRow {
  participantId: number;
  fullName: string;
  /** '' if there is no number. */
  phone: string;
  entries: readonly [WaitingPerson, ...WaitingPerson[]];
  /** Whether a slot is held for the person. */
  offered: boolean;
}

/** Returns one row for each person, in the order of the entries, which are sorted oldest first. */
export function toWaitingRows(entries: readonly WaitingPerson[]): WaitingRow[] {
  return [...groupBy(entries, ({ participantId }) => participantId).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { participantId, fullName, phone } = first;
    const offered = [first, ...others].some((entry) => entry.offered);
    return [{ participantId, fullName, phone, entries: [first, ...others] as const, offered }];
  });
}

/** Returns the rows sorted by how long the people have waited, or by 'name'; equal rows keep their order. */
export function sortWaiting(rows: readonly WaitingRow[], { by, isDescending }: Order): WaitingRow[] {
  const compare = (a: WaitingRow, b: WaitingRow) =>
    by === 'name'
      ? compareGerman(a.fullName, b.fullName)
      : Date.parse(a.entries[0].since) - Date.parse(b.entries[0].since);
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
}

/**
 * Returns what a person waits for, with days without their year, and how many more entries they have: 'Alle Coaches,
 * 23.11. bis 18.12., Mo und Mi (+ 1 Wunsch)'.
 */
export function summarizeRow({ entries: [first, ...others] }: WaitingRow): string {
  const criteria = formatCriteria(first, { showsYear: false });
  return others.length > 0 ? `${criteria} (+ ${formatCount(others.length, 'Wunsch', 'Wünsche')})` : criteria;
}

/**
 * Returns appointments that would meet an entry, from `today` (`yyyy-mm-dd`) on. Without weekdays in the entry they are
 * those of its days, with Saturday and Sunday only if no other day is among them.
 */
export function proposeFor(entry: WaitingPerson, today: string): SeriesProposal {
  const { coachId, fromDate, tillDate, fromTime, tillTime } = entry;
  const firstDay = fromDate > today ? fromDate : today;
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(firstDay, day)).filter((day) => day <= tillDate);
  const possible = days.map(isoWeekday).sort((a, b) => a - b);
  const workingDays = possible.filter((weekday) => weekday <= 5);
  const weekdays = entry.weekdays ?? (workingDays.length > 0 ? workingDays : possible);
  return { coachId, firstDay, lastDay: tillDate, weekdays, fromTime, tillTime };
}
