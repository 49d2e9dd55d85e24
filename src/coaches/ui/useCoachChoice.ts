import { useSearchParams } from 'react-router';
import { coachOrders, type CoachChoice, type CoachOrder } from '../rules.ts';

/** The words for orders and states in the address. */
const orders: Record<CoachOrder, string> = {
  ...{ lastName: 'nachname', firstName: 'vorname', email: 'email', active: 'status', speedCoach: 'speedcoach' },
};

/**
 * What is chosen in the address (`suche`, `ohne`, `sortierung`, `ab`, `seite`): everybody by last name where it says
 * nothing. Each change but that of the page begins at the first one; `place` is the text that was in the address at
 * first, for the field goes its own way.
 */
export function useCoachChoice() {
  const [params, setParams] = useSearchParams();
  const without = (params.get('ohne') ?? '').split(',');
  const choice: CoachChoice = {
    search: params.get('suche') ?? '',
    active: !without.includes('aktiv'),
    inactive: !without.includes('inaktiv'),
    by: coachOrders.find((order) => orders[order] === params.get('sortierung')) ?? 'lastName',
    down: params.get('ab') === '1',
  };
  const write = (next: CoachChoice, page: number) => {
    const left = [next.active ? '' : 'aktiv', next.inactive ? '' : 'inaktiv'].filter(Boolean).join(',');
    const texts = {
      suche: next.search,
      ohne: left,
      sortierung: next.by === 'lastName' ? '' : orders[next.by],
      ab: next.down ? '1' : '',
      seite: page > 1 ? String(page) : '',
    };
    setParams(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')), {
      replace: next.search !== choice.search,
      preventScrollReset: true,
      // At once: the next click has to see what this one chose.
      flushSync: true,
    });
  };
  return {
    choice,
    page: Math.max(1, Math.trunc(Number(params.get('seite'))) || 1),
    change: (changes: Partial<CoachChoice>) => write({ ...choice, ...changes }, 1),
    setPage: (page: number) => write(choice, page),
  };
}
