import { listCoaches } from '../../features/coaches/contract.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import type { RatingFilters } from './RatingFilter.tsx';

/** Returns the chips of the active filters, except the days, for `FilterChips`. */
export function useRatingChips(filters: RatingFilters, setFilters: (filters: RatingFilters) => void, asAdmin: boolean) {
  const { minStars, maxStars, coach, name } = filters;
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000, enabled: asAdmin && coach !== null });
  const chosenCoach = coaches.data?.data.find(({ id }) => id === coach);
  const chip = (label: string, cleared: Partial<RatingFilters>) => ({
    label,
    clear: () => setFilters({ ...filters, ...cleared }),
  });
  return [
    ...(asAdmin && coach !== null
      ? [chip(`Coach: ${chosenCoach ? `${chosenCoach.firstName} ${chosenCoach.lastName}` : '…'}`, { coach: null })]
      : []),
    ...(asAdmin && name ? [chip(`Teilnehmer:in: ${name}`, { name: '' })] : []),
    ...(minStars > 1 || maxStars < 5
      ? [chip(`Sterne: ${minStars} bis ${maxStars}`, { minStars: 1, maxStars: 5 })]
      : []),
  ];
}
