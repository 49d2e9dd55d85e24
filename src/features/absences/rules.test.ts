import { describe, expect, test } from 'vitest';
import {
  absenceErrors,
  toInterval,
  toDaysAndTimes,
  mailsWaitUntil,
  isTooLong,
  maySeePhone,
  undoDeadline,
  findUndoRefusal,
  type AbsenceForm,
} from './rules.ts';

const days = { fromDate: '2026-11-30', fromTime: '', tillDate: '2026-12-01', tillTime: '' };
const utc = (time: string) => new Date(`${time}:00Z`);
const plannedAt = utc('2026-11-30T10:00');

describe('the interval of an absence [14.1]', () => {
  test('without times is from the start of the first day to the end of the last day', () => {
    expect(toInterval(days)).toEqual({ startsAt: utc('2026-11-29T23:00'), endsAt: utc('2026-12-01T23:00') });
  });

  test('is shown without a time if it begins or ends at midnight', () => {
    const timesOf = (form: typeof days) =>
      toDaysAndTimes(toInterval(form) ?? { startsAt: new Date(0), endsAt: new Date(0) });
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

  test('has 23 or 25 hours on the days of clock changes, and is null if a clock change skips one of its times', () => {
    const hours = (date: string) => {
      const { startsAt, endsAt } = toInterval({ ...days, fromDate: date, tillDate: date }) ?? {
        startsAt: 0,
        endsAt: 0,
      };
      return (Number(endsAt) - Number(startsAt)) / 3_600_000;
    };
    expect([hours('2027-03-28'), hours('2027-10-31'), hours('2027-03-29')]).toEqual([23, 25, 24]);
    const night = { ...days, fromDate: '2027-03-28', tillDate: '2027-03-28' };
    expect(toInterval({ ...night, fromTime: '02:30' })).toBeNull();
    expect(toInterval({ ...night, tillTime: '02:30' })).toBeNull();
    expect(toInterval({ ...night, fromTime: '10:00', tillTime: '10:00' })).toBeNull();
  });

  test('has at most 366 days', () => {
    expect(isTooLong({ fromDate: '2027-01-01', tillDate: '2028-01-01' })).toBe(false);
    expect(isTooLong({ fromDate: '2027-01-01', tillDate: '2028-01-02' })).toBe(true);
  });
});

describe('the form of an absence [14.1]', () => {
  const form: AbsenceForm = { ...days, kind: 'illness' };
  const timeMissing = 'Bitte wähle eine Uhrzeit aus.';
  const timesInWrongOrder = 'Das Ende muss nach dem Beginn liegen';
  const oneDay = { tillDate: form.fromDate };

  test.each<[string, Partial<AbsenceForm>]>([
    ['without times', {}],
    ['of one day', oneDay],
    ['from a time to the end of the day', { ...oneDay, fromTime: '08:00' }],
    ['from the beginning of the day to a time', { ...oneDay, tillTime: '00:01' }],
    ['of one minute', { ...oneDay, fromTime: '08:00', tillTime: '08:01' }],
    ['whose last day ends at an earlier time than its first day begins', { fromTime: '12:00', tillTime: '08:00' }],
  ])('%s is accepted', (_, changes) => expect(absenceErrors({ ...form, ...changes })).toEqual([]));

  test.each<[string, Partial<AbsenceForm>, string, string]>([
    ['without a first day', { fromDate: '' }, 'fromDate', 'Bitte gib ein Startdatum ein'],
    ['without a last day', { tillDate: '' }, 'tillDate', 'Bitte gib ein Enddatum ein'],
    ['with days in the wrong order', { tillDate: '2026-11-29' }, 'tillDate', 'Der letzte Tag liegt vor dem ersten.'],
    ['with an invalid first time', { ...oneDay, fromTime: '25:00', tillTime: '08:00' }, 'fromTime', timeMissing],
    ['with an invalid last time', { ...oneDay, fromTime: '08:00', tillTime: '24:00' }, 'tillTime', timeMissing],
    [
      'with times in the wrong order',
      { ...oneDay, fromTime: '08:00', tillTime: '08:00' },
      'tillTime',
      timesInWrongOrder,
    ],
    ['that ends when its day begins', { ...oneDay, tillTime: '00:00' }, 'tillTime', timesInWrongOrder],
    ['without a reason', { kind: '' }, 'kind', 'Bitte wähle einen Grund aus.'],
  ])('%s is refused with an error at the field', (_, changes, path, message) =>
    expect(absenceErrors({ ...form, ...changes })).toEqual([{ path, message }]),
  );

  test('without days has no errors at its times', () => {
    const formWithoutDays = { ...form, fromDate: '', tillDate: '', fromTime: '08:00', tillTime: '08:00' };
    expect(absenceErrors(formWithoutDays).map(({ path }) => path)).toEqual(['fromDate', 'tillDate']);
  });
});

describe('undoing an absence [14.3]', () => {
  const facts = { plannedAt, endedBy: null, hasChanged: false };

  test('is possible until five minutes have passed', () => {
    expect(undoDeadline(plannedAt)).toEqual(utc('2026-11-30T10:05'));
    expect(findUndoRefusal(facts, utc('2026-11-30T10:05'))).toBeNull();
    expect(findUndoRefusal(facts, new Date(+utc('2026-11-30T10:05') + 1))).toBe('tooLate');
  });

  test('is refused as changed if something has changed or the absence has ended, even if it is also too late; undoing again succeeds', () => {
    const later = utc('2026-12-30T10:00');
    expect(findUndoRefusal({ ...facts, hasChanged: true }, later)).toBe('changed');
    expect(findUndoRefusal({ ...facts, endedBy: 'ended' }, plannedAt)).toBe('changed');
    expect(findUndoRefusal({ ...facts, endedBy: 'undone', hasChanged: true }, later)).toBe('done');
  });
});

test('the mails about an absence wait for five minutes, unless the appointment starts within the hour [14.3]', () => {
  expect(mailsWaitUntil(utc('2026-11-30T11:01'), plannedAt)).toEqual(utc('2026-11-30T10:05'));
  expect(mailsWaitUntil(utc('2026-11-30T11:00'), plannedAt)).toBeNull();
});

test('a coach sees the phone number of a participant only while nobody else has them, until a day after the absence [14.4]', () => {
  const facts = { handedTo: null, nextCoachId: null, isLongOver: false };
  expect(maySeePhone(facts, 1)).toBe(true);
  expect(maySeePhone({ ...facts, nextCoachId: 1 }, 1)).toBe(true);
  expect(maySeePhone({ ...facts, nextCoachId: 2 }, 1)).toBe(false);
  expect(maySeePhone({ ...facts, handedTo: 'Cleo Rat' }, 1)).toBe(false);
  expect(maySeePhone({ ...facts, isLongOver: true }, 1)).toBe(false);
});
