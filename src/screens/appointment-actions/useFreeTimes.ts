import type { UseQueryResult } from '@tanstack/react-query';
import { addDays } from '../../shared/berlin.ts';
import type { OutputOf } from '../../shared/call.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { getFullOverview, getOwnOverview, type OverviewRow } from '../../features/appointments/contract.ts';
import { intervalOf, isTooLong } from '../../features/appointments/rules.ts';

interface Choice {
  asAdmin: boolean;
  /** The coach whose times to list; null for those of all coaches. A coach always lists their own. */
  coachId: number | null;
  /** The first day, `yyyy-mm-dd`. */
  fromDate: string;
  /** The number of days to list, from the first one on. */
  days: number;
  /** How many appointments to request at most. */
  limit: number;
  /** Whether to make the call. */
  enabled: boolean;
}

/** The free Einzelcoachings of a coach, or of all, that staff can give to a participant. */
export interface FreeTimes {
  query: UseQueryResult<OutputOf<typeof getOwnOverview>>;
  /** The appointments, soonest first; undefined until the answer arrives. */
  times: OverviewRow[] | undefined;
  /** Whether there are more than were requested. */
  hasMore: boolean;
}

/**
 * Lists the free Einzelcoachings that are ahead, are held for nobody and can be booked for a participant (reference
 * 4.19), soonest first.
 */
export function useFreeTimes({ asAdmin, coachId, fromDate, days, limit, enabled }: Choice): FreeTimes {
  const now = useNow();
  const input = {
    fromDate,
    tillDate: addDays(fromDate, days - 1),
    status: { booked: false, free: true, missed: false },
    page: 1,
    pageSize: limit,
    omitUnused: true,
  };
  const full = useApiQuery(
    getFullOverview,
    { ...input, coachId, type: 'Einzelcoaching' },
    { enabled: enabled && asAdmin, keepPrevious: true },
  );
  const own = useApiQuery(getOwnOverview, input, { enabled: enabled && !asAdmin, keepPrevious: true });
  const query = asAdmin ? full : own;
  return {
    query,
    times: query.data?.data.filter((row) => canBeGiven(row) && startsInFuture(row, now)),
    hasMore: (query.data?.meta.total ?? 0) > limit,
  };
}

/** Whether a free appointment is an Einzelcoaching that is held for nobody and short enough for a participant. */
function canBeGiven({ isSpeedcoaching, reserved, date, timeSlot }: OverviewRow): boolean {
  if (isSpeedcoaching || reserved) return false;
  const interval = intervalOf({ date, fromTime: timeSlot.slice(0, 5), tillTime: timeSlot.slice(-5) });
  return typeof interval !== 'string' && !isTooLong(interval);
}
