import { dailyPlan, fullPlan } from '../../features/appointments/contract.ts';
import { getCoachList } from '../../features/coaches/contract.ts';
import { searchAll, searchOwn } from '../../features/participants/contract.ts';
import { roleOfId } from '../../shared/roles.ts';
import { tooShort } from '../../shared/search.ts';
import type { User } from '../../shared/user.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { useDebounced } from '../../web/useDebounced.ts';
import { coachEntries, pageEntries, participantEntry, todayEntries, type Entry } from './entries.ts';

/** How many participants are listed at most. */
const pageSize = 8;

/**
 * The palette's entries for a text: pages, participants, coaches and today's appointments that the person may see.
 * Participants are those of the search page: a coach's own, or everybody for speed coaches and admins.
 */
export function usePalette(user: User, text: string): { entries: Entry[]; waiting: boolean; error: unknown } {
  const admin = roleOfId(user.role.value) === 'admin';
  const everybody = admin || Boolean(user.isSpeedCoach);
  const typed = text.trim();
  const debounced = useDebounced(typed);
  const wanted = debounced === typed && tooShort(typed) === null;
  const hits = { searchString: debounced, mailbox: true, page: 1, pageSize };
  const all = useApiQuery(searchAll, hits, { enabled: wanted && everybody });
  const own = useApiQuery(searchOwn, hits, { enabled: wanted && !everybody });
  const found = everybody ? all : own;

  const { date } = useNow();
  const day = { fromDate: date, tillDate: date };
  const ofCoach = useApiQuery(dailyPlan, day, { enabled: !admin, staleTime: 60_000 });
  const ofAll = useApiQuery(fullPlan, { ...day, coachId: null }, { enabled: admin, staleTime: 60_000 });
  const plan = (admin ? ofAll : ofCoach).data?.data ?? [];
  const coaches = useApiQuery(getCoachList, {}, { enabled: admin, staleTime: 60_000 });

  const people = wanted ? (found.data?.data ?? []) : [];
  return {
    entries: [
      ...pageEntries(user, typed),
      ...people.map((participant) => participantEntry(participant, admin)),
      ...coachEntries(coaches.data?.data ?? [], typed),
      ...todayEntries(date, plan, typed, admin),
    ],
    waiting: tooShort(typed) === null && (debounced !== typed || found.isFetching),
    error: wanted ? found.error : null,
  };
}
