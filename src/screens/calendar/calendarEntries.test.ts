import { describe, expect, test } from 'vitest';
import type { Absence } from '../../features/absences/contract.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import {
  canMove,
  formatDays,
  daysOf,
  entriesOf,
  findNeighbour,
  stateOf,
  timesOf,
  type CalendarCoach,
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
const today = '2026-11-24';

describe('the state of an appointment in the calendar [7.17]', () => {
  test.each([
    ['free', {}],
    ['speed', { isSpeedcoaching: true }],
    ['reserved', { reserved: true }],
    ['booked', { status: 'G' }],
    ['ended', { status: 'G', date: '2026-11-23' }],
    ['missed', { status: 'V' }],
  ] as const)('is %s', (state, changes) => {
    expect(stateOf(appointment(changes), today)).toBe(state);
  });
});

test('an absence has an entry with its hours on each of its days, but not on the last day if it ends at 00:00 [7.17]', () => {
  const entries = entriesOf({ appointments: [], absences: [absence()] }, [coach(7, 'Ute Abel')], week, today);
  expect(entries.map(({ date, from, till }) => `${date} ${from} ${till}`)).toEqual([
    '2026-11-23 13:00 24:00',
    '2026-11-24 00:00 24:00',
    '2026-11-25 00:00 24:00',
  ]);
  expect(entries[0]).toMatchObject({ title: 'Urlaub', absencePeriod: 'Mo, 23.11.2026, 13:00 Uhr bis Mi, 25.11.2026' });
  const absenceUntilMidnight = absence({ tillTime: '00:00' });
  expect(
    entriesOf({ appointments: [], absences: [absenceUntilMidnight] }, [coach(7, 'Ute Abel')], week, today),
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
  const keys = entriesOf({ appointments, absences: [] }, [bo, ute], week, today).map(({ key }) => key);
  expect(keys).toEqual(['holiday-2026-11-24-7', 'row-4', 'row-2', 'row-1']);
  const ownEntries = entriesOf({ appointments: [appointment()], absences: [absence()] }, [coach(0, '')], week, today);
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
  const entries = entriesOf({ appointments, absences: [] }, coaches, week, today);
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
