import { describe, expect, test } from 'vitest';
import { addDays } from '../../../shared/berlin.ts';
import { countEntries, toPlannedTimes, isTooLong, planErrors, type SeriesForm } from './rules.ts';

const form: SeriesForm = {
  type: 'Einzelcoaching',
  weekdays: [1],
  everyWeeks: 1,
  fromDate: '2027-02-01',
  tillDate: '2027-02-28',
  fromTime: '09:00',
  tillTime: '12:00',
  minutes: 45,
  breakMinutes: 15,
};
const daysOf = (changes: Partial<SeriesForm>) => [
  ...new Set(toPlannedTimes({ ...form, ...changes }).map(({ date }) => date)),
];

describe('the appointments of a weekly pattern [7.12]', () => {
  test('follow each other with breaks, up to the end of the daily time', () => {
    const timesOf = (changes: Partial<SeriesForm>) =>
      toPlannedTimes({ ...form, tillDate: '2027-02-01', ...changes }).map(
        (entry) => `${entry.fromTime}-${entry.tillTime}`,
      );
    expect(timesOf({})).toEqual(['09:00-09:45', '10:00-10:45', '11:00-11:45']);
    expect(timesOf({ breakMinutes: 0 })).toEqual(['09:00-09:45', '09:45-10:30', '10:30-11:15', '11:15-12:00']);
    expect(timesOf({ breakMinutes: 0, tillTime: '11:59' })).toHaveLength(3);
    expect(timesOf({ minutes: 180 })).toEqual(['09:00-12:00']);
    expect(timesOf({ fromTime: '23:00', tillTime: '23:59', minutes: 30, breakMinutes: 0 })).toEqual(['23:00-23:30']);
  });

  test('are on its weekdays, both ends of the range included', () => {
    expect(daysOf({ weekdays: [1, 7] })).toEqual([
      '2027-02-01',
      '2027-02-07',
      '2027-02-08',
      '2027-02-14',
      '2027-02-15',
      '2027-02-21',
      '2027-02-22',
      '2027-02-28',
    ]);
  });

  test('skip weeks, counted from the week of the first day, whatever weekday that is', () => {
    // 4 February is a Thursday, so the Monday of its week is before the range.
    expect(daysOf({ everyWeeks: 2, fromDate: '2027-02-04' })).toEqual(['2027-02-15']);
    expect(daysOf({ everyWeeks: 2, fromDate: '2027-02-04', weekdays: [1, 4] })).toEqual([
      '2027-02-04',
      '2027-02-15',
      '2027-02-18',
    ]);
    expect(daysOf({ everyWeeks: 4, tillDate: '2027-04-30' })).toEqual([
      '2027-02-01',
      '2027-03-01',
      '2027-03-29',
      '2027-04-26',
    ]);
    // 7 February is a Sunday, the last day of its week.
    expect(daysOf({ everyWeeks: 2, fromDate: '2027-02-07', weekdays: [7, 1] })).toEqual([
      '2027-02-07',
      '2027-02-15',
      '2027-02-21',
    ]);
  });

  test('continue across New Year', () => {
    const newYear = { fromDate: '2026-12-21', tillDate: '2027-01-18', everyWeeks: 2, weekdays: [5] };
    expect(daysOf(newYear)).toEqual(['2026-12-25', '2027-01-08']);
  });

  test('are counted correctly by countEntries', () => {
    for (const everyWeeks of [1, 2, 3, 4])
      for (const minutes of [15, 44, 45, 180, 181])
        for (const breakMinutes of [0, 7, 120]) {
          const plan = { ...form, weekdays: [2, 3, 6], everyWeeks, minutes, breakMinutes, tillDate: '2027-06-30' };
          expect(countEntries(plan)).toBe(toPlannedTimes(plan).length);
        }
    expect(countEntries({ ...form, minutes: 240, tillTime: '09:15' })).toBe(0);
  });
});

describe('the plan of a series [7.12]', () => {
  test.each<[string, Partial<SeriesForm>, string, string]>([
    ['no type', { type: '' }, 'type', 'Bitte wähle einen Typ aus.'],
    ['no weekday', { weekdays: [] }, 'weekdays', 'Bitte wähle mindestens einen Wochentag aus.'],
    ['zero weeks', { everyWeeks: 0 }, 'everyWeeks', 'Eine Serie geht jede bis jede vierte Woche.'],
    ['every fifth week', { everyWeeks: 5 }, 'everyWeeks', 'Eine Serie geht jede bis jede vierte Woche.'],
    ['no first day', { fromDate: '' }, 'fromDate', 'Bitte gib ein Startdatum ein'],
    ['no last day', { tillDate: '' }, 'tillDate', 'Bitte gib ein Enddatum ein'],
    ['days in the wrong order', { tillDate: '2027-01-31' }, 'tillDate', 'Das Enddatum muss nach dem Startdatum liegen'],
    ['no start', { fromTime: '' }, 'fromTime', 'Bitte wähle eine Uhrzeit aus.'],
    ['24:00 as the end', { tillTime: '24:00' }, 'tillTime', 'Bitte wähle eine Uhrzeit aus.'],
    ['seconds', { tillTime: '12:00:30' }, 'tillTime', 'Die Uhrzeit darf keine Sekunden haben.'],
    ['times in the wrong order', { tillTime: '09:00' }, 'tillTime', 'Das Ende muss nach dem Beginn liegen'],
    ['14 minutes', { minutes: 14 }, 'minutes', 'Ein Termin dauert 15 bis 240 Minuten.'],
    ['241 minutes', { minutes: 241 }, 'minutes', 'Ein Termin dauert 15 bis 240 Minuten.'],
    ['a negative break', { breakMinutes: -1 }, 'breakMinutes', 'Eine Pause dauert höchstens 120 Minuten.'],
    ['a break of 121 minutes', { breakMinutes: 121 }, 'breakMinutes', 'Eine Pause dauert höchstens 120 Minuten.'],
    [
      'no day in the range on its weekdays',
      { weekdays: [3], tillDate: '2027-02-02' },
      'weekdays',
      'An diesen Wochentagen liegt kein Tag im Zeitraum.',
    ],
    ['less time than an appointment', { minutes: 181 }, 'tillTime', 'In diese Zeit passt kein Termin dieser Länge.'],
  ])('with %s is refused with an error at the field', (_, changes, path, message) => {
    expect(planErrors({ ...form, ...changes })).toEqual([{ path, message }]);
  });

  test('with 366 days is accepted, and with 367 is too long', () => {
    const tillDate = addDays(form.fromDate, 365);
    expect(isTooLong({ ...form, tillDate })).toBe(false);
    expect(isTooLong({ ...form, tillDate: addDays(tillDate, 1) })).toBe(true);
    expect(planErrors({ ...form, minutes: 240, tillDate: addDays(tillDate, 1) })).toEqual([]);
    for (const minutes of [15, 180]) expect(planErrors({ ...form, minutes })).toEqual([]);
  });
});
