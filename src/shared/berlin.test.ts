import { TZDateMini } from '@date-fns/tz';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dateOf,
  dayAndSlot,
  daysBetween,
  germanDate,
  germanDay,
  germanDayBriefly,
  germanPeriod,
  germanInterval,
  germanMoment,
  germanSlot,
  instantOf,
  instantsOfDays,
  isDate,
  isoWeekday,
  isTime,
  minutesOf,
  mondayOf,
  startOfDay,
  timeOf,
  wallClock,
  weekday,
  zone,
} from './berlin.ts';

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

describe('a date', () => {
  test.each(['2026-11-30', '1900-01-01', '2199-12-31', '2028-02-29'])('%s is one', (text) =>
    expect(isDate(text)).toBe(true),
  );

  test.each([
    '',
    '2026-02-29',
    '2100-02-29',
    '2026-11-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1899-12-31',
    '2200-01-01',
    '2026-1-1',
    '30.11.2026',
    '2026-11-30T10:00:00Z',
    '+2026-11-30',
    '2026-11-30\n',
  ])('%j is none', (text) => expect(isDate(text)).toBe(false));

  test('is counted on and back, over months, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2);
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
    expect(daysBetween('2026-03-28', '2026-03-28')).toBe(0);
  });

  test('has a weekday from 1 (Monday) to 7 (Sunday), a German name, and the Monday of its week', () => {
    const week = Array.from({ length: 7 }, (_, day) => addDays('2026-11-30', day));
    expect(week.map(isoWeekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(week.map(weekday).join(' ')).toBe('Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag');
    expect(new Set(week.map(mondayOf))).toEqual(new Set(['2026-11-30']));
  });
});

describe('a time of day [2.6]', () => {
  test('is in whole minutes, with or without seconds', () => {
    expect(['00:00', '09:05', '19:59', '23:59', '23:59:00'].map(isTime)).toEqual(Array(5).fill(true));
    const invalidTimes = ['', '9:05', '24:00', '29:00', '12:60', '12:30:01', '12:30:0', '12:30:00x', 'x12:30', '1230'];
    expect(invalidTimes.map(isTime)).toEqual(invalidTimes.map(() => false));
  });

  test('can be counted in minutes since midnight', () => {
    expect(['00:00', '09:05', '23:59', '10:30:00'].map(minutesOf)).toEqual([0, 545, 1439, 630]);
    expect(minutesOf('24:00')).toBeNaN();
    expect([0, 545, 1439].map(timeOf)).toEqual(['00:00', '09:05', '23:59']);
  });
});

describe('the instant of a date and a time in Berlin [2.6]', () => {
  test.each([
    ['2026-11-30', '09:00', '2026-11-30T08:00:00.000Z'],
    ['2026-07-01', '09:00:00', '2026-07-01T07:00:00.000Z'],
    ['2026-07-01', '00:30', '2026-06-30T22:30:00.000Z'],
    ['2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['1945-06-01', '12:00', '1945-06-01T09:00:00.000Z'],
  ])('%s %s is %s', (date, time, instant) => expect(instantOf(date, time)?.toISOString()).toBe(instant));

  test('is null for the hour that the clocks skip in spring and for the hour that they repeat in autumn', () => {
    expect(['02:00', '02:30', '02:59'].map((time) => instantOf('2026-03-29', time))).toEqual([null, null, null]);
    expect(['02:00', '02:30', '02:59'].map((time) => instantOf('2026-10-25', time))).toEqual([null, null, null]);
  });

  test('is midnight for the beginning of a day and of the day after it', () => {
    const day = (from: string, till: string) => ({ from: new Date(from), till: new Date(till) });
    expect(instantsOfDays('2026-03-29')).toEqual(day('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'));
    expect(instantsOfDays('2026-11-30', '2026-12-01')).toEqual(day('2026-11-29T23:00:00Z', '2026-12-01T23:00:00Z'));
  });
});

test('dates, times and intervals are written in German, in Berlin time', () => {
  const startsAt = new Date('2026-11-29T23:05:00Z');
  const slot = dayAndSlot({ startsAt, endsAt: new Date('2026-11-29T23:50:00Z') });
  expect(slot).toEqual({ date: '2026-11-30', timeSlot: '00:05 - 00:50' });
  expect(germanSlot(slot)).toBe('Mo, 30.11.2026, 00:05 bis 00:50 Uhr');
  expect(germanInterval({ date: '2026-12-01', start: '10:00:00', end: '10:45:00' })).toBe(
    'Di, 01.12.2026, 10:00 bis 10:45 Uhr',
  );
  expect(germanMoment(startsAt)).toBe('Mo, 30.11.2026, 00:05 Uhr');
  expect(dateOf(startsAt)).toBe('2026-11-30');
  expect(germanDay('2026-12-06')).toBe('So, 06.12.2026');
  expect(germanDayBriefly('2026-12-06', '2026-01-01')).toBe('So, 06.12.');
  expect(germanDayBriefly('2027-01-01', '2026-12-31')).toBe('Fr, 01.01.2027');
  expect(['2026-12-06', 'x2026-12-06', '2026-12-06x', ''].map(germanDate)).toEqual([
    '06.12.2026',
    'x2026-12-06',
    '2026-12-06x',
    '',
  ]);
});

test('a period of one day is written as that day', () => {
  expect(germanPeriod('2026-11-01', '2026-11-30')).toBe('01.11.2026 bis 30.11.2026');
  expect(germanPeriod('2026-11-30', '2026-11-30')).toBe('30.11.2026');
});
