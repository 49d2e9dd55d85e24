import { useSearchParams } from 'react-router';
import { filterChange } from '../../web/address/filterChange.ts';
import type { TypeFilter } from '../../features/booking/rules.ts';

/** The number of cards or days shown initially, and the number that 'Mehr laden' adds (reference 4.3, 4.25). */
const stepSize = 5;

/**
 * Returns the types (`typ`) and the number (`anzahl`) of the cards or days to show, which are kept in the URL, and
 * functions that change them. Both types are shown if `typ` is absent. `fixedTypeFilter` takes precedence over `typ`.
 */
export function useShownItems(fixedTypeFilter: TypeFilter | null) {
  const [params, setParams] = useSearchParams();
  const type = params.get('typ');
  const typeFilterInUrl: TypeFilter = type === 'einzel' || type === 'speed' ? type : 'both';
  const requestedLimit = Math.trunc(Number(params.get('anzahl')));
  const limit = Number.isFinite(requestedLimit) ? Math.max(stepSize, requestedLimit) : stepSize;
  return {
    typeFilter: fixedTypeFilter ?? typeFilterInUrl,
    limit,
    setTypeFilter: (typeFilter: TypeFilter) =>
      setParams((urlParams) => {
        urlParams.delete('anzahl');
        if (typeFilter === 'both') urlParams.delete('typ');
        else urlParams.set('typ', typeFilter);
        return urlParams;
      }, filterChange),
    showMore: () =>
      setParams(
        (urlParams) => {
          urlParams.set('anzahl', String(limit + stepSize));
          return urlParams;
        },
        { ...filterChange, replace: true },
      ),
    resetLimit: () =>
      setParams(
        (urlParams) => {
          urlParams.delete('anzahl');
          return urlParams;
        },
        { ...filterChange, replace: true },
      ),
  };
}
