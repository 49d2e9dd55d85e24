import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getCoachList } from '../contract.ts';

/** Returns the chip for the coach by whom a list is filtered, for `FilterChips`; no chip for null (all coaches). */
export function useCoachChip(coach: number | null, clear: () => void): { label: string; clear: () => void }[] {
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coach !== null });
  if (coach === null) return [];
  const name = coaches.data?.data.find(({ value }) => value === coach)?.label;
  return [{ label: `Coach: ${name ?? (coaches.isSuccess ? 'nicht mehr aktiv' : '…')}`, clear }];
}
