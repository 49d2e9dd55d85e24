import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import type { State } from '../../../shared/states.ts';
import { listCoaches } from '../contract.ts';

/**
 * The Land whose holidays apply to a coach, for admins: the coach's own or else the provider's; null for none, for no
 * coach, and while loading. For undefined, which means the caller's own calendar, it is undefined.
 */
export function useStateOf(coach: number | null | undefined): State | null | undefined {
  const wanted = coach !== null && coach !== undefined;
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000, enabled: wanted });
  if (coach === undefined) return undefined;
  if (!wanted || !coaches.data) return null;
  return coaches.data.data.find(({ id }) => id === coach)?.state ?? coaches.data.meta.state;
}
