import { expect, test } from 'vitest';
import { rangeProblem } from './date-range.ts';

test('a range runs forward and spans ten years at most', () => {
  expect(rangeProblem('2026-11-30', '2026-11-30')).toBeNull();
  expect(rangeProblem('2026-11-30', '2026-11-29')).toBe('invalidRange');
  expect(rangeProblem('2026-11-30', '2036-11-30')).toBeNull();
  expect(rangeProblem('2026-11-30', '2036-12-02')).toBe('rangeTooLong');
});
