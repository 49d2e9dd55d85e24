import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addDays, germanDate, isDate } from '../../../shared/berlin.ts';
import { useNow } from '../../clock.ts';
import { filterChange } from '../../address/filterChange.ts';
import { dayParam } from '../../address/searchFilters.ts';
import { incompleteDateError, incompleteDate } from './incompleteDate.ts';
import { rangeProblem, rangeMessages } from '../../../shared/date-range.ts';

/** Two calendar days `yyyy-mm-dd`, both included. While the user is typing, they can be '' or `incompleteDate`. */
export interface Range {
  from: string;
  till: string;
}

/** Returns a range as German text: 'Vom 30.11.2026 bis 06.12.2026'. */
export function germanRange({ from, till }: Range): string {
  return `Vom ${germanDate(from)} bis ${germanDate(till)}`;
}

/** Returns the errors of the two days of a filter, by field. The object is empty if the range is valid. */
export function rangeErrors({ from, till }: Range, required: boolean): Partial<Range> {
  const incompleteErrors = {
    ...(from === incompleteDate && { from: incompleteDateError }),
    ...(till === incompleteDate && { till: incompleteDateError }),
  };
  const missingErrors = {
    ...(required && !from && { from: 'Bitte gib ein Startdatum ein' }),
    ...(required && !till && { till: 'Bitte gib ein Enddatum ein' }),
  };
  const problem = isDate(from) && isDate(till) ? rangeProblem(from, till) : null;
  return { ...incompleteErrors, ...missingErrors, ...(problem && { till: rangeMessages[problem] }) };
}

/**
 * Returns the range in the URL (`?von=…&bis=…`) and the function `setRange`, which also goes back to the first page
 * (`seite`). If the start is absent or invalid, it is `daysBack` days before today. If the end is absent or invalid, it
 * is `daysAhead` days after today.
 *
 * `isValid` is false while the days are in the wrong order or the fields hold no range (`setRange(null)`), so the page
 * shows no list. `visitKey` identifies this visit of the page. It stays the same when `setRange` changes the URL,
 * and changes when the user follows a link or goes back.
 */
export function useRange({ daysAhead = 0, daysBack = 0 } = {}): {
  range: Range;
  isValid: boolean;
  setRange: (range: Range | null) => void;
  visitKey: string;
} {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const today = useNow().date;
  const range = {
    from: dayParam('von', addDays(today, -daysBack)).read(params.get('von')),
    till: dayParam('bis', addDays(today, daysAhead)).read(params.get('bis')),
  };
  const { visitKey } = { visitKey: location.key, ...(location.state as { visitKey?: string } | null) };
  const [invalidVisitKey, setInvalidVisitKey] = useState<string | null>(null);
  const setRange = (next: Range | null) => {
    setInvalidVisitKey(next ? null : visitKey);
    if (!next || (next.from === range.from && next.till === range.till)) return;
    setParams(
      (before) => {
        const otherParams = [...before].filter(([name]) => name !== 'von' && name !== 'bis' && name !== 'seite');
        return [['von', next.from], ['bis', next.till], ...otherParams];
      },
      { ...filterChange, replace: true, state: { visitKey } },
    );
  };
  return { range, isValid: invalidVisitKey !== visitKey && !rangeProblem(range.from, range.till), setRange, visitKey };
}
