import { dailyPlan, fullPlan } from '../../features/appointments/contract.ts';
import { getCoachList } from '../../features/coaches/contract.ts';
import { searchAll, searchOwn } from '../../features/participants/contract.ts';
import { roleOfId } from '../../shared/roles.ts';
import { searchTooShortError } from '../../shared/search.ts';
import type { User } from '../../shared/user.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { useDebounced } from '../../web/useDebounced.ts';
import { coachEntries, pageEntries, participantEntry, todayEntries, type PaletteEntry } from './entries.ts';

/** The maximum number of participants in the list. */
const pageSize = 8;

/**
 * Returns the palette's entries for a text: pages, participants, coaches and today's appointments that the user may
 * see. As on the search page, coaches find their own participants, and speed coaches and admins find all participants.
 */
export function usePalette(user: User, text: string): { entries: PaletteEntry[]; isLoading: boolean; error: unknown } {
  const isAdmin = roleOfId(user.role.value) === 'admin';
  const searchesAll = isAdmin || Boolean(user.isSpeedCoach);
  const trimmed = text.trim();
  const debounced = useDebounced(trimmed);
  const isReady = debounced === trimmed && searchTooShortError(trimmed) === null;
  const input = { searchString: debounced, mailbox: true, page: 1, pageSize };
  const allParticipants = useApiQuery(searchAll, input, { enabled: isReady && searchesAll });
  const ownParticipants = useApiQuery(searchOwn, input, { enabled: isReady && !searchesAll });
  const participants = searchesAll ? allParticipants : ownParticipants;

  const { date } = useNow();
  const day = { fromDate: date, tillDate: date };
  const ownPlan = useApiQuery(dailyPlan, day, { enabled: !isAdmin, staleTime: 60_000 });
  const planOfAll = useApiQuery(fullPlan, { ...day, coachId: null }, { enabled: isAdmin, staleTime: 60_000 });
  const plan = (isAdmin ? planOfAll : ownPlan).data?.data ?? [];
  const coaches = useApiQuery(getCoachList, {}, { enabled: isAdmin, staleTime: 60_000 });

  const foundParticipants = isReady ? (participants.data?.data ?? []) : [];
  return {
    entries: [
      ...pageEntries(user, trimmed),
      ...foundParticipants.map((participant) => participantEntry(participant, isAdmin)),
      ...coachEntries(coaches.data?.data ?? [], trimmed),
      ...todayEntries(date, plan, trimmed, isAdmin),
    ],
    isLoading: searchTooShortError(trimmed) === null && (debounced !== trimmed || participants.isFetching),
    error: isReady ? participants.error : null,
  };
}
