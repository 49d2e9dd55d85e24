import { useLocation, useNavigationType } from 'react-router';
import { oneOf, page as pageParam, shownKinds, text, useSearchFilters } from '../../web/address/searchFilters.ts';
import { coachOrders, type CoachListOptions, type CoachOrder } from '../../features/coaches/rules.ts';

/** The orders as they appear in the address. */
const orderParams: Record<CoachOrder, string> = {
  lastName: 'nachname',
  firstName: 'vorname',
  email: 'email',
  active: 'status',
  speedCoach: 'speedcoach',
};

const params = {
  search: text('suche'),
  shown: shownKinds('ohne', { active: 'aktiv', inactive: 'inaktiv' }),
  by: oneOf('sortierung', coachOrders, 'lastName', (order) => orderParams[order]),
  down: { name: 'ab', read: (param: string | null) => param === '1', write: (down: boolean) => (down ? '1' : '') },
  page: pageParam,
};

/**
 * The search, filter and order of the list, kept in the address (`suche`, `ohne`, `sortierung`, `ab`, `seite`); by
 * default all coaches by last name. `historyKey` identifies the current entry of the browser's history after a link or after
 * going back or forward; it is null if the last change was made on this page.
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
