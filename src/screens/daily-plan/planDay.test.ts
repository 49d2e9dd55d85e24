import { expect, test } from 'vitest';
import type { OverviewRow, PlanEntry } from '../../features/appointments/contract.ts';
import { isRunning } from '../../web/clock.ts';
import { countFree, daysOf, findCurrentOrNext, indexOfNow } from './planDay.ts';

const entry = (id: number, timeSlot: string, date = '2031-05-14', status = 'G') =>
  ({ id, date, timeSlot, status }) as PlanEntry;
const freeSlot = (id: number, timeSlot: string, date = '2031-05-14') =>
  ({ id, date, timeSlot, status: 'F' }) as OverviewRow;
const clockAt = (time: string, date = '2031-05-14') => ({ date, time });

/** Returns the ids of each day's items. The ids of open slots are negated. */
const idsOf = (days: ReturnType<typeof daysOf>) =>
  days.map(({ date, items }) => [date, items.map((item) => (item.kind === 'booked' ? item.entry.id : -item.slot.id))]);

test('open slots are listed between the appointments, by day and start [7.6]', () => {
  const entries = [entry(1, '09:00 - 09:45'), entry(2, '11:00 - 11:45'), entry(3, '08:00 - 08:45', '2031-05-15')];
  const openSlots = [
    freeSlot(7, '10:00 - 10:45'),
    freeSlot(8, '12:00 - 12:45'),
    freeSlot(9, '09:00 - 09:45', '2031-05-16'),
  ];
  expect(idsOf(daysOf(entries, openSlots, true))).toEqual([
    ['2031-05-14', [1, -7, 2, -8]],
    ['2031-05-15', [3]],
    ['2031-05-16', [-9]],
  ]);
});

test('while the plan shows only part of the appointments, it shows no open slot after the last of them [7.6]', () => {
  const entries = [entry(1, '09:00 - 09:45'), entry(2, '11:00 - 11:45')];
  const openSlots = [freeSlot(7, '10:00 - 10:45'), freeSlot(8, '12:00 - 12:45')];
  expect(idsOf(daysOf(entries, openSlots, false))).toEqual([['2031-05-14', [1, -7, 2]]]);
  expect(daysOf([], openSlots, false)).toEqual([]);
});

test('a time that is booked in one response and free in the other is shown once, as booked [7.6]', () => {
  const entries = [entry(1, '09:00 - 09:45')];
  expect(idsOf(daysOf(entries, [freeSlot(7, '09:00 - 09:45')], true))).toEqual([['2031-05-14', [1]]]);
});

test('a slot counts as free until it begins, unless it is held for somebody or a Speedcoaching [7.6]', () => {
  const openSlots = [
    freeSlot(1, '09:00 - 09:45'),
    freeSlot(2, '10:00 - 10:45'),
    freeSlot(3, '11:00 - 11:45'),
    { ...freeSlot(4, '12:00 - 12:45'), reserved: true },
    { ...freeSlot(5, '13:00 - 13:45'), isSpeedcoaching: true },
  ];
  expect(['08:59', '09:30', '18:00'].map((time) => countFree(openSlots, clockAt(time)))).toEqual([3, 2, 0]);
});

test('the current or next appointment is today’s first one that has not ended and was not missed [7.6]', () => {
  const entries = [
    entry(1, '08:00 - 08:45', '2031-05-13'),
    entry(2, '09:00 - 09:45'),
    entry(3, '10:00 - 10:45', '2031-05-14', 'V'),
    entry(4, '11:00 - 11:45'),
    entry(5, '08:00 - 08:45', '2031-05-15'),
  ];
  expect(findCurrentOrNext(entries, clockAt('09:44'))?.id).toBe(2);
  expect(findCurrentOrNext(entries, clockAt('09:45'))?.id).toBe(4);
  expect(findCurrentOrNext(entries, clockAt('11:45'))).toBeUndefined();
});

test('the line for the present time is below what has begun and above what has not, and only today; an appointment runs from its start until its end [7.6]', () => {
  const [day] = daysOf([entry(1, '09:00 - 09:45'), entry(2, '11:00 - 11:45')], [], true);
  if (!day) throw new Error('The plan has no day.');
  expect(['08:59', '09:00', '09:45', '11:00'].map((time) => indexOfNow(day, clockAt(time)))).toEqual([0, 1, 1, 2]);
  expect(indexOfNow(day, clockAt('09:00', '2031-05-15'))).toBeNull();
  expect(
    ['08:59', '09:00', '09:44', '09:45'].map((time) => isRunning(entry(1, '09:00 - 09:45'), clockAt(time))),
  ).toEqual([false, true, true, false]);
});
