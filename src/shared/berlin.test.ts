import { TZDateMini } from '@date-fns/tz';
import { expect, test } from 'vitest';
import { addDays, startOfDay, wallClock, zone } from './berlin.ts';

test('every day has a first instant, even in the years with double summer time', () => {
  const wrongDates: string[] = [];
  let previousStart = startOfDay('1899-12-31').getTime();
  for (let date = '1900-01-01'; date < '1951-01-01'; date = addDays(date, 1)) {
    const start = startOfDay(date).getTime();
    if (![23, 24, 25].includes((start - previousStart) / 3_600_000)) wrongDates.push(date);
    previousStart = start;
  }
  expect(wrongDates).toEqual([]);
  expect(startOfDay('1945-06-23').toISOString()).toBe('1945-06-22T21:00:00.000Z');
  expect(startOfDay('1916-10-01').toISOString()).toBe('1916-09-30T22:00:00.000Z');
});

test('the wall clock shows the time in Berlin at any instant, even around clock changes [2.6]', () => {
  const changes = ['2026-03-29T01:00Z', '2026-10-25T01:00Z', '1946-04-14T01:00Z', '2026-12-31T23:00Z'].map(Date.parse);
  const instantsAroundChanges = changes.flatMap((change) =>
    Array.from({ length: 400 }, (_, i) => change + (i - 200) * 7 * 60_000),
  );
  const instantsOverDecades = Array.from(
    { length: 3000 },
    (_, i) => Date.parse('1950-01-01T00:00Z') + i * 1_234_567_891,
  );
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  for (const time of [...instantsAroundChanges, ...instantsOverDecades]) {
    const local = new TZDateMini(time, zone);
    expect(wallClock(new Date(time))).toEqual({
      date: `${local.getFullYear()}-${twoDigits(local.getMonth() + 1)}-${twoDigits(local.getDate())}`,
      time: `${twoDigits(local.getHours())}:${twoDigits(local.getMinutes())}`,
    });
  }
});
