import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addDays, germanDate, isDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { dateIncomplete, halfDate } from '../../web/ui/halfDate.ts';
import { rangeProblem, rangeSentences } from '../rules.ts';

/** Two calendar days `yyyy-mm-dd`, both included. In a filter's fields also '' or `halfDate`. */
export interface Range {
  from: string;
  till: string;
}

/** 'Vom 30.11.2026 bis 06.12.2026'. */
export function germanRange({ from, till }: Range): string {
  return `Vom ${germanDate(from)} bis ${germanDate(till)}`;
}

/** What is wrong with the two days of a filter, by its field; nothing where it can be searched with. */
export function typedMistakes({ from, till }: Range, required: boolean): Partial<Range> {
  const half = {
    ...(from === halfDate && { from: dateIncomplete }),
    ...(till === halfDate && { till: dateIncomplete }),
  };
  const missing = {
    ...(required && !from && { from: 'Bitte gib ein Startdatum ein' }),
    ...(required && !till && { till: 'Bitte gib ein Enddatum ein' }),
  };
  const problem = isDate(from) && isDate(till) ? rangeProblem(from, till) : null;
  return { ...half, ...missing, ...(problem && { till: rangeSentences[problem] }) };
}

/**
 * The range in the address (`?von=…&bis=…`); where a day is absent or no date, it is `back` days before today for the
 * beginning, `ahead` days after it for the end. A new range begins at its first page (`seite`).
 *
 * `isRight` is false while the days are in the wrong order, or what stands in the fields is no range (`setRange(null)`):
 * then no list answers to them. `place` names this visit of the page: it stays while `setRange` changes the address and
 * is another one after a link or a step back.
 */
export function useRange({ ahead = 0, back = 0 } = {}): {
  range: Range;
  isRight: boolean;
  setRange: (range: Range | null) => void;
  place: string;
} {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const today = useNow().date;
  const day = (name: string, otherwise: string) => {
    const value = params.get(name) ?? '';
    return isDate(value) ? value : otherwise;
  };
  const range = { from: day('von', addDays(today, -back)), till: day('bis', addDays(today, ahead)) };
  const { place } = { place: location.key, ...(location.state as { place?: string } | null) };
  const [openAt, setOpenAt] = useState<string | null>(null);
  const setRange = (next: Range | null) => {
    setOpenAt(next ? null : place);
    if (!next || (next.from === range.from && next.till === range.till)) return;
    setParams(
      (before) => {
        const others = [...before].filter(([name]) => name !== 'von' && name !== 'bis' && name !== 'seite');
        return [['von', next.from], ['bis', next.till], ...others];
      },
      { replace: true, preventScrollReset: true, state: { place } },
    );
  };
  return { range, isRight: openAt !== place && !rangeProblem(range.from, range.till), setRange, place };
}
