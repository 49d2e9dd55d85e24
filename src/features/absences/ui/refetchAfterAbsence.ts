import { invalidate } from '../../../web/calls/apiQuery.ts';
import { getDailyPlan, getFullOverview, getFullDailyPlan, getOwnOverview } from '../../appointments/contract.ts';
import { getAbsences, getOwnAbsences } from '../contract.ts';

/** Refetches the lists that planning, undoing or ending an absence changes. */
export function refetchAfterAbsence(): Promise<void> {
  return invalidate(getAbsences, getOwnAbsences, getDailyPlan, getFullDailyPlan, getOwnOverview, getFullOverview);
}
