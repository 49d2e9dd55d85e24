import { addDays } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { day, id, page as pageParam, useSearchFilters, type Param } from '../../web/address/searchFilters.ts';
import { kinds, type AnalyticsForm, type Kind } from '../../features/coaches/rules.ts';

/** The kinds as the address names them. */
const words: Record<Kind, string> = {
  active: 'gebucht',
  missed: 'versaeumt',
  cancelled: 'storniert',
  done: 'durchgefuehrt',
  free: 'frei',
};

/** The kinds shown by default (reference 9.4). */
const usual: readonly Kind[] = ['active', 'missed', 'cancelled'];

const kindsParam: Param<readonly Kind[]> = {
  name: 'status',
  read: (given) => {
    const named = given?.split(',');
    return named ? kinds.filter((kind) => named.includes(words[kind])) : usual;
  },
  write: (shown) => {
    const asUsual = usual.length === shown.length && usual.every((kind) => shown.includes(kind));
    return asUsual ? '' : shown.map((kind) => words[kind]).join(',') || 'keine';
  },
};

/**
 * The choice in the address (`coach`, `von`, `bis`, `status`, `seite`): by default no coach, the 30 days before and
 * after today, and the kinds of reference 9.4.
 */
export function useAnalyticsChoice() {
  const today = useNow().date;
  const { filters, setFilters } = useSearchFilters<AnalyticsForm & { chosen: readonly Kind[]; page: number }>({
    coachId: id('coach'),
    fromDate: day('von', addDays(today, -30)),
    tillDate: day('bis', addDays(today, 30)),
    chosen: kindsParam,
    page: pageParam,
  });
  const { chosen, page, ...form } = filters;
  // Applied synchronously, so that the next click sees it.
  const write = (changed: Partial<typeof filters>) => setFilters({ ...form, chosen, ...changed }, { flushSync: true });
  return {
    today,
    form,
    chosen,
    page,
    search: (next: AnalyticsForm) => write(next),
    show: (shown: readonly Kind[]) => write({ chosen: shown }),
    setPage: (next: number) => write({ page: next }),
  };
}
