import {
  dayParam,
  idParam,
  oneOfParam,
  pageParam,
  shownKindsParam,
  textParam,
  useSearchFilters,
} from '../../web/address/searchFilters.ts';
import { hitOrders, type HitOrder } from '../../features/participants/contract.ts';
import { searchErrors } from '../../features/participants/rules.ts';

/**
 * The criteria of a search; a criterion that is '' or null matches every participant. `text` is a name, an e-mail
 * address or a telephone number, dates are `yyyy-mm-dd`. The qualification ends between `endFrom` and `endTill`. If no
 * other criterion is set, `listsAll` lists all participants.
 */
export interface Criteria {
  text: string;
  date: string;
  coachId: number | null;
  locationId: number | null;
  endFrom: string;
  endTill: string;
  listsAll: boolean;
}

/** The statuses: the label of the checkbox, the value in the call's input, and the key of the count in its output. */
export const statusFilters = [
  { name: 'aktiv', status: 0, countKey: 'active' },
  { name: 'inaktiv', status: 1, countKey: 'inactive' },
] as const;
type StatusName = (typeof statusFilters)[number]['name'];

/** Whether the criteria are valid and sufficient for a search. */
export function canSearch(criteria: Criteria): boolean {
  const { text, date, coachId } = criteria;
  if (text && searchErrors({ searchString: text }).length > 0) return false;
  return text !== '' || date !== '' || coachId !== null || criteria.listsAll || hasAdvancedCriteria(criteria);
}

/** Whether the criteria restrict the location or the end of the qualification. */
export function hasAdvancedCriteria({ locationId, endFrom, endTill }: Criteria): boolean {
  return locationId !== null || endFrom !== '' || endTill !== '';
}

const orderNamesInUrl: Record<HitOrder, string> = {
  fit: 'treffer',
  name: 'name',
  status: 'status',
  location: 'standort',
  end: 'ende',
  latestEnd: 'spaetestes-ende',
};

const params = {
  text: textParam('suche'),
  date: dayParam('datum'),
  coachId: idParam('coach'),
  locationId: idParam('standort'),
  endFrom: dayParam('endeVon'),
  endTill: dayParam('endeBis'),
  listsAll: {
    name: 'alle',
    read: (text: string | null) => text === '1',
    write: (listsAll: boolean) => (listsAll ? '1' : ''),
  },
  shownByStatus: shownKindsParam<StatusName>('ohne', { aktiv: 'aktiv', inaktiv: 'inaktiv' }),
  order: oneOfParam('sortierung', hitOrders, 'fit', (order) => orderNamesInUrl[order]),
  page: pageParam,
};

/**
 * The search, kept in the URL: text (`suche`), day (`datum`), coach (`coach`), location (`standort`), the end of
 * the qualification (`endeVon`, `endeBis`), all participants (`alle=1`), the hidden statuses (`ohne`), order
 * (`sortierung`), page (`seite`). A new search, order or choice of statuses returns to the first page.
 */
export function useSearch() {
  const { filters, setFilters } = useSearchFilters(params);
  const { shownByStatus, order, page, ...criteria } = filters;
  return {
    criteria,
    search: (next: Criteria) => setFilters(next),
    isStatusShown: (name: StatusName) => shownByStatus[name],
    setStatusShown: (name: StatusName, isShown: boolean) =>
      setFilters({ shownByStatus: { ...shownByStatus, [name]: isShown } }, { replace: true }),
    /** Clears all criteria except `text` and `listsAll`, and shows both statuses. */
    reset: () =>
      setFilters({
        date: '',
        coachId: null,
        locationId: null,
        endFrom: '',
        endTill: '',
        shownByStatus: { aktiv: true, inaktiv: true },
      }),
    order,
    setOrder: (next: HitOrder) => setFilters({ order: next }),
    page,
    setPage: (next: number) => setFilters({ page: next }, { replace: true }),
  };
}
