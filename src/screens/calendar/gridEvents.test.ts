import { expect, test } from 'vitest';
import type { Entry } from './calendarEntries.ts';
import {
  eventsOf,
  firstMinuteToSee,
  hoursOf,
  offsetAt,
  parseSelectedRange,
  rangeAfterClick,
  rangeAfterDrag,
} from './gridEvents.ts';

const entry = (changes: Partial<Entry> = {}): Entry => ({
  key: 'row-1',
  coachId: 7,
  coach: 'Ute Abel',
  date: '2027-03-28',
  from: '09:00',
  till: '09:45',
  state: 'free',
  isOver: false,
  isMovable: true,
  title: '',
  appointment: {} as Entry['appointment'],
  absencePeriod: '',
  ...changes,
});

test('the calendar library gets Berlin wall-clock times without a zone, and events of at least a quarter of an hour [7.16]', () => {
  const [event] = eventsOf([entry()]);
  expect(event).toMatchObject({ start: '2027-03-28T09:00', end: '2027-03-28T09:45', startEditable: true });
  // In the hour that is repeated in autumn an appointment can seem to end before it begins.
  const [eventInRepeatedHour] = eventsOf([entry({ from: '02:30', till: '02:15', isMovable: false })]);
  expect(eventInRepeatedHour).toMatchObject({
    start: '2027-03-28T02:30',
    end: '2027-03-28T02:45',
    startEditable: false,
  });
});

test('an absence is shown above the hours, and its hours are shaded until midnight [7.17]', () => {
  const absence = entry({ state: 'absence', appointment: null, from: '13:00', till: '24:00' });
  expect(eventsOf([absence])).toMatchObject([
    { allDay: true, start: '2027-03-28', end: '2027-03-29', editable: false },
    { display: 'background', start: '2027-03-28T13:00', end: '2027-03-29T00:00' },
  ]);
});

test('a dragged appointment keeps its length on another day and across a clock change, and cannot be dragged past midnight [7.17]', () => {
  const secondsPerDay = 86_400;
  expect(rangeAfterDrag(entry(), secondsPerDay + 1800, 9)).toEqual({
    coachId: 9,
    date: '2027-03-29',
    from: '09:30',
    till: '10:15',
  });
  expect(rangeAfterDrag(entry(), -secondsPerDay - 9 * 3600, 7)).toMatchObject({
    date: '2027-03-27',
    from: '00:00',
    till: '00:45',
  });
  expect(rangeAfterDrag(entry(), 14.5 * 3600, 7)).toBeNull();
});

test('a selection must be within a single day [7.17]', () => {
  const selectUntil = (till: string) => parseSelectedRange('2027-03-28T09:00:00', till, 7);
  expect(selectUntil('2027-03-28T09:45:00')).toEqual({ coachId: 7, date: '2027-03-28', from: '09:00', till: '09:45' });
  expect(selectUntil('2027-03-29T00:00:00')).toBeNull();
});

test('a click proposes the usual 45 minutes from the clicked half-hour, before midnight [7.17]', () => {
  const click = (time: string) => rangeAfterClick(`2027-03-28T${time}:00`, 7);
  expect(click('09:00')).toEqual({ coachId: 7, date: '2027-03-28', from: '09:00', till: '09:45' });
  expect(click('09:45')).toMatchObject({ from: '09:30', till: '10:15' });
  expect(click('23:00')).toMatchObject({ from: '23:00', till: '23:45' });
  expect(click('23:30')).toBeNull();
});

test('the line at the current time has Berlin’s offset from UTC in winter and in summer [7.16]', () => {
  expect(offsetAt(new Date('2027-01-15T12:34:56Z'))).toBe('+01:00');
  expect(offsetAt(new Date('2027-07-15T12:34:56Z'))).toBe('+02:00');
});

test('the calendar shows the hours from 8 to 18, and more if an appointment lies outside [7.16]', () => {
  expect(hoursOf([])).toEqual({ from: 8, till: 18 });
  expect(hoursOf([entry({ from: '07:30', till: '08:15' }), entry({ from: '19:00', till: '19:45' })])).toEqual({
    from: 7,
    till: 20,
  });
  expect(hoursOf([entry({ appointment: null, from: '00:00', till: '24:00' })])).toEqual({ from: 8, till: 18 });
});

test('the calendar opens at the current time if it shows today, otherwise at the first appointment [7.16]', () => {
  const now = { date: '2027-03-28', time: '13:20' };
  const [day, nextDay] = ['2027-03-28', '2027-03-29'];
  const entries = [entry({ date: nextDay, from: '10:15' }), entry({ date: nextDay, from: '09:30' })];
  expect(firstMinuteToSee(entries, [day, nextDay], now)).toBe(13 * 60 + 20);
  expect(firstMinuteToSee(entries, [nextDay], now)).toBe(9 * 60 + 30);
  expect(firstMinuteToSee([], [nextDay], now)).toBe(8 * 60);
});
