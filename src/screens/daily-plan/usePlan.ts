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
 * Returns the plan of a range of days with its open slots. Coaches get their own plan, admins that of the given coach.
 * If `coach` is null, admins get the plan of all coaches without open slots, which would outnumber the appointments.
 * Appointments and slots appear together, so that the list does not move.
 */
export function usePlan({ from, till }: Range, isValid: boolean, asAdmin: boolean, coach: number | null) {
  const days = { fromDate: from, tillDate: till };
  const ownPlan = useApiQuery(dailyPlan, days, { enabled: isValid && !asAdmin, keepPrevious: true });
  const adminPlan = useApiQuery(
    fullPlan,
    { ...days, coachId: coach },
    { enabled: isValid && asAdmin, keepPrevious: true },
  );
  const withOpen = isValid && daysBetween(from, till) < maxDays && (!asAdmin || coach !== null);
  const openInput = { ...days, status: onlyFree, pageSize };
  const fullInput = { ...openInput, coachId: coach };
  const ownOpen = useApiQuery(ownOverview, openInput, { enabled: withOpen && !asAdmin, keepPrevious: true });
  const adminOpen = useApiQuery(fullOverview, fullInput, { enabled: withOpen && asAdmin, keepPrevious: true });
  const [plan, open] = asAdmin ? [adminPlan, adminOpen] : [ownPlan, ownOpen];
  const isLoading = plan.isLoading || open.isLoading;
  return {
    entries: isValid && !isLoading ? plan.data?.data : undefined,
    open: withOpen ? (open.data?.data ?? noSlots) : noSlots,
    isLoading,
    /** Whether the plan is still that of the previous days or coach, because the new one is loading. */
    isRenewing: plan.isPlaceholderData || (withOpen && open.isPlaceholderData),
    error: isValid ? (plan.error ?? open.error) : null,
    retry: () => void Promise.all([plan, ...(withOpen ? [open] : [])].map((query) => query.refetch())),
  };
}
