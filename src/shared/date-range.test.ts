import { expect, test } from 'vitest';
import { lastMonthOf, rangeErrors, rangeMessages, rangeProblem } from './date-range.ts';

test('a range of days must not end before it begins, and is at most ten years long', () => {
  expect(rangeProblem('2026-11-30', '2026-11-30')).toBeNull();
  expect(rangeProblem('2026-11-30', '2026-11-29')).toBe('invalidRange');
  expect(rangeProblem('2026-11-30', '2036-11-30')).toBeNull();
  expect(rangeProblem('2026-11-30', '2036-12-02')).toBe('rangeTooLong');
});

test('a form has an error at its last day if the days are in the wrong order; a range that is too long is refused by the call', () => {
  const [fromDate, nextDay] = ['2026-11-30', '2026-12-01'];
  expect(rangeErrors({ fromDate, tillDate: nextDay })).toEqual([]);
  expect(rangeErrors({ fromDate, tillDate: '2037-01-01' })).toEqual([]);
  expect(rangeErrors({ fromDate: nextDay, tillDate: fromDate })).toEqual([
    { path: 'tillDate', message: 'Das Enddatum muss nach dem Startdatum liegen' },
  ]);
  expect(rangeMessages.rangeTooLong).toBe('Der Zeitraum darf höchstens 10 Jahre lang sein.');
});

test('the last month has all its days, also in leap years and before January', () => {
  expect(lastMonthOf('2028-03-31')).toEqual({ from: '2028-02-01', till: '2028-02-29' });
  expect(lastMonthOf('2027-01-01')).toEqual({ from: '2026-12-01', till: '2026-12-31' });
});
