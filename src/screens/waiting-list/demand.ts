import { addDays, isoWeekday, mondayOf } from '../../shared/berlin.ts';
import { inGermanOrder } from '../../shared/german.ts';
import type { WaitingPerson } from '../../features/waiting/contract.ts';

/** What would meet a demand: days `yyyy-mm-dd`, weekdays 1 (Monday) to 7, times `HH:mm` or null for any. */
interface Proposal {
  firstDay: string;
  lastDay: string;
  weekdays: number[];
  fromTime: string | null;
  tillTime: string | null;
}

/** The people who wait in one week for one coach; null stands for any coach. */
export interface CoachDemand extends Proposal {
  coachId: number | null;
  coach: string | null;
  /** Their names; those who have waited longest come first. */
  people: string[];
}

/** A week of unmet demand; `monday` is its first day, `yyyy-mm-dd`. */
export interface WeekDemand {
  monday: string;
  coaches: CoachDemand[];
}

/**
 * The demand that is not met yet (reference 12.8), by week from `today` (`yyyy-mm-dd`) on, and within a week by coach
 * in German order, with 'any coach' last. An entry counts in each week that it touches, and in none while a slot is
 * held for it. `entries` come oldest first.
 */
export function demandByWeek(entries: readonly WaitingPerson[], today: string): WeekDemand[] {
  const weeks = new Map<string, Map<number | null, WaitingPerson[]>>();
  for (const entry of entries) {
    if (entry.offered) continue;
    const first = later(entry.fromDate, today);
    for (let monday = mondayOf(first); monday <= entry.tillDate; monday = addDays(monday, 7)) {
      const coaches = weeks.get(monday) ?? new Map<number | null, WaitingPerson[]>();
      weeks.set(monday, coaches);
      coaches.set(entry.coachId, [...(coaches.get(entry.coachId) ?? []), entry]);
    }
  }
  return [...weeks]
    .map(([monday, coaches]) => ({
      monday,
      coaches: [...coaches].map(([coachId, wishes]) => demandOf(coachId, wishes, monday, today)).sort(byCoach),
    }))
    .sort((a, b) => (a.monday < b.monday ? -1 : 1));
}

function demandOf(
  coachId: number | null,
  wishes: readonly WaitingPerson[],
  monday: string,
  today: string,
): CoachDemand {
  const people = [...new Set(wishes.map(({ fullName }) => fullName))];
  return { coachId, coach: wishes[0]?.coach ?? null, people, ...proposalFor(wishes, monday, today) };
}

function proposalFor(wishes: readonly WaitingPerson[], monday: string, today: string): Proposal {
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day)).filter((day) => day >= today);
  const within = week.filter((day) => wishes.some(({ fromDate, tillDate }) => fromDate <= day && day <= tillDate));
  const [firstDay = monday, lastDay = firstDay] = [within[0], within.at(-1)];
  return { firstDay, lastDay, weekdays: bestWeekdays(wishes, within), ...commonTime(wishes) };
}

/** The weekdays on which most of them could come; of these Saturday and Sunday only if there is no other. */
function bestWeekdays(wishes: readonly WaitingPerson[], days: readonly string[]): number[] {
  const counted = days.map((day) => {
    const number = isoWeekday(day);
    const fits = ({ fromDate, tillDate, weekdays }: WaitingPerson) =>
      fromDate <= day && day <= tillDate && (weekdays === null || weekdays.includes(number));
    return { number, people: wishes.filter(fits).length };
  });
  const most = Math.max(1, ...counted.map(({ people }) => people));
  const best = counted.filter(({ people }) => people === most).map(({ number }) => number);
  const working = best.filter((number) => number <= 5);
  return working.length > 0 ? working : best;
}

/** The time of day that suits all of them, else the one who has waited longest. */
function commonTime(wishes: readonly WaitingPerson[]): Pick<Proposal, 'fromTime' | 'tillTime'> {
  const fromTime =
    wishes
      .flatMap((wish) => wish.fromTime ?? [])
      .sort()
      .at(-1) ?? null;
  const tillTime = wishes.flatMap((wish) => wish.tillTime ?? []).sort()[0] ?? null;
  if (fromTime === null || tillTime === null || fromTime < tillTime) return { fromTime, tillTime };
  const [oldest] = wishes;
  return { fromTime: oldest?.fromTime ?? null, tillTime: oldest?.tillTime ?? null };
}

const later = (a: string, b: string) => (a > b ? a : b);

function byCoach(a: CoachDemand, b: CoachDemand): number {
  if (a.coach === null || b.coach === null) return Number(a.coach === null) - Number(b.coach === null);
  return inGermanOrder(a.coach, b.coach) || (a.coachId ?? 0) - (b.coachId ?? 0);
}
