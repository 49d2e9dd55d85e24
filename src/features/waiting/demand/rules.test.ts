import { expect, test } from 'vitest';
import { fitsEntry } from './rules.ts';

// The 2 December 2026 is a Wednesday.
const slot = { coachId: 7, date: '2026-12-02', timeSlot: '10:00 - 10:45' };
const anything = {
  coachId: null,
  fromDate: '2026-12-02',
  tillDate: '2026-12-02',
  weekdays: null,
  fromTime: null,
  tillTime: null,
};

test('an appointment fits an entry if it lies wholly within its days, weekdays and times, with its coach [12.2]', () => {
  expect(fitsEntry(slot, anything)).toBe(true);
  expect(fitsEntry(slot, { ...anything, coachId: 7, weekdays: [1, 3], fromTime: '10:00', tillTime: '10:45' })).toBe(
    true,
  );
});

test.each([
  ['another coach', { coachId: 8 }],
  ['a later first day', { fromDate: '2026-12-03' }],
  ['an earlier last day', { tillDate: '2026-12-01' }],
  ['other weekdays', { weekdays: [2, 4] }],
  ['a later time', { fromTime: '10:15' }],
  ['an earlier end', { tillTime: '10:30' }],
])('an appointment does not fit an entry with %s [12.2]', (_, changes) => {
  expect(fitsEntry(slot, { ...anything, ...changes })).toBe(false);
});

test('an appointment that goes on past midnight fits no entry [12.2]', () => {
  expect(fitsEntry({ ...slot, timeSlot: '23:30 - 00:15' }, anything)).toBe(false);
});
