import { getDailyPlan, getFullDailyPlan } from '../../features/appointments/contract.ts';
import { getCoachList } from '../../features/coaches/contract.ts';
import { searchAllParticipants, searchOwnParticipants } from '../../features/participants/contract.ts';
import { getViews } from '../../features/saved-views/contract.ts';
import { roleOfId } from '../../shared/roles.ts';
import { searchTooShortError } from '../../shared/search.ts';
import type { User } from '../../shared/user.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { useDebounced } from '../../web/useDebounced.ts';
import {
  actionEntries,
  coachEntries,
  pageEntries,
  participantEntries,
  todayEntries,
  viewEntries,
  type PaletteEntry,
} from './entries.ts';

/** The maximum number of participants in the palette. */
const maxParticipants = 8;

/**
 * Returns the command palette's entries for a text: pages, actions, participants, saved views, coaches and today's
 * appointments that the user may see. As on the search page, coaches find their own participants, and speed coaches and admins find all
 * participants.
 */
export function usePalette(user: User, text: string): { entries: PaletteEntry[]; isLoading: boolean; error: unknown } {
  const isAdmin = roleOfId(user.role.value) === 'admin';
  const searchesAll = isAdmin || Boolean(user.isSpeedCoach);
  const trimmedText = text.trim();
  const debouncedText = useDebounced(trimmedText);
  const isReady = debouncedText === trimmedText && searchTooShortError(trimmedText) === null;
  // With `mailbox`, the domains of e-mail addresses are not searched.
  const input = { searchString: debouncedText, mailbox: true, page: 1, pageSize: maxParticipants };
  const allParticipants = useApiQuery(searchAllParticipants, input, { enabled: isReady && searchesAll });
  const ownParticipants = useApiQuery(searchOwnParticipants, input, { enabled: isReady && !searchesAll });
  const participants = searchesAll ? allParticipants : ownParticipants;

  const { date } = useNow();
  const today = { fromDate: date, tillDate: date };
  const ownPlan = useApiQuery(getDailyPlan, today, { enabled: !isAdmin, staleTime: 60_000 });
  const planOfAll = useApiQuery(getFullDailyPlan, { ...today, coachId: null }, { enabled: isAdmin, staleTime: 60_000 });
  const plan = (isAdmin ? planOfAll : ownPlan).data?.data ?? [];
  const coaches = useApiQuery(getCoachList, {}, { enabled: isAdmin, staleTime: 60_000 });

  // Loaded once something is typed, since an empty field shows none.
  const isTyped = trimmedText !== '';
  const appointmentViews = useApiQuery(getViews, { list: 'termine' }, { enabled: isTyped, staleTime: 60_000 });
  const bookingViews = useApiQuery(getViews, { list: 'buchungen' }, { enabled: isTyped && isAdmin, staleTime: 60_000 });
  const place = { isAdmin, today: date };

  const foundParticipants = isReady ? (participants.data?.data ?? []) : [];
  const isLoading =
    searchTooShortError(trimmedText) === null && (debouncedText !== trimmedText || participants.isFetching);
  return {
    entries: [
      ...pageEntries(user, trimmedText),
      ...actionEntries(user, trimmedText),
      ...participantEntries(foundParticipants, isAdmin),
      // What stands below the participants waits for them. Otherwise Enter would open another entry a moment later.
      ...(isLoading
        ? []
        : [
            ...viewEntries('termine', appointmentViews.data?.data ?? [], trimmedText, place),
            ...viewEntries('buchungen', bookingViews.data?.data ?? [], trimmedText, place),
            ...coachEntries(coaches.data?.data ?? [], trimmedText),
            ...todayEntries(date, plan, trimmedText, isAdmin),
          ]),
    ],
    isLoading,
    error: isReady ? participants.error : null,
  };
}
