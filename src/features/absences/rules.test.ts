import { describe, expect, test } from 'vitest';
import { absenceInterval, absenceTimes, mailsWaitUntil, isTooLong, undoableUntil, whyNotUndo } from './rules.ts';

const days = { fromDate: '2026-11-30', fromTime: '', tillDate: '2026-12-01', tillTime: '' };
const utc = (time: string) => new Date(`${time}:00Z`);

describe('the interval of an absence [14.1]', () => {
  test('without times runs from the start of its first day to the end of its last', () => {
    expect(absenceInterval(days)).toEqual({ startsAt: utc('2026-11-29T23:00'), endsAt: utc('2026-12-01T23:00') });
  });

  test('turns midnight into no time and keeps other times', () => {
    const timesOf = (form: typeof days) =>
      absenceTimes(absenceInterval(form) ?? { startsAt: new Date(0), endsAt: new Date(0) });
    expect(timesOf(days)).toEqual({ ...days, fromTime: null, tillTime: null });
    expect(timesOf({ ...days, fromTime: '08:30', tillTime: '12:00' })).toEqual({
      ...days,
      fromTime: '08:30',
      tillTime: '12:00',
    });
    expect(timesOf({ ...days, fromTime: '00:00', tillTime: '00:00' })).toEqual({
      fromDate: '2026-11-30',
      fromTime: null,
      tillDate: '2026-11-30',
      tillTime: null,
    });
  });

  test('has 23 or 25 hours on the days of the clock changes, and accepts no time that they skip', () => {
    const hours = (date: string) => {
      const { startsAt, endsAt } = absenceInterval({ ...days, fromDate: date, tillDate: date }) ?? {
        startsAt: 0,
        endsAt: 0,
      };
      return (Number(endsAt) - Number(startsAt)) / 3_600_000;
    };
    expect([hours('2027-03-28'), hours('2027-10-31'), hours('2027-03-29')]).toEqual([23, 25, 24]);
    const night = { ...days, fromDate: '2027-03-28', tillDate: '2027-03-28' };
    expect(absenceInterval({ ...night, fromTime: '02:30' })).toBeNull();
    expect(absenceInterval({ ...night, tillTime: '02:30' })).toBeNull();
  });

  test('has at most 366 days', () => {
    expect(isTooLong({ fromDate: '2027-01-01', tillDate: '2028-01-01' })).toBe(false);
    expect(isTooLong({ fromDate: '2027-01-01', tillDate: '2028-01-02' })).toBe(true);
  });
});

describe('undoing an absence [14.3]', () => {
  const plannedAt = utc('2026-11-30T10:00');
  const facts = { plannedAt, endedBy: null, changed: false };

  test('is possible until five minutes have passed', () => {
    expect(undoableUntil(plannedAt)).toEqual(utc('2026-11-30T10:05'));
    expect(whyNotUndo(facts, utc('2026-11-30T10:05'))).toBeNull();
    expect(whyNotUndo(facts, new Date(+utc('2026-11-30T10:05') + 1))).toBe('tooLate');
  });

  test('is refused after a change rather than as too late, and after an end; undoing again succeeds', () => {
    const later = utc('2026-12-30T10:00');
    expect(whyNotUndo({ ...facts, changed: true }, later)).toBe('changed');
    expect(whyNotUndo({ ...facts, endedBy: 'ended' }, plannedAt)).toBe('changed');
    expect(whyNotUndo({ ...facts, endedBy: 'undone', changed: true }, later)).toBe('done');
  });

  test('makes mails wait for five minutes, except those about an appointment that starts within the hour', () => {
    expect(mailsWaitUntil(utc('2026-11-30T11:01'), plannedAt)).toEqual(utc('2026-11-30T10:05'));
    expect(mailsWaitUntil(utc('2026-11-30T11:00'), plannedAt)).toBeNull();
  });
});
