import { useSearchParams } from 'react-router';
import { isDate } from '../../shared/berlin.ts';
import { searchMistakes } from '../rules.ts';

/** What is searched for; '' and null leave a criterion out. Date `yyyy-mm-dd`, the coach's id. */
export interface Criteria {
  text: string;
  date: string;
  coach: number | null;
}

/** The statuses as the checkboxes name them, with their flags and counts on the wire. */
export const statuses = [
  { name: 'aktiv', status: 0, count: 'active' },
  { name: 'inaktiv', status: 1, count: 'inactive' },
] as const;
type StatusName = (typeof statuses)[number]['name'];

/** Whether there is anything to search for. */
export function isSearch({ text, date, coach }: Criteria): boolean {
  if (text && searchMistakes({ searchString: text }).length > 0) return false;
  return text !== '' || date !== '' || coach !== null;
}

/**
 * The search in the address: text (`suche`), day (`datum`), coach (`coach`), the statuses left out (`ohne`), page
 * (`seite`). A new search and another choice of statuses begin at the first page.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const date = params.get('datum') ?? '';
  const coach = Number(params.get('coach'));
  const criteria: Criteria = {
    text: params.get('suche') ?? '',
    date: isDate(date) ? date : '',
    coach: Number.isSafeInteger(coach) && coach > 0 ? coach : null,
  };
  const without = (params.get('ohne') ?? '').split(',');
  const change = (values: Record<string, string>, { replace = true } = {}) => {
    const next = { ...Object.fromEntries(params), seite: '', ...values };
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), {
      replace,
      preventScrollReset: true,
    });
  };
  return {
    criteria,
    search: (wanted: Criteria) =>
      change(
        { suche: wanted.text, datum: wanted.date, coach: wanted.coach === null ? '' : String(wanted.coach) },
        { replace: false },
      ),
    shows: (name: StatusName) => !without.includes(name),
    show: (name: StatusName, on: boolean) => {
      const left = statuses.map((one) => one.name).filter((one) => (one === name ? !on : without.includes(one)));
      change({ ohne: left.join(',') });
    },
    page: Math.max(1, Math.trunc(Number(params.get('seite'))) || 1),
    setPage: (page: number) => change({ seite: page === 1 ? '' : String(page) }),
  };
}
