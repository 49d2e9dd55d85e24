import { useMemo } from 'react';
import { addDays, mondayOf } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { dayParam, oneOfParam, useSearchFilters, type Param } from '../../web/address/searchFilters.ts';
import { daysOf } from './calendarEntries.ts';

/** The views of the calendar, as they appear in the URL. */
export const views = ['tag', 'woche', 'liste'] as const;
export type View = (typeof views)[number];

/** The maximum number of coaches shown side by side (reference 7.16). */
export const maxShownCoaches = 6;

const coachIdsParam: Param<number[]> = {
  name: 'coaches',
  read: (text) => {
    const ids = (text ?? '').split(',').map(Number);
    return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, maxShownCoaches);
  },
  write: (ids) => ids.join(','),
};

const params = { date: dayParam('tag'), view: oneOfParam<View, ''>('ansicht', views, ''), coachIds: coachIdsParam };

/**
 * Returns the calendar's view, days and coaches, and functions that change them. They are kept in the URL
 * (`?tag=yyyy-mm-dd&ansicht=woche&coaches=1,2`), and each change adds an entry to the browser's history. The default
 * view is the day on a narrow screen or with several coaches, otherwise the week. `showsSeveralCoaches` returns whether
 * the calendar shows several coaches when the URL contains the given ids.
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
  const { coachIds } = filters;
  const date = filters.date || today;
  const view = filters.view || (isNarrow || showsSeveralCoaches(coachIds) ? 'tag' : 'woche');
  const monday = mondayOf(date);
  const week = useMemo(() => daysOf(monday, 7), [monday]);
  const days = useMemo(() => (view === 'tag' ? [date] : week), [view, date, week]);
  return {
    view,
    date,
    week,
    days,
    coachIds,
    today,
    /** Shows a day, or the week that contains it. */
    goToDay: (day: string) => setFilters({ date: day }),
    /** Moves to the next (1) or previous (-1) day or week. */
    step: (direction: 1 | -1) => setFilters({ date: addDays(date, direction * days.length) }),
    setView: (newView: View) => setFilters({ view: newView, date }),
    setCoaches: (ids: number[]) => setFilters({ coachIds: ids }),
  };
}
