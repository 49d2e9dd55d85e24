import { useLocation, useNavigationType } from 'react-router';
import {
  oneOfParam,
  pageParam,
  shownKindsParam,
  textParam,
  useSearchFilters,
} from '../../web/address/searchFilters.ts';
import { coachOrders, type CoachListOptions, type CoachOrder } from '../../features/coaches/rules.ts';

/** The name of each order in the page's address. */
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
 * Returns the search, filter, order and page of the list, and functions that change them. They are kept in the address
 * (`suche`, `ohne`, `sortierung`, `ab`, `seite`); the default is all coaches by last name. `historyKey` identifies the
 * browser's history entry if the user came by a link or by going back or forward; it is null after a change on this
 * page.
 */
export function useCoachChoice() {
  const { key, state } = useLocation();
  const changedHere = useNavigationType() !== 'POP' && (state as { chosenHere?: true } | null)?.chosenHere;
  const { filters, setFilters } = useSearchFilters(params);
  const { shown, page, ...searchAndOrder } = filters;
  const choice: CoachListOptions = { ...searchAndOrder, ...shown };
  const write = ({ active, inactive, ...next }: CoachListOptions, nextPage: number) =>
    setFilters(
      { ...next, shown: { active, inactive }, page: nextPage },
      // Applied synchronously, so that the next click starts from the new choice.
      { replace: next.search !== choice.search, state: { chosenHere: true }, flushSync: true },
    );
  return {
    choice,
    historyKey: changedHere ? null : key,
    page,
    change: (changes: Partial<CoachListOptions>) => write({ ...choice, ...changes }, 1),
    setPage: (nextPage: number) => write(choice, nextPage),
  };
}
