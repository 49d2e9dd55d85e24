import { useSearchParams } from 'react-router';
import { addDays, isDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { kinds, type AnalyticsForm, type Kind } from '../rules.ts';

/** The words for kinds in the address. */
const words: Record<Kind, string> = {
  active: 'gebucht',
  missed: 'versaeumt',
  cancelled: 'storniert',
  done: 'durchgefuehrt',
  free: 'frei',
};

/** What is shown where the address says nothing (spec coach §4). */
const usual: readonly Kind[] = ['active', 'missed', 'cancelled'];

/**
 * What is chosen in the address (`coach`, `von`, `bis`, `status`, `seite`): nobody, the 30 days before and after today,
 * and the kinds of the specification where it says nothing.
 */
export function useAnalyticsChoice() {
  const [params, setParams] = useSearchParams();
  const today = useNow().date;
  const day = (name: string, otherwise: string) => {
    const value = params.get(name) ?? '';
    return isDate(value) ? value : otherwise;
  };
  const coach = Number(params.get('coach'));
  const form: AnalyticsForm = {
    coachId: Number.isSafeInteger(coach) && coach > 0 ? coach : null,
    fromDate: day('von', addDays(today, -30)),
    tillDate: day('bis', addDays(today, 30)),
  };
  const named = params.get('status')?.split(',');
  const chosen = named ? kinds.filter((kind) => named.includes(words[kind])) : usual;

  const write = (next: AnalyticsForm, shown: readonly Kind[], page: number) => {
    const asUsual = usual.length === shown.length && usual.every((kind) => shown.includes(kind));
    setParams(
      {
        coach: String(next.coachId ?? ''),
        von: next.fromDate,
        bis: next.tillDate,
        ...(asUsual ? {} : { status: shown.map((kind) => words[kind]).join(',') || 'keine' }),
        ...(page > 1 ? { seite: String(page) } : {}),
      },
      // At once: the next click has to see what this one chose.
      { preventScrollReset: true, flushSync: true },
    );
  };
  return {
    today,
    form,
    chosen,
    page: Math.max(1, Math.trunc(Number(params.get('seite'))) || 1),
    search: (next: AnalyticsForm) => write(next, chosen, 1),
    show: (shown: readonly Kind[]) => write(form, shown, 1),
    setPage: (page: number) => write(form, chosen, page),
  };
}
