import { addDays, isoWeekday, mondayOf } from '../../shared/berlin.ts';
import { compareGerman } from '../../shared/german.ts';
import type { WaitingPerson } from '../../features/waiting/demand/contract.ts';

/** Appointments that would meet a demand: days `yyyy-mm-dd`, weekdays 1 (Monday) to 7, times `HH:mm`, null for any. */
export interface SeriesProposal {
  /** Null for any coach. */
  coachId: number | null;
  firstDay: string;
  lastDay: string;
  weekdays: number[];
  fromTime: string | null;
  tillTime: string | null;
}

/** A person who waits. */
export type WaitingName = Pick<WaitingPerson, 'participantId' | 'fullName'>;

/** The people waiting for one coach in one week; null stands for any coach. */
export interface CoachDemand extends SeriesProposal {
  coach: string | null;
  /** Those who have waited longest come first. */
  people: WaitingName[];
}

/** A week of unmet demand; `monday` is its first day, `yyyy-mm-dd`. */
export interface WeekDemand {
  monday: string;
  coaches: CoachDemand[];
}

/**
 * Returns the unmet demand (reference 12.8), by week from `today` (`yyyy-mm-dd`) on. The coaches of a week are in
 * German alphabetical order, with 'any coach' last. An entry counts in each week that it overlaps. Entries with an open
 * offer do not count. `entries` are sorted oldest first.
 */
export function groupDemandByWeek(entries: readonly WaitingPerson[], today: string): WeekDemand[] {
  const entriesByWeekAndCoach = new Map<string, Map<number | null, WaitingPerson[]>>();
  for (const entry of entries) {
    if (entry.offered) continue;
    const firstDay = laterOf(entry.fromDate, today);
    for (let monday = mondayOf(firstDay); monday <= entry.tillDate; monday = addDays(monday, 7)) {
      const entriesByCoach = entriesByWeekAndCoach.get(monday) ?? new Map<number | null, WaitingPerson[]>();
      entriesByWeekAndCoach.set(monday, entriesByCoach);
      entriesByCoach.set(entry.coachId, [...(entriesByCoach.get(entry.coachId) ?? []), entry]);
    }
  }
  return [...entriesByWeekAndCoach]
    .map(([monday, entriesByCoach]) => ({
      monday,
      coaches: [...entriesByCoach]
        .map(([coachId, entries]) => demandOf(coachId, entries, monday, today))
        .sort(compareCoaches),
    }))
    .sort((a, b) => (a.monday < b.monday ? -1 : 1));
}

function demandOf(
  coachId: number | null,
  entries: readonly WaitingPerson[],
  monday: string,
  today: string,
): CoachDemand {
  // A person may have several entries, and two people may have the same name.
  const namesById = new Map(entries.map(({ participantId, fullName }) => [participantId, { participantId, fullName }]));
  const people = [...namesById.values()];
  return { coachId, coach: entries[0]?.coach ?? null, people, ...createProposal(entries, monday, today) };
}

function createProposal(
  entries: readonly WaitingPerson[],
  monday: string,
  today: string,
): Omit<SeriesProposal, 'coachId'> {
  const remainingDays = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day)).filter((day) => day >= today);
  const requestedDays = remainingDays.filter((day) =>
    entries.some(({ fromDate, tillDate }) => fromDate <= day && day <= tillDate),
  );
  const [firstDay = monday, lastDay = firstDay] = [requestedDays[0], requestedDays.at(-1)];
  return { firstDay, lastDay, weekdays: findBestWeekdays(entries, requestedDays), ...findCommonTime(entries) };
}

/** Returns the weekdays that suit the most people, with Saturday and Sunday only if no other day is among them. */
function findBestWeekdays(entries: readonly WaitingPerson[], days: readonly string[]): number[] {
  const counts = days.map((day) => {
    const weekday = isoWeekday(day);
    const suits = ({ fromDate, tillDate, weekdays }: WaitingPerson) =>
      fromDate <= day && day <= tillDate && (weekdays === null || weekdays.includes(weekday));
    return { weekday, count: entries.filter(suits).length };
  });
  const maxCount = Math.max(1, ...counts.map(({ count }) => count));
  const bestWeekdays = counts.filter(({ count }) => count === maxCount).map(({ weekday }) => weekday);
  const workingDays = bestWeekdays.filter((weekday) => weekday <= 5);
  return workingDays.length > 0 ? workingDays : bestWeekdays;
}

/** Returns the time of day that suits everyone, otherwise the time of the person who has waited longest. */
function findCommonTime(entries: readonly WaitingPerson[]): Pick<SeriesProposal, 'fromTime' | 'tillTime'> {
  const fromTime =
    entries
      .flatMap((entry) => entry.fromTime ?? [])
      .sort()
      .at(-1) ?? null;
  const tillTime = entries.flatMap((entry) => entry.tillTime ?? []).sort()[0] ?? null;
  if (fromTime === null || tillTime === null || fromTime < tillTime) return { fromTime, tillTime };
  const [oldest] = entries;
  return { fromTime: oldest?.fromTime ?? null, tillTime: oldest?.tillTime ?? null };
}

const laterOf = (a: string, b: string) => (a > b ? a : b);

function compareCoaches(a: CoachDemand, b: CoachDemand): number {
  if (a.coach === null || b.coach === null) return Number(a.coach === null) - Number(b.coach === null);
  return compareGerman(a.coach, b.coach) || (a.coachId ?? 0) - (b.coachId ?? 0);
}
