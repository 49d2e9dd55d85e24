import { describe, expect, test } from 'vitest';
import type { Absence } from '../../features/absences/contract.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import {
  canMove,
  daysOf,
  daysWithColumns,
  entriesOf,
  findNeighbour,
  formatDays,
  lastChange,
  stateOf,
  timesOf,
  type CalendarCoach,
  withoutPastDays,
} from './calendarEntries.ts';

const appointment = (changes: Partial<OverviewRow> = {}): OverviewRow => ({
  id: 1,
  date: '2026-11-24',
  timeSlot: '09:00 - 09:45',
  status: 'F',
  isSpeedcoaching: false,
  participantFullName: '',
  participantPhoneNumber: '',
  participantEmail: '',
  participantLocation: '',
  participantQualification: '',
  coachId: 7,
  coachFullName: 'Ute Abel',
  takeBackUntil: null,
  attended: false,
  heldUntil: null,
  reserved: false,
  participantId: null,
  href: null,
  note: '',
  ...changes,
});
const absence = (changes: Partial<Absence> = {}): Absence => ({
  absenceId: 3,
  coachId: 7,
  coach: 'Ute Abel',
  fromDate: '2026-11-23',
  fromTime: '13:00',
  tillDate: '2026-11-25',
  tillTime: null,
  kind: 'vacation',
  undoUntil: null,
  ...changes,
});
const coach = (id: number, name: string, holidays: [string, string][] = []): CalendarCoach => ({
  id,
  name,
  holidays: new Map(holidays),
});
const week = daysOf('2026-11-23', 7);
/** A Tuesday. */
const today = '2026-11-24';
const morning = { date: today, time: '07:00' };

describe('the state of an appointment in the calendar [7.17]', () => {
  test.each([
    ['free', {}],
    ['speed', { isSpeedcoaching: true }],
    ['reserved', { reserved: true }],
    ['booked', { status: 'G' }],
    ['ended', { status: 'G', date: '2026-11-23' }],
    ['missed', { status: 'V' }],
  ] as const)('is %s', (state, changes) => {
    expect(stateOf(appointment(changes), morning)).toBe(state);
  });

  test('is ended once a Speedcoaching is over, which then has its kind as title', () => {
    const speedcoaching = appointment({ isSpeedcoaching: true });
    expect(stateOf(speedcoaching, { date: today, time: '09:44' })).toBe('speed');
    const atEnd = { date: today, time: '09:45' };
    expect(stateOf(speedcoaching, atEnd)).toBe('ended');
    const calendar = { appointments: [speedcoaching], absences: [] };
    expect(entriesOf(calendar, [coach(7, 'Ute Abel')], week, atEnd)).toMatchObject([{ title: 'Speedcoaching' }]);
  });

  test('is unused once a free appointment has begun, but a booked one stays booked until its day is over', () => {
    const atStart = { date: today, time: '09:00' };
    expect(stateOf(appointment(), atStart)).toBe('unused');
    expect(stateOf(appointment({ reserved: true }), atStart)).toBe('unused');
    expect(stateOf(appointment(), { date: today, time: '08:59' })).toBe('free');
    expect(stateOf(appointment({ status: 'G' }), { date: today, time: '23:59' })).toBe('booked');
  });
});

test('an appointment looks over when it has ended, and a free one when it has begun [7.17]', () => {
  const isOverAt = (time: string, changes: Partial<OverviewRow> = {}) =>
    entriesOf({ appointments: [appointment(changes)], absences: [] }, [coach(7, 'Ute Abel')], week, {
      date: today,
      time,
    }).map(({ isOver }) => isOver);
  expect([isOverAt('08:59'), isOverAt('09:00')]).toEqual([[false], [true]]);
  const booked = { status: 'G' } as const;
  expect([isOverAt('09:44', booked), isOverAt('09:45', booked)]).toEqual([[false], [true]]);
  expect(isOverAt('09:00', { isSpeedcoaching: true })).toEqual([false]);
});

test('the entries change when an appointment begins or ends, and not in between [7.17]', () => {
  const appointments = [
    appointment({ timeSlot: '09:00 - 09:45' }),
    appointment({ timeSlot: '10:00 - 10:45' }),
    appointment({ date: '2026-11-25', timeSlot: '09:30 - 10:15' }),
  ];
  const changeBefore = (time: string) => lastChange(appointments, { date: today, time });
  expect(changeBefore('09:44')).toEqual({ date: today, time: '09:00' });
  expect(changeBefore('09:45')).toEqual({ date: today, time: '09:45' });
  expect(changeBefore('08:00')).toEqual({ date: today, time: '00:00' });
});

describe('the weekend in the calendar’s week [7.16]', () => {
  const [friday, saturday, sunday] = ['2026-11-27', '2026-11-28', '2026-11-29'];
  const columnCount = (
    data: { appointments?: OverviewRow[]; absences?: Absence[] },
    now = today,
    holidays: [string, string][] = [],
  ) => {
    const rows = { appointments: data.appointments ?? [], absences: data.absences ?? [] };
    const entries = entriesOf(rows, [coach(7, 'Ute Abel', holidays)], week, morning);
    return daysWithColumns(week, entries, now).length;
  };

  test('has no columns if nothing lies on it', () => {
    expect(columnCount({ appointments: [appointment({ date: friday })] })).toBe(5);
    expect(columnCount({}, today, [[sunday, '1. Advent']])).toBe(5);
  });
  test('has columns with an appointment, and if today is part of it', () => {
    expect(columnCount({ appointments: [appointment({ date: sunday })] })).toBe(7);
    expect(columnCount({}, saturday)).toBe(7);
  });
  test('has columns with an absence of its own, but not with one that goes on from Friday', () => {
    const from = (fromDate: string) => absence({ fromDate, fromTime: null, tillDate: sunday, tillTime: null });
    expect(columnCount({ absences: [from(saturday)] })).toBe(7);
    expect(columnCount({ absences: [from(friday)] })).toBe(5);
  });
});

test('an absence has an entry with its hours on each of its days, but not on the last day if it ends at 00:00 [7.17]', () => {
  const entries = entriesOf({ appointments: [], absences: [absence()] }, [coach(7, 'Ute Abel')], week, morning);
  expect(entries.map(({ date, from, till }) => `${date} ${from} ${till}`)).toEqual([
    '2026-11-23 13:00 24:00',
    '2026-11-24 00:00 24:00',
    '2026-11-25 00:00 24:00',
  ]);
  expect(entries[0]).toMatchObject({ title: 'Urlaub', absencePeriod: 'Mo, 23.11.2026, 13:00 Uhr bis Mi, 25.11.2026' });
  const absenceUntilMidnight = absence({ tillTime: '00:00' });
  expect(
    entriesOf({ appointments: [], absences: [absenceUntilMidnight] }, [coach(7, 'Ute Abel')], week, morning),
  ).toHaveLength(2);
});

test('the calendar shows the chosen coaches’ entries by day, time and coach, and a coach’s own calendar shows all entries [7.16]', () => {
  const appointments = [
    appointment({ id: 1 }),
    appointment({ id: 2, coachId: 9 }),
    appointment({ id: 3, coachId: 8 }),
    appointment({ id: 4, timeSlot: '08:00 - 08:45' }),
  ];
  const [bo, ute] = [coach(9, 'Bo'), coach(7, 'Ute Abel', [['2026-11-24', 'Feiertag']])];
  const keys = entriesOf({ appointments, absences: [] }, [bo, ute], week, morning).map(({ key }) => key);
  expect(keys).toEqual(['holiday-2026-11-24-7', 'row-4', 'row-2', 'row-1']);
  const ownEntries = entriesOf({ appointments: [appointment()], absences: [absence()] }, [coach(0, '')], week, morning);
  expect(ownEntries.map(({ coachId }) => coachId)).toEqual([0, 0, 0, 0]);
});

test('an appointment that has begun or was missed cannot be dragged [7.17]', () => {
  const now = { date: today, time: '09:00' };
  expect(canMove(appointment({ timeSlot: '09:01 - 09:46' }), now)).toBe(true);
  expect(canMove(appointment(), now)).toBe(false);
  expect(canMove(appointment({ date: '2026-11-25', status: 'V' }), now)).toBe(false);
});

test('the calendar writes its days and times in German [7.16]', () => {
  expect(formatDays(['2026-11-30'])).toBe('Mo, 30.11.2026');
  expect(formatDays(daysOf('2026-11-30', 7))).toBe('Mo, 30.11. bis So, 06.12.2026');
  expect(timesOf({ from: '00:00', till: '24:00' })).toBe('ganztägig');
  expect(timesOf({ from: '13:00', till: '24:00' })).toBe('13:00 bis 24:00 Uhr');
});

test('arrow keys move the focus within a column, and to the closest entry in the next column with entries [7.17]', () => {
  const appointments = [
    appointment({ id: 1, timeSlot: '09:00 - 09:45' }),
    appointment({ id: 2, timeSlot: '14:00 - 14:45' }),
    appointment({ id: 3, timeSlot: '13:00 - 13:45', coachId: 9 }),
    appointment({ id: 4, date: '2026-11-27', timeSlot: '10:00 - 10:45' }),
  ];
  const coaches = [coach(9, 'Bo'), coach(7, 'Ute Abel')];
  const entries = entriesOf({ appointments, absences: [] }, coaches, week, morning);
  const neighbourOf = (id: number, key: Parameters<typeof findNeighbour>[3]) =>
    findNeighbour(entries, coaches, `row-${id}`, key);
  expect([
    neighbourOf(1, 'ArrowDown'),
    neighbourOf(2, 'ArrowUp'),
    neighbourOf(1, 'ArrowUp'),
    neighbourOf(2, 'ArrowDown'),
  ]).toEqual(['row-2', 'row-1', null, null]);
  expect([
    neighbourOf(3, 'ArrowRight'),
    neighbourOf(1, 'ArrowLeft'),
    neighbourOf(2, 'ArrowRight'),
    neighbourOf(3, 'ArrowLeft'),
  ]).toEqual(['row-2', 'row-3', 'row-4', null]);
});

test('the list begins with today, in a week that is over with its first day [7.16]', () => {
  const days = ['2027-03-01', '2027-03-03', '2027-03-05'];
  expect(withoutPastDays(days, '2027-02-28')).toEqual(days);
  expect(withoutPastDays(days, '2027-03-02')).toEqual(days.slice(1));
  expect(withoutPastDays(days, '2027-03-05')).toEqual(days.slice(2));
  expect(withoutPastDays(days, '2027-03-06')).toEqual(days);
});
