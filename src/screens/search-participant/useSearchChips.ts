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
  const { date, coach, location, endFrom, endTill } = criteria;
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coach !== null });
  const locations = useApiQuery(getLocations, {}, { staleTime: 600_000, enabled: location !== null });
  const chip = (label: string, cleared: Partial<Criteria>) => ({
    label,
    clear: () => search({ ...criteria, ...cleared }),
  });
  const coachName = coaches.data?.data.find(({ value }) => value === coach)?.label ?? 'nicht mehr aktiv';
  const locationName = locations.data?.locations.find(({ value }) => value === location)?.label ?? 'unbekannt';
  const chips = [
    ...(date ? [chip(`Datum: ${germanDate(date)}`, { date: '' })] : []),
    ...(coach === null ? [] : [chip(`Coach: ${coachName}`, { coach: null })]),
    ...(location === null ? [] : [chip(`Standort: ${locationName}`, { location: null })]),
    ...(endFrom ? [chip(`Qualifizierung endet ab ${germanDate(endFrom)}`, { endFrom: '' })] : []),
    ...(endTill ? [chip(`Qualifizierung endet bis ${germanDate(endTill)}`, { endTill: '' })] : []),
    ...statusFilters
      .filter(({ name }) => !isStatusShown(name))
      .map(({ name }) => ({ label: `Ohne: ${name}`, clear: () => setStatusShown(name, true) })),
  ];
  return { chips, onReset: reset };
}
