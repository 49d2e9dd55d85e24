import { expect, test } from 'vitest';
import { toAvailability, findFullMonths, median, toRatingMeans, toTopicCounts } from './rules.ts';

test('a day without a free Einzelcoaching counts as the longest wait in the median and in the shares [16.2]', () => {
  const days = [3, 20, null, 30].map((daysUntil, n) => ({ date: `2026-05-0${n + 1}`, daysUntil }));
  expect(toAvailability(days)).toEqual({ counted: 4, daysUntil: 25, within14: 0.25, within28: 0.5, days });
  const allNull = { daysUntil: null, within14: null, within28: null };
  expect(toAvailability([])).toEqual({ counted: 0, ...allNull, days: [] });
  const noFreeDays = [{ date: '2026-05-01', daysUntil: null }];
  expect(toAvailability(noFreeDays)).toMatchObject({ daysUntil: null, within14: 0, within28: 0 });
});

test('the median is the middle value, or the mean of the two middle values', () => {
  expect([[], [7], [9, 1, 5], [1, 9, 3, 5]].map(median)).toEqual([null, 7, 5, 4]);
});

test.each([
  ['2026-03-01', '2026-04-30', '2026-11-22', '2026-03-01', '2026-05-01'],
  ['2026-03-02', '2026-04-30', '2026-11-22', '2026-04-01', '2026-05-01'],
  ['2026-03-01', '2026-04-29', '2026-11-22', '2026-03-01', '2026-04-01'],
  ['2026-10-01', '2026-12-31', '2026-11-22', '2026-10-01', '2026-11-01'],
  ['2025-11-30', '2026-01-31', '2026-11-22', '2025-12-01', '2026-02-01'],
])(
  'the full months from %s to %s that are over on %s begin on %s and end before %s [16.7]',
  (from, till, today, ...months) => {
    expect(findFullMonths(from, till, today)).toEqual({ firstDay: months[0], dayAfterLast: months[1] });
  },
);

test('a month counts only if it lies in the range completely and is over [16.7]', () => {
  expect(findFullMonths('2026-03-02', '2026-03-31', '2026-11-22')).toBeNull();
  expect(findFullMonths('2026-11-01', '2026-11-30', '2026-11-22')).toBeNull();
});

test('ratings by four people show nothing, ratings by five people show their means and topics [16.7]', () => {
  const stars = [25, 25, 20, 15, 10, 5];
  const smallCell = { ratings: 9, people: 4, stars: [9, 9, 9, 9, 9, 9] };
  expect(toRatingMeans([smallCell])).toMatchObject({ ratings: 0, mean: null });
  const { ratings, mean, means } = toRatingMeans([smallCell, { ratings: 5, people: 5, stars }]);
  expect(ratings).toBe(5);
  expect(means.map((row) => row.mean)).toEqual([5, 5, 4, 3, 2, 1]);
  expect(mean).toBeCloseTo(20 / 6);
  const topics = toTopicCounts([
    { topic: 'Probegespräch', count: 5, people: 5 },
    { topic: 'Probegespräch', count: 4, people: 4 },
    { topic: 'Einstellungstest', count: 9, people: 4 },
    { topic: 'Meine Nachbarin Frau K.', count: 9, people: 9 },
  ]);
  expect(topics[0]).toEqual({ topic: 'Probegespräch', count: 5 });
  expect(topics.slice(1).every(({ count }) => count === null)).toBe(true);
});
