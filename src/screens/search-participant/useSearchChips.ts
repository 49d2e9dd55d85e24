import { getCoachList } from '../../features/coaches/contract.ts';
import { getLocations } from '../../features/provider/contract.ts';
import { germanDate } from '../../shared/berlin.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { statusFilters, type Criteria, type useSearch } from './useSearch.ts';

/** Returns the chips of the active criteria, except the text, as props of `FilterChips`. */
export function useSearchChips(
  criteria: Criteria,
  search: (criteria: Criteria) => void,
  {
    isStatusShown,
    setStatusShown,
    reset,
  }: Pick<ReturnType<typeof useSearch>, 'isStatusShown' | 'setStatusShown' | 'reset'>,
) {
  const { date, coachId, locationId, endFrom, endTill } = criteria;
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coachId !== null });
  const locations = useApiQuery(getLocations, {}, { staleTime: 600_000, enabled: locationId !== null });
  const createChip = (label: string, clearedValues: Partial<Criteria>) => ({
    label,
    clear: () => search({ ...criteria, ...clearedValues }),
  });
  const coachName = coaches.data?.data.find(({ value }) => value === coachId)?.label ?? 'nicht mehr aktiv';
  const locationName = locations.data?.locations.find(({ value }) => value === locationId)?.label ?? 'unbekannt';
  const chips = [
    ...(date ? [createChip(`Datum: ${germanDate(date)}`, { date: '' })] : []),
    ...(coachId === null ? [] : [createChip(`Coach: ${coachName}`, { coachId: null })]),
    ...(locationId === null ? [] : [createChip(`Standort: ${locationName}`, { locationId: null })]),
    ...(endFrom ? [createChip(`Qualifizierung endet ab ${germanDate(endFrom)}`, { endFrom: '' })] : []),
    ...(endTill ? [createChip(`Qualifizierung endet bis ${germanDate(endTill)}`, { endTill: '' })] : []),
    ...statusFilters
      .filter(({ name }) => !isStatusShown(name))
      .map(({ name }) => ({ label: `Ohne: ${name}`, clear: () => setStatusShown(name, true) })),
  ];
  return { chips, onReset: reset };
}
