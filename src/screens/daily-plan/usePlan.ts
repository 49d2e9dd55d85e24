import { daysBetween } from '../../shared/berlin.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import type { Range } from '../../web/ui/fields/range.ts';
import {
  dailyPlan,
  fullOverview,
  fullPlan,
  ownOverview,
  type OverviewRow,
} from '../../features/appointments/contract.ts';

/** The maximum number of days with open slots. More slots would make the list too long, and need more than one page. */
const maxDays = 31;
const pageSize = 1000;
const onlyFree = { booked: false, free: true, missed: false };
const noSlots: readonly OverviewRow[] = [];

/**
 * Returns the plan of a range of days with its open slots. Coaches get their own plan, admins the plan of the given
 * coach. If `coachId` is null, admins get the plan of all coaches without open slots, which would outnumber the
 * appointments. Appointments and slots appear together, so that the list does not move.
 */
export function usePlan({ from, till }: Range, isValid: boolean, asAdmin: boolean, coachId: number | null) {
  const days = { fromDate: from, tillDate: till };
  const ownPlan = useApiQuery(dailyPlan, days, { enabled: isValid && !asAdmin, keepPrevious: true });
  const adminPlan = useApiQuery(fullPlan, { ...days, coachId }, { enabled: isValid && asAdmin, keepPrevious: true });
  const withOpenSlots = isValid && daysBetween(from, till) < maxDays && (!asAdmin || coachId !== null);
  const openInput = { ...days, status: onlyFree, pageSize };
  const fullInput = { ...openInput, coachId };
  const ownSlots = useApiQuery(ownOverview, openInput, { enabled: withOpenSlots && !asAdmin, keepPrevious: true });
  const adminSlots = useApiQuery(fullOverview, fullInput, { enabled: withOpenSlots && asAdmin, keepPrevious: true });
  const [plan, slots] = asAdmin ? [adminPlan, adminSlots] : [ownPlan, ownSlots];
  const isLoading = plan.isLoading || slots.isLoading;
  return {
    entries: isValid && !isLoading ? plan.data?.data : undefined,
    openSlots: withOpenSlots ? (slots.data?.data ?? noSlots) : noSlots,
    isLoading,
    /** Whether the plan may still belong to the previous days or coach, because the new plan is loading. */
    isOutdated: plan.isPlaceholderData || (withOpenSlots && slots.isPlaceholderData),
    error: isValid ? (plan.error ?? slots.error) : null,
    retry: () => void Promise.all([plan, ...(withOpenSlots ? [slots] : [])].map((query) => query.refetch())),
  };
}
