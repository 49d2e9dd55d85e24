import { invalidate } from '../../../web/calls/apiQuery.ts';
import { dailyPlan, fullOverview, fullPlan, ownOverview } from '../../appointments/contract.ts';
import { getAbsences, getOwnAbsences } from '../contract.ts';

/** Refetches what an absence changes: the absences, the plans and the overviews. */
export function refetchAfterAbsence(): Promise<void> {
  return invalidate(getAbsences, getOwnAbsences, dailyPlan, fullPlan, ownOverview, fullOverview);
}
