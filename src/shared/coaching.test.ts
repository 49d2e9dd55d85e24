import { expect, test } from 'vitest';
import { canCancel, cancellableUntil, formatDeadline } from './coaching.ts';

// In the night before this start, the clocks go back.
const startsAt = new Date('2026-10-26T09:00:00Z');
const booking = { startsAt, movedByStaff: false };
const movedBooking = { startsAt, movedByStaff: true };
const shift = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

test('a booking can be cancelled until exactly 48 hours before its start, even if the clocks change in between [4.8]', () => {
  const deadline = new Date('2026-10-24T09:00:00Z');
  expect(cancellableUntil(booking)).toEqual(deadline);
  expect([shift(deadline, -1), deadline, shift(deadline, 1)].map((now) => canCancel(booking, now))).toEqual([
    true,
    true,
    false,
  ]);
  expect(formatDeadline(booking)).toBe('bis Sa, 24.10.2026, 11:00 Uhr');
});

test('a booking that staff have moved can be cancelled until it begins [4.8]', () => {
  expect(cancellableUntil(movedBooking)).toEqual(startsAt);
  expect([shift(startsAt, -1), startsAt].map((now) => canCancel(movedBooking, now))).toEqual([true, false]);
  expect(formatDeadline(movedBooking)).toBe('bis zum Beginn');
});
