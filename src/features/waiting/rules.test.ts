import { describe, expect, test } from 'vitest';
import { instantOf, wallClock } from '../../shared/berlin.ts';
import { assignSlots, findHoldEnd, waitingErrors, joinRefusal, type Joiner } from './rules.ts';

const instantAt = (date: string, time: string) => {
  const instant = instantOf(date, time);
  if (!instant) throw new Error('no such time');
  return instant;
};
const wallClockText = (instant: Date | null) => instant && `${wallClock(instant).date} ${wallClock(instant).time}`;

describe('a hold [12.3]', () => {
  const farAway = instantAt('2027-06-01', '10:00');
  test.each([
    ['lasts two hours by day', '2026-11-23 10:00', '2026-11-23 12:00'],
    ['may end at nine in the evening', '2026-11-23 19:00', '2026-11-23 21:00'],
    ['continues the next morning with its remaining time', '2026-11-23 20:15', '2026-11-24 08:15'],
    ['that is made at nine in the evening begins the next morning', '2026-11-23 21:00', '2026-11-24 09:00'],
    ['that is made in the night begins in the morning', '2026-11-24 03:30', '2026-11-24 09:00'],
    ['that is made in the early morning begins at seven', '2026-11-24 06:59', '2026-11-24 09:00'],
    ['that is made at seven begins immediately', '2026-11-24 07:00', '2026-11-24 09:00'],
    ['continues at seven after the night in which the clocks go forward', '2026-03-28 20:30', '2026-03-29 08:30'],
    ['begins at seven on the day on which the clocks go forward', '2026-03-29 04:00', '2026-03-29 09:00'],
    ['continues at seven after the night in which the clocks go back', '2026-10-24 20:30', '2026-10-25 08:30'],
    ['begins at seven on the day on which the clocks go back', '2026-10-25 01:00', '2026-10-25 09:00'],
  ])('of two hours %s', (_title, from, until) => {
    const [date = '', time = ''] = from.split(' ');
    expect(wallClockText(findHoldEnd(instantAt(date, time), farAway, 2))).toBe(until);
  });

  test('is exact to the millisecond', () => {
    const now = new Date(instantAt('2026-11-23', '20:59').getTime() + 59_999);
    expect(findHoldEnd(now, farAway, 2)?.getTime()).toBe(instantAt('2026-11-24', '09:00').getTime() - 1);
  });

  test('of thirty hours spans three days, each of which counts for at most fourteen hours', () => {
    expect(wallClockText(findHoldEnd(instantAt('2026-11-23', '10:00'), farAway, 30))).toBe('2026-11-25 12:00');
  });

  test.each([
    ['on a usual day', '2026-11-24 08:00', '2026-11-24 20:30', '2026-11-24 08:30'],
    ['in the night', '2026-11-24 21:30', '2026-11-25 13:00', '2026-11-25 01:00'],
    ['across the hour that is skipped in spring', '2026-03-28 19:00', '2026-03-29 09:30', '2026-03-28 20:30'],
    ['across the hour that is repeated in autumn', '2026-10-24 20:00', '2026-10-25 09:30', '2026-10-24 22:30'],
  ])('ends twelve elapsed hours before the start of the slot %s', (_title, from, start, until) => {
    const [[date = '', time = ''], [startDate = '', startTime = '']] = [from.split(' '), start.split(' ')];
    expect(wallClockText(findHoldEnd(instantAt(date, time), instantAt(startDate, startTime), 2))).toBe(until);
  });

  test('does not begin within twelve hours of the start of the slot', () => {
    const start = instantAt('2026-11-24', '20:00');
    expect(findHoldEnd(instantAt('2026-11-24', '08:00'), start, 2)).toBeNull();
    expect(findHoldEnd(new Date(instantAt('2026-11-24', '08:00').getTime() - 1), start, 2)).toEqual(
      instantAt('2026-11-24', '08:00'),
    );
  });
});

describe('assigning freed slots [12.2]', () => {
  const slot = (id: number) => ({ id, start: id });
  const entry = (id: number, person: number, ...slots: number[]) => ({ entry: id, person, slots: slots.map(slot) });
  const listAssignments = (candidates: ReturnType<typeof entry>[], limit = 100) =>
    assignSlots(candidates, limit).map((pick) => `${pick.slot.id} to ${pick.entry}`);

  test('gives the person who joined first the first fitting slot, and the next person the next one', () => {
    expect(listAssignments([entry(1, 1, 10, 11), entry(2, 2, 10, 11), entry(3, 3, 10, 11)])).toEqual([
      '10 to 1',
      '11 to 2',
    ]);
  });

  test('gives the person who joined first the first slot that fits, even if an earlier slot goes to another person', () => {
    expect(listAssignments([entry(1, 1, 11), entry(2, 2, 10, 11)])).toEqual(['10 to 2', '11 to 1']);
    expect(listAssignments([entry(1, 1, 11, 12), entry(2, 2, 10, 11)])).toEqual(['10 to 2', '11 to 1']);
  });

  test('gives a person with several entries only one slot', () => {
    expect(listAssignments([entry(1, 1, 10), entry(2, 1, 11), entry(3, 2, 11)])).toEqual(['10 to 1', '11 to 3']);
  });

  test('assigns slots with the same start in the order of their ids', () => {
    const slots = [12, 11].map((id) => ({ id, start: 10 }));
    const candidates = [1, 2].map((id) => ({ entry: id, person: id, slots }));
    expect(assignSlots(candidates, 100).map((pick) => pick.slot.id)).toEqual([11, 12]);
  });

  test('assigns no more slots than allowed', () => {
    expect(listAssignments([entry(1, 1, 10), entry(2, 2, 11), entry(3, 3, 12)], 2)).toEqual(['10 to 1', '11 to 2']);
  });

  test('skips no person: all slots that fit a person without an offer go to people who joined earlier', () => {
    // The seed is fixed, so that each run tests the same candidates.
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (let round = 0; round < 500; round++) {
      const candidates = Array.from({ length: 8 }, (_, index) =>
        entry(index, random(6), ...[1, 2, 3, 4, 5].filter(() => random(2) === 0)),
      );
      const picks = assignSlots(candidates, 100);
      const peopleWithOffer = new Set(picks.map(({ person }) => person));
      expect(peopleWithOffer.size).toBe(picks.length);
      for (const candidate of candidates.filter(({ person }) => !peopleWithOffer.has(person)))
        for (const { id } of candidate.slots)
          expect(picks.find((pick) => pick.slot.id === id)?.entry ?? Infinity).toBeLessThan(candidate.entry);
    }
  });
});

describe('joining the waiting list [12.1]', () => {
  const joiner: Joiner = {
    isActive: true,
    isCoachActive: true,
    hasEditableFile: true,
    quotaUsed: 0,
    openEntryCount: 0,
  };
  const entry = { tillDate: '2026-11-24', bookingToReschedule: null };
  const limits = { today: '2026-11-24', quota: 3 };

  test('is refused for the first reason that applies', () => {
    const refusedJoiner: Joiner = {
      ...joiner,
      isActive: false,
      hasEditableFile: false,
      quotaUsed: 3,
      openEntryCount: 3,
    };
    expect(joinRefusal(refusedJoiner, { ...entry, tillDate: '2026-11-23' }, limits)).toBe('inPast');
    expect(joinRefusal(refusedJoiner, entry, limits)).toBe('inactive');
    expect(joinRefusal({ ...refusedJoiner, isActive: true, isCoachActive: false }, entry, limits)).toBe('inactive');
    expect(joinRefusal({ ...refusedJoiner, isActive: true }, entry, limits)).toBe('noEditableFile');
    expect(joinRefusal({ ...refusedJoiner, isActive: true, hasEditableFile: true }, entry, limits)).toBe(
      'limitReached',
    );
    expect(joinRefusal({ ...joiner, quotaUsed: 2, openEntryCount: 3 }, entry, limits)).toBe('tooMany');
    expect(joinRefusal({ ...joiner, quotaUsed: 2, openEntryCount: 2 }, entry, limits)).toBeNull();
  });

  test('is not limited by the quota when rescheduling', () => {
    expect(joinRefusal({ ...joiner, quotaUsed: 3 }, { ...entry, bookingToReschedule: 5 }, limits)).toBeNull();
  });

  test('requires valid times, and days and times in order', () => {
    const form = { fromDate: '2026-11-24', tillDate: '2026-11-24', fromTime: '', tillTime: '' };
    const wrongFields = (changes: Partial<typeof form>) =>
      waitingErrors({ ...form, ...changes }).map(({ path }) => path);
    expect(wrongFields({})).toEqual([]);
    expect(wrongFields({ fromTime: '09:00', tillTime: '12:00' })).toEqual([]);
    expect(wrongFields({ tillTime: '12:00' })).toEqual([]);
    expect(wrongFields({ fromTime: '09:00' })).toEqual([]);
    expect(wrongFields({ tillDate: '2026-11-23' })).toEqual(['tillDate']);
    expect(wrongFields({ fromTime: '12:00', tillTime: '12:00' })).toEqual(['tillTime']);
    expect(wrongFields({ fromTime: '25:00', tillTime: '9' })).toEqual(['fromTime', 'tillTime']);
    // The order cannot be judged as long as one of the times is invalid.
    expect(wrongFields({ fromTime: '25:00', tillTime: '09:00' })).toEqual(['fromTime']);
  });
});
