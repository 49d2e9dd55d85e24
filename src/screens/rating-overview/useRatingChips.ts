import { listCoaches } from '../../features/coaches/contract.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import type { RatingFilters } from './RatingFilter.tsx';

/** Returns the chips of the active filters, except the days, for `FilterChips`. */
export function useRatingChips(filters: RatingFilters, setFilters: (filters: RatingFilters) => void, asAdmin: boolean) {
  const { minStars, maxStars, coachId, name } = filters;
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000, enabled: asAdmin && coachId !== null });
  const chosenCoach = coaches.data?.data.find(({ id }) => id === coachId);
  const createChip = (label: string, clearedValues: Partial<RatingFilters>) => ({
    label,
    clear: () => setFilters({ ...filters, ...clearedValues }),
  });
  return [
    ...(asAdmin && coachId !== null
      ? [
          createChip(`Coach: ${chosenCoach ? `${chosenCoach.firstName} ${chosenCoach.lastName}` : '…'}`, {
            coachId: null,
          }),
        ]
      : []),
    ...(asAdmin && name ? [createChip(`Teilnehmer:in: ${name}`, { name: '' })] : []),
    ...(minStars > 1 || maxStars < 5
      ? [createChip(`Sterne: ${minStars} bis ${maxStars}`, { minStars: 1, maxStars: 5 })]
      : []),
  ];
}
