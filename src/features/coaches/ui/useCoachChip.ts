import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getCoachList } from '../contract.ts';

/** The chip of a list that one coach narrows, for `FilterChips`; none for null, which is everybody. */
export function useCoachChip(coach: number | null, clear: () => void): { label: string; clear: () => void }[] {
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coach !== null });
  if (coach === null) return [];
  const name = coaches.data?.data.find(({ value }) => value === coach)?.label;
  return [{ label: `Coach: ${name ?? (coaches.isSuccess ? 'nicht mehr aktiv' : '…')}`, clear }];
}
