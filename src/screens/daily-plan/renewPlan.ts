import { invalidate } from '../../web/calls/apiQuery.ts';
import { dailyPlan, fullOverview, fullPlan, ownOverview } from '../../features/appointments/contract.ts';

/** Refetches what an action in the plan changes: the plans, and the overviews, from which its open time comes. */
export function renewPlan(): Promise<void> {
  return invalidate(dailyPlan, fullPlan, ownOverview, fullOverview);
}
