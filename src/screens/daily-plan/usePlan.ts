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

/** The maximum number of days with open slots: more would make an endless list, and exceed one page of the call. */
const maxDays = 31;
const pageSize = 1000;
const onlyFree = { booked: false, free: true, missed: false };
const none: readonly OverviewRow[] = [];

/**
 * The plan of a range of days with its open slots: a coach's own; for admins that of one coach, or with null of all
 * coaches, then without open slots, which would outnumber the appointments. Both load together, so that nothing moves.
 */
export function usePlan({ from, till }: Range, isValid: boolean, asAdmin: boolean, coach: number | null) {
  const days = { fromDate: from, tillDate: till };
  const ownPlan = useApiQuery(dailyPlan, days, { enabled: isValid && !asAdmin, keep: true });
  const anyPlan = useApiQuery(fullPlan, { ...days, coachId: coach }, { enabled: isValid && asAdmin, keep: true });
  const withOpen = isValid && daysBetween(from, till) < maxDays && (!asAdmin || coach !== null);
  const free = { ...days, status: onlyFree, pageSize };
  const ownFree = useApiQuery(ownOverview, free, { enabled: withOpen && !asAdmin, keep: true });
  const anyFree = useApiQuery(fullOverview, { ...free, coachId: coach }, { enabled: withOpen && asAdmin, keep: true });
  const [plan, open] = asAdmin ? [anyPlan, anyFree] : [ownPlan, ownFree];
  const isLoading = plan.isLoading || open.isLoading;
  return {
    entries: isValid && !isLoading ? plan.data?.data : undefined,
    open: withOpen ? (open.data?.data ?? none) : none,
    isLoading,
    /** The plan shown still belongs to other days. */
    isRenewing: plan.isPlaceholderData || (withOpen && open.isPlaceholderData),
    error: isValid ? (plan.error ?? open.error) : null,
    retry: () => void Promise.all([plan, ...(withOpen ? [open] : [])].map((each) => each.refetch())),
  };
}
