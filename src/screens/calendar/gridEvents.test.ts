import { expect, test } from 'vitest';
import type { Entry } from './calendarEntries.ts';
import { eventsOf, offsetAt, rangeAfterDrag, parseSelectedRange } from './gridEvents.ts';

const entry = (changes: Partial<Entry> = {}): Entry => ({
  key: 'row-1',
  coachId: 7,
  coach: 'Ute Abel',
  date: '2027-03-28',
  from: '09:00',
  till: '09:45',
  state: 'free',
  title: '',
  appointment: {} as Entry['appointment'],
  absencePeriod: '',
  ...changes,
});

test('the calendar library gets Berlin wall-clock times without a zone, and events of at least a quarter of an hour [7.16]', () => {
  const [event] = eventsOf([entry()], () => true);
  expect(event).toMatchObject({ start: '2027-03-28T09:00', end: '2027-03-28T09:45', startEditable: true });
  // In the hour that is repeated in autumn an appointment can seem to end before it begins.
  const [eventInRepeatedHour] = eventsOf([entry({ from: '02:30', till: '02:15' })], () => false);
  expect(eventInRepeatedHour).toMatchObject({
    start: '2027-03-28T02:30',
    end: '2027-03-28T02:45',
    startEditable: false,
  });
});

test('an absence is shown above the hours, and its hours are shaded until midnight [7.17]', () => {
  const absence = entry({ state: 'absence', appointment: null, from: '13:00', till: '24:00' });
  expect(eventsOf([absence], () => true)).toMatchObject([
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

test('the line at the current time has Berlin’s offset from UTC in winter and in summer [7.16]', () => {
  expect(offsetAt(new Date('2027-01-15T12:34:56Z'))).toBe('+01:00');
  expect(offsetAt(new Date('2027-07-15T12:34:56Z'))).toBe('+02:00');
});
