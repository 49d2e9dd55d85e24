import { describe, expect, test } from 'vitest';
import { toRates, toUtilisation, type CoachingCounts } from './utilisation.rules.ts';

const createRow = (
  coachId: number,
  weekday: number,
  hour: number,
  changes: Partial<CoachingCounts>,
): CoachingCounts => ({
  coachId,
  weekday,
  hour,
  free: 0,
  booked: 0,
  missed: 0,
  cancelled: 0,
  cancelledLate: 0,
  cancelledByCoach: 0,
  moved: 0,
  ...changes,
});
const names = new Map([
  [1, 'Zoe'],
  [2, 'Özil'],
  [3, 'Abel'],
  [4, 'Abel'],
]);

describe('the utilisation [16.3]', () => {
  const { total, coaches, hours } = toUtilisation(
    [
      createRow(1, 2, 9, { free: 1, booked: 2, missed: 1 }),
      createRow(1, 1, 10, { free: 2, booked: 2 }),
      createRow(2, 1, 10, { booked: 1 }),
      createRow(4, 1, 9, { free: 1, booked: 1 }),
      createRow(3, 1, 9, { free: 1, missed: 1 }),
      createRow(5, 7, 23, { cancelled: 4, cancelledLate: 1, moved: 2 }),
    ],
    names,
  );

  test('in total is booked and missed by offered coachings', () => {
    expect(total).toEqual({ count: 8, of: 13, share: 8 / 13 });
    expect(toUtilisation([], names)).toEqual({ total: { count: 0, of: 0, share: null }, coaches: [], hours: [] });
  });

  test('of coaches is ordered by share, then by name, and leaves out coaches who offered nothing', () =>
    expect(coaches).toEqual([
      { coachId: 2, coach: 'Özil', offered: 1, booked: 1, share: 1 },
      { coachId: 1, coach: 'Zoe', offered: 8, booked: 5, share: 0.625 },
      { coachId: 3, coach: 'Abel', offered: 2, booked: 1, share: 0.5 },
      { coachId: 4, coach: 'Abel', offered: 2, booked: 1, share: 0.5 },
    ]));

  test('of a deleted coach has no name', () =>
    expect(toUtilisation([createRow(9, 1, 9, { free: 1 })], names).coaches).toEqual([
      { coachId: 9, coach: '', offered: 1, booked: 0, share: 0 },
    ]));

  test('of the hours is in the order of the week', () =>
    expect(hours).toEqual([
      { weekday: 1, hour: 9, offered: 4, booked: 2, share: 0.5 },
      { weekday: 1, hour: 10, offered: 5, booked: 3, share: 0.6 },
      { weekday: 2, hour: 9, offered: 4, booked: 3, share: 0.75 },
    ]));
});

test('missed, late cancelled and moved bookings are shares of all bookings that could have been so [16.4]', () => {
  const counts = { free: 50, booked: 6, missed: 2, cancelled: 3, cancelledLate: 1, cancelledByCoach: 2, moved: 4 };
  expect(toRates([createRow(1, 1, 9, counts), createRow(2, 1, 9, { booked: 2 })])).toEqual({
    missed: { count: 2, of: 10, share: 0.2 },
    lateCancellations: { count: 1, of: 13, share: 1 / 13 },
    byCoach: { count: 2, of: 13, share: 2 / 13 },
    reschedules: { count: 4, of: 17, share: 4 / 17 },
  });
});
