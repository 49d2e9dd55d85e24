import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import type { FederalState } from '../../../shared/states.ts';
import { listCoaches } from '../contract.ts';

/**
 * Returns, for admins, the federal state whose holidays apply to a coach: the coach's own or else the provider's. Null
 * if there is none, if `coach` is null, and while loading. Undefined if `coach` is undefined, which means the caller's
 * own calendar.
 */
export function useFederalState(coach: number | null | undefined): FederalState | null | undefined {
  const hasCoach = coach !== null && coach !== undefined;
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000, enabled: hasCoach });
  if (coach === undefined) return undefined;
  if (!hasCoach || !coaches.data) return null;
  return coaches.data.data.find(({ id }) => id === coach)?.state ?? coaches.data.meta.state;
}
