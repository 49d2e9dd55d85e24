import { daysBetween } from '../../shared/berlin.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import type { Range } from '../../web/ui/fields/range.ts';
import {
  getDailyPlan,
  getFullOverview,
  getFullDailyPlan,
  getOwnOverview,
  type OverviewRow,
} from '../../features/appointments/contract.ts';

/** The longest range of days that shows open slots. More slots would make the list too long, and need a second page. */
const maxDays = 31;
const pageSize = 1000;
const onlyFree = { booked: false, free: true, missed: false };
const noSlots: readonly OverviewRow[] = [];

/**
 * Returns the plan of a range of days with its open slots. Coaches get their own plan, admins the plan of the given
 * coach. If `coachId` is null, admins get the plan of all coaches without open slots, which would outnumber the
 * appointments. Appointments and slots appear at the same time, so that the list does not jump.
 */
export function usePlan({ from, till }: Range, isRangeValid: boolean, asAdmin: boolean, coachId: number | null) {
  const days = { fromDate: from, tillDate: till };
  const ownPlan = useApiQuery(getDailyPlan, days, { enabled: isRangeValid && !asAdmin, keepPrevious: true });
  const adminPlan = useApiQuery(
    getFullDailyPlan,
    { ...days, coachId },
    { enabled: isRangeValid && asAdmin, keepPrevious: true },
  );
  const withOpenSlots = isRangeValid && daysBetween(from, till) < maxDays && (!asAdmin || coachId !== null);
  const ownSlotsInput = { ...days, status: onlyFree, pageSize };
  const adminSlotsInput = { ...ownSlotsInput, coachId };
  const ownSlots = useApiQuery(getOwnOverview, ownSlotsInput, {
    enabled: withOpenSlots && !asAdmin,
    keepPrevious: true,
  });
  const adminSlots = useApiQuery(getFullOverview, adminSlotsInput, {
    enabled: withOpenSlots && asAdmin,
    keepPrevious: true,
  });
  const [plan, slots] = asAdmin ? [adminPlan, adminSlots] : [ownPlan, ownSlots];
  const isLoading = plan.isLoading || slots.isLoading;
  return {
    entries: isRangeValid && !isLoading ? plan.data?.data : undefined,
    openSlots: withOpenSlots ? (slots.data?.data ?? noSlots) : noSlots,
    isLoading,
    /** Whether the plan may still belong to the previous days or coach, because the new plan is loading. */
    isOutdated: plan.isPlaceholderData || (withOpenSlots && slots.isPlaceholderData),
    error: isRangeValid ? (plan.error ?? slots.error) : null,
    retry: () => void Promise.all([plan, ...(withOpenSlots ? [slots] : [])].map((query) => query.refetch())),
  };
}
