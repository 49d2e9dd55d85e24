import { useLocation, useNavigationType } from 'react-router';
import { oneOf, page as pageParam, shownKinds, text, useSearchFilters } from '../../web/address/searchFilters.ts';
import { coachOrders, type CoachChoice, type CoachOrder } from '../../features/coaches/rules.ts';

/** The orders as the address names them. */
const orders: Record<CoachOrder, string> = {
  lastName: 'nachname',
  firstName: 'vorname',
  email: 'email',
  active: 'status',
  speedCoach: 'speedcoach',
};

const params = {
  search: text('suche'),
  shown: shownKinds('ohne', { active: 'aktiv', inactive: 'inaktiv' }),
  by: oneOf('sortierung', coachOrders, 'lastName', (order) => orders[order]),
  down: { name: 'ab', read: (given: string | null) => given === '1', write: (down: boolean) => (down ? '1' : '') },
  page: pageParam,
};

/**
 * The choice in the address (`suche`, `ohne`, `sortierung`, `ab`, `seite`): by default all coaches by last name.
 * `place` identifies the history entry after a link or a step through the history; it is null if the last change was
 * made on this page.
 */
export function useCoachChoice() {
  const { key, state } = useLocation();
  const chosenHere = useNavigationType() !== 'POP' && (state as { chosenHere?: true } | null)?.chosenHere;
  const { filters, setFilters } = useSearchFilters(params);
  const { shown, page, ...searchAndOrder } = filters;
  const choice: CoachChoice = { ...searchAndOrder, ...shown };
  const write = ({ active, inactive, ...next }: CoachChoice, wanted: number) =>
    setFilters(
      { ...next, shown: { active, inactive }, page: wanted },
      // Applied synchronously, so that the next click sees it.
      { replace: next.search !== choice.search, state: { chosenHere: true }, flushSync: true },
    );
  return {
    choice,
    place: chosenHere ? null : key,
    page,
    change: (changes: Partial<CoachChoice>) => write({ ...choice, ...changes }, 1),
    setPage: (wanted: number) => write(choice, wanted),
  };
}
