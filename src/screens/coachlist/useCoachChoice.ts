import { useLocation, useNavigationType } from 'react-router';
import {
  oneOfParam,
  pageParam,
  shownKindsParam,
  textParam,
  useSearchFilters,
} from '../../web/address/searchFilters.ts';
import { coachOrders, type CoachListOptions, type CoachOrder } from '../../features/coaches/rules.ts';

/** The name of each order in the URL. */
const orderParams: Record<CoachOrder, string> = {
  lastName: 'nachname',
  firstName: 'vorname',
  email: 'email',
  active: 'status',
  speedCoach: 'speedcoach',
};

const params = {
  search: textParam('suche'),
  shown: shownKindsParam('ohne', { active: 'aktiv', inactive: 'inaktiv' }),
  by: oneOfParam('sortierung', coachOrders, 'lastName', (order) => orderParams[order]),
  isDescending: {
    name: 'ab',
    read: (param: string | null) => param === '1',
    write: (isDescending: boolean) => (isDescending ? '1' : ''),
  },
  page: pageParam,
};

/**
 * Returns the search, filter, order and page of the list, and functions that change them. They are kept in the URL
 * (`suche`, `ohne`, `sortierung`, `ab`, `seite`). By default the list has all coaches, sorted by last name.
 * `historyKey` identifies the browser's history entry if the user came by a link or by going back or forward. It is
 * null after a change on this page.
 */
export function useCoachChoice() {
  const { key, state } = useLocation();
  const wasChangedHere = useNavigationType() !== 'POP' && (state as { chosenHere?: true } | null)?.chosenHere;
  const { filters, setFilters } = useSearchFilters(params);
  const { shown, page, ...searchAndOrder } = filters;
  const listOptions: CoachListOptions = { ...searchAndOrder, ...shown };
  const write = ({ active, inactive, ...next }: CoachListOptions, nextPage: number) =>
    setFilters(
      { ...next, shown: { active, inactive }, page: nextPage },
      // Applied synchronously, so that the next click starts from the new options.
      { replace: next.search !== listOptions.search, state: { chosenHere: true }, flushSync: true },
    );
  return {
    listOptions,
    historyKey: wasChangedHere ? null : key,
    page,
    change: (changes: Partial<CoachListOptions>) => write({ ...listOptions, ...changes }, 1),
    setPage: (nextPage: number) => write(listOptions, nextPage),
  };
}
