import { addDays, mondayOf } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { dayParam, oneOfParam, useSearchFilters, type Param } from '../../web/address/searchFilters.ts';
import { daysOf } from './calendarEntries.ts';

/** The views of the calendar, as they appear in the address. */
export const views = ['tag', 'woche', 'liste'] as const;
export type View = (typeof views)[number];

/** The maximum number of coaches shown side by side (reference 7.16). */
export const maxSideBySide = 6;

const coachIds: Param<number[]> = {
  name: 'coaches',
  read: (text) => {
    const ids = (text ?? '').split(',').map(Number);
    return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, maxSideBySide);
  },
  write: (ids) => ids.join(','),
};

const params = { date: dayParam('tag'), view: oneOfParam<View, ''>('ansicht', views, ''), coaches: coachIds };

/**
 * Returns the calendar's view, days and coaches, and functions that change them. They are kept in the address
 * (`?tag=yyyy-mm-dd&ansicht=woche&coaches=1,2`), and each change adds an entry to the browser's history. The default
 * view is the day on a narrow screen or with several coaches, otherwise the week. `showsSeveralCoaches` returns whether
 * the calendar shows several coaches when the address has these ids.
 */
export function useCalendarChoice({
  isNarrow,
  showsSeveralCoaches,
}: {
  isNarrow: boolean;
  showsSeveralCoaches: (ids: number[]) => boolean;
}) {
  const { date: today } = useNow();
  const { filters, setFilters } = useSearchFilters(params);
  const { coaches } = filters;
  const date = filters.date || today;
  const view = filters.view || (isNarrow || showsSeveralCoaches(coaches) ? 'tag' : 'woche');
  const monday = mondayOf(date);
  const week = daysOf(monday, 7);
  const days = view === 'tag' ? [date] : week;
  return {
    view,
    date,
    week,
    days,
    coaches,
    today,
    /** Shows a day, or the week that contains it. */
    goTo: (to: string) => setFilters({ date: to }),
    step: (direction: 1 | -1) => setFilters({ date: addDays(date, direction * days.length) }),
    setView: (to: View) => setFilters({ view: to, date }),
    setCoaches: (to: number[]) => setFilters({ coaches: to }),
  };
}
