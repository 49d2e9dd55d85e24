import { listCoaches } from '../../features/coaches/contract.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import type { RatingFilters } from './RatingFilter.tsx';

/** Returns the chips of the active filters, except the days, for `FilterChips`. */
export function useRatingChips(filters: RatingFilters, setFilters: (filters: RatingFilters) => void, asAdmin: boolean) {
  const { lowest, highest, coach, name } = filters;
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000, enabled: asAdmin && coach !== null });
  const chosen = coaches.data?.data.find(({ id }) => id === coach);
  const chip = (label: string, cleared: Partial<RatingFilters>) => ({
    label,
    clear: () => setFilters({ ...filters, ...cleared }),
  });
  return [
    ...(asAdmin && coach !== null
      ? [chip(`Coach: ${chosen ? `${chosen.firstName} ${chosen.lastName}` : '…'}`, { coach: null })]
      : []),
    ...(asAdmin && name ? [chip(`Teilnehmer:in: ${name}`, { name: '' })] : []),
    ...(lowest > 1 || highest < 5 ? [chip(`Sterne: ${lowest} bis ${highest}`, { lowest: 1, highest: 5 })] : []),
  ];
}
