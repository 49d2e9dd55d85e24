import { expect, test } from 'vitest';
import { rangeProblem } from './date-range.ts';

test('a range of days must not end before it begins, and is at most ten years long', () => {
  expect(rangeProblem('2026-11-30', '2026-11-30')).toBeNull();
  expect(rangeProblem('2026-11-30', '2026-11-29')).toBe('invalidRange');
  expect(rangeProblem('2026-11-30', '2036-11-30')).toBeNull();
  expect(rangeProblem('2026-11-30', '2036-12-02')).toBe('rangeTooLong');
});
