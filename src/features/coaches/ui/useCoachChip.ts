import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getCoachList } from '../contract.ts';

/** The chip for a list filtered by one coach, for `FilterChips`; none for null, which means all coaches. */
export function useCoachChip(coach: number | null, clear: () => void): { label: string; clear: () => void }[] {
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coach !== null });
  if (coach === null) return [];
  const name = coaches.data?.data.find(({ value }) => value === coach)?.label;
  return [{ label: `Coach: ${name ?? (coaches.isSuccess ? 'nicht mehr aktiv' : '…')}`, clear }];
}
