import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import { compareGerman } from '../../shared/german.ts';
import type { Order } from '../../web/ui/tables/DataTable.tsx';
import type { CoachDemand, SeriesProposal, WaitingName, WeekDemand } from './demand.ts';

/** A row of a table, with the demand for a coach in a week. `key` identifies the week and the coach. */
export interface DemandRow extends CoachDemand {
  key: number;
  /** The first day of the week, `yyyy-mm-dd`. */
  monday: string;
}

/** Returns the demand of all weeks in one list. */
export function toDemandRows(weeks: readonly WeekDemand[]): DemandRow[] {
  return weeks.flatMap(({ monday, coaches }) =>
    coaches.map((demand) => ({ ...demand, monday, key: keyOf(monday, demand.coachId) })),
  );
}

/** Greater than any coach id, so that one number in the URL can hold both a week and a coach. */
const coachIdLimit = 10_000_000;
const keyOf = (monday: string, coachId: number | null) =>
  Number(monday.replaceAll('-', '')) * coachIdLimit + (coachId ?? 0);

/**
 * Returns the rows sorted by 'coach' (rows without a particular coach last), number of 'people' or week; equal rows keep
 * their order.
 */
export function sortDemand(rows: readonly DemandRow[], { by, isDescending }: Order): DemandRow[] {
  const compare = by === 'coach' ? compareCoaches : by === 'people' ? comparePeople : compareWeeks;
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
}

const compareWeeks = (a: DemandRow, b: DemandRow) => (a.monday === b.monday ? 0 : a.monday < b.monday ? -1 : 1);
const compareCoaches = (a: DemandRow, b: DemandRow) =>
  a.coach === null || b.coach === null
    ? Number(a.coach === null) - Number(b.coach === null)
    : compareGerman(a.coach, b.coach);
const comparePeople = (a: DemandRow, b: DemandRow) => a.people.length - b.people.length;

/** The number of names in a row; the panel has all of them. */
const namesInRow = 3;

/** Returns the names of at most three people, and how many more there are: 'Ada Arm, Ben Bau, Cem Can und 4 weitere'. */
export function summarizeNames(people: readonly WaitingName[]): string {
  const names = people
    .slice(0, namesInRow)
    .map(({ fullName }) => fullName)
    .join(', ');
  return people.length > namesInRow ? `${names} und ${people.length - namesInRow} weitere` : names;
}

/** Returns the path of the search page with this person open, also among several of the same name. */
export function waitingPersonPath({ participantId, fullName }: WaitingName): string {
  return `${personSearchPath({ fullName, email: null }, true)}&person=${participantId}`;
}

/** Returns the path of the series page, with parameters for a series like this one (reference 7.15). */
export function seriesPagePath({ coachId, firstDay, lastDay, weekdays, fromTime, tillTime }: SeriesProposal): string {
  const params = new URLSearchParams({
    ...(coachId === null ? {} : { coach: String(coachId) }),
    ...(weekdays.length > 0 ? { wochentage: weekdays.join(',') } : {}),
    von: firstDay,
    bis: lastDay,
    ...(fromTime || tillTime ? { zeit: `${fromTime ?? ''}-${tillTime ?? ''}` } : {}),
  });
  return `/series-admin?${params.toString()}`;
}
