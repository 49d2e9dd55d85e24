import { invalidate } from '../../../web/calls/apiQuery.ts';
import { dailyPlan, fullOverview, fullPlan, ownOverview } from '../../appointments/contract.ts';
import { getAbsences, getOwnAbsences } from '../contract.ts';

/** Refetches the lists that planning, undoing or ending an absence changes. */
export function refetchAfterAbsence(): Promise<void> {
  return invalidate(getAbsences, getOwnAbsences, dailyPlan, fullPlan, ownOverview, fullOverview);
}
