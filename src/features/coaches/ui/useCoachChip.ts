import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getCoachList } from '../contract.ts';

/**
 * Returns an array with the chip that `FilterChips` shows for a filter by coach. The array is empty if `coach`, the
 * coach's id, is null (all coaches).
 */
export function useCoachChip(coach: number | null, clear: () => void): { label: string; clear: () => void }[] {
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coach !== null });
  if (coach === null) return [];
  const name = coaches.data?.data.find(({ value }) => value === coach)?.label;
  return [{ label: `Coach: ${name ?? (coaches.isSuccess ? 'nicht mehr aktiv' : '…')}`, clear }];
}
