import { addDays } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { dayParam, idParam, pageParam, useSearchFilters, type Param } from '../../web/address/searchFilters.ts';
import { analyticsKinds, type AnalyticsForm, type AnalyticsKind } from '../../features/coaches/rules.ts';

/** The name of each kind in the URL. */
const kindNames: Record<AnalyticsKind, string> = {
  active: 'gebucht',
  missed: 'versaeumt',
  cancelled: 'storniert',
  done: 'durchgefuehrt',
  free: 'frei',
};

/** The kinds shown by default (reference 9.4). */
const defaultKinds: readonly AnalyticsKind[] = ['active', 'missed', 'cancelled'];

/** The parameter's value for an empty choice. If the parameter is absent, the default kinds are shown. */
const noKindsValue = 'keine';

const kindsParam: Param<readonly AnalyticsKind[]> = {
  name: 'status',
  read: (value) => {
    const names = value?.split(',');
    return names ? analyticsKinds.filter((kind) => names.includes(kindNames[kind])) : defaultKinds;
  },
  write: (chosenKinds) => {
    const isDefault =
      defaultKinds.length === chosenKinds.length && defaultKinds.every((kind) => chosenKinds.includes(kind));
    return isDefault ? '' : chosenKinds.map((kind) => kindNames[kind]).join(',') || noKindsValue;
  },
};

/**
 * Returns the coach, days, kinds and page in the URL (`coach`, `von`, `bis`, `status`, `seite`), and functions that
 * change them. The defaults are no coach, the 30 days before and after today, and `defaultKinds`.
 */
export function useAnalyticsChoice() {
  const today = useNow().date;
  const { filters, setFilters } = useSearchFilters<
    AnalyticsForm & { chosenKinds: readonly AnalyticsKind[]; page: number }
  >({
    coachId: idParam('coach'),
    fromDate: dayParam('von', addDays(today, -30)),
    tillDate: dayParam('bis', addDays(today, 30)),
    chosenKinds: kindsParam,
    page: pageParam,
  });
  const { chosenKinds, page, ...form } = filters;
  // Applied synchronously, so that the next click works on the new values.
  const write = (changes: Partial<typeof filters>) =>
    setFilters({ ...form, chosenKinds, ...changes }, { flushSync: true });
  return {
    today,
    form,
    chosenKinds,
    page,
    search: (next: AnalyticsForm) => write(next),
    showKinds: (kinds: readonly AnalyticsKind[]) => write({ chosenKinds: kinds }),
    setPage: (next: number) => write({ page: next }),
  };
}
