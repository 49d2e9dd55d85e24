import { useState } from 'react';
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
 * appointments. Appointments and slots appear and change at the same time, so that the list does not jump.
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
  const [entries, slotsFound] = useSettled(
    `${from} ${till} ${coachId}`,
    [plan.data?.data, slots.data?.data] as const,
    !plan.isFetching && !slots.isFetching,
  );
  return {
    entries: isRangeValid && !isLoading ? entries : undefined,
    openSlots: withOpenSlots ? (slotsFound ?? noSlots) : noSlots,
    isLoading,
    /** Whether the plan may still belong to the previous days or coach, because the new plan is loading. */
    isOutdated: plan.isPlaceholderData || (withOpenSlots && slots.isPlaceholderData),
    error: isRangeValid ? (plan.error ?? slots.error) : null,
    retry: () => void Promise.all([plan, ...(withOpenSlots ? [slots] : [])].map((query) => query.refetch())),
  };
}

/**
 * Returns `values`. While they are not settled, returns the last settled values of the same `subject`, if there are
 * any, so that values from several calls change at the same time.
 */
function useSettled<T extends readonly unknown[]>(subject: string, values: T, isSettled: boolean): T {
  const [settled, setSettled] = useState<{ subject: string; values: T } | null>(null);
  if (!isSettled) return settled?.subject === subject ? settled.values : values;
  if (settled?.subject !== subject || values.some((value, index) => value !== settled.values[index]))
    setSettled({ subject, values });
  return values;
}
