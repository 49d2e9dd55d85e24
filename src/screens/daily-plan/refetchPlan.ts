import { invalidate } from '../../web/calls/apiQuery.ts';
import {
  getDailyPlan,
  getFullOverview,
  getFullDailyPlan,
  getOwnOverview,
} from '../../features/appointments/contract.ts';

/** Refetches the data that an action in the plan changes: the plans, and the overviews, which supply the open slots. */
export function refetchPlan(): Promise<void> {
  return invalidate(getDailyPlan, getFullDailyPlan, getOwnOverview, getFullOverview);
}
