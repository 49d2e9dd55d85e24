import { expect, test } from 'vitest';
import { neighbourRange } from './neighbour-range.ts';

test('the range before or after another one is as long, also across the change of clocks', () => {
  const week = { from: '2026-10-19', till: '2026-10-25' };
  expect(neighbourRange(week, 1)).toEqual({ from: '2026-10-26', till: '2026-11-01' });
  expect(neighbourRange(week, -1)).toEqual({ from: '2026-10-12', till: '2026-10-18' });
  const day = { from: '2026-11-30', till: '2026-11-30' };
  expect(neighbourRange(day, -1)).toEqual({ from: '2026-11-29', till: '2026-11-29' });
  expect(neighbourRange(day, 1)).toEqual({ from: '2026-12-01', till: '2026-12-01' });
});

test('near the first and the last year there is none', () => {
  expect(neighbourRange({ from: '0001-01-01', till: '0001-01-07' }, -1)).toBeNull();
  expect(neighbourRange({ from: '9999-12-01', till: '9999-12-31' }, 1)).toBeNull();
});

test('the range before or after a whole month is a whole month', () => {
  const [january, february] = [
    { from: '2028-01-01', till: '2028-01-31' },
    { from: '2028-02-01', till: '2028-02-29' },
  ];
  expect(neighbourRange(january, 1)).toEqual(february);
  expect(neighbourRange(february, -1)).toEqual(january);
  expect(neighbourRange({ from: '2026-12-01', till: '2026-12-31' }, 1)).toEqual({
    from: '2027-01-01',
    till: '2027-01-31',
  });
  expect(neighbourRange({ from: '2028-02-01', till: '2028-02-28' }, 1)).toEqual({
    from: '2028-02-29',
    till: '2028-03-27',
  });
});
