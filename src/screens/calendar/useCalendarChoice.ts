import { addDays, mondayOf } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { day, oneOf, useSearchFilters, type Param } from '../../web/address/searchFilters.ts';
import { daysOf } from './entries.ts';

/** The views of the calendar by their words in the address. */
export const views = ['tag', 'woche', 'liste'] as const;
export type View = (typeof views)[number];

/** How many coaches stand side by side at most (reference 7.16). */
export const mostSideBySide = 6;

const coachIds: Param<number[]> = {
  name: 'coaches',
  read: (given) => {
    const ids = (given ?? '').split(',').map(Number);
    return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, mostSideBySide);
  },
  write: (ids) => ids.join(','),
};

const params = { date: day('tag'), view: oneOf<View, ''>('ansicht', views, ''), coaches: coachIds };

/**
 * What the calendar shows, from the address (`?tag=yyyy-mm-dd&ansicht=woche&coaches=1,2`): each step is one of the
 * browser's history. Without a view a narrow screen shows the day, and so do several coaches; others the week.
 */
export function useCalendarChoice({ narrow, several }: { narrow: boolean; several: (chosen: number[]) => boolean }) {
  const { date: today } = useNow();
  const { filters, setFilters } = useSearchFilters(params);
  const { coaches } = filters;
  const date = filters.date || today;
  const view = filters.view || (narrow || several(coaches) ? 'tag' : 'woche');
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
    /** Goes to a day, and from a day's view to the day itself, so that 'Heute' and the arrows speak of what is seen. */
    goTo: (to: string) => setFilters({ date: to }),
    step: (direction: 1 | -1) => setFilters({ date: addDays(date, direction * days.length) }),
    setView: (to: View) => setFilters({ view: to, date }),
    setCoaches: (to: number[]) => setFilters({ coaches: to }),
  };
}
