import { describe, expect, test } from 'vitest';
import { dueDayOf, isDueSoon } from './rules.ts';

describe('a request for erasure [13.5]', () => {
  test.each([
    ['2026-01-15T12:00:00Z', '2026-02-15'],
    ['2026-01-31T12:00:00Z', '2026-02-28'],
    ['2028-01-30T12:00:00Z', '2028-02-29'],
    ['2026-12-31T12:00:00Z', '2027-01-31'],
    ['2026-08-31T12:00:00Z', '2026-09-30'],
    // In Berlin, this instant is already on March 31.
    ['2026-03-30T23:30:00Z', '2026-04-30'],
  ])('made at %s is due on %s, a month later or on the last day of that month', (requestedAt, due) =>
    expect(dueDayOf(new Date(requestedAt))).toBe(due),
  );

  test('is due soon in the week before its last day, and afterwards [13.7]', () => {
    expect(['2026-11-22', '2026-11-23', '2026-12-01'].map((today) => isDueSoon('2026-11-30', today))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
