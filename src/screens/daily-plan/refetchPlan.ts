import { invalidate } from '../../web/calls/apiQuery.ts';
import { dailyPlan, fullOverview, fullPlan, ownOverview } from '../../features/appointments/contract.ts';

/** Refetches the data that an action in the plan changes: the plans, and the overviews, which supply the open slots. */
export function refetchPlan(): Promise<void> {
  return invalidate(dailyPlan, fullPlan, ownOverview, fullOverview);
}
