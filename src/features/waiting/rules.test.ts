import { describe, expect, test } from 'vitest';
import { instantOf, wallClock } from '../../shared/berlin.ts';
import { assign, heldUntil, waitingErrors, whyNotJoin, type Joiner } from './rules.ts';

const at = (date: string, time: string) => {
  const instant = instantOf(date, time);
  if (!instant) throw new Error('no such time');
  return instant;
};
const spoken = (instant: Date | null) => instant && `${wallClock(instant).date} ${wallClock(instant).time}`;

describe('a hold of two hours [12.3]', () => {
  const farAway = at('2027-06-01', '10:00');
  test.each([
    ['by day goes on for two hours', '2026-11-23 10:00', '2026-11-23 12:00'],
    ['may end with the day', '2026-11-23 19:00', '2026-11-23 21:00'],
    ['goes on next morning with what the evening left', '2026-11-23 20:15', '2026-11-24 08:15'],
    ['of the very evening begins next morning', '2026-11-23 21:00', '2026-11-24 09:00'],
    ['of the night begins in the morning', '2026-11-24 03:30', '2026-11-24 09:00'],
    ['of early morning begins at seven', '2026-11-24 06:59', '2026-11-24 09:00'],
    ['at seven begins at once', '2026-11-24 07:00', '2026-11-24 09:00'],
    ['goes on at seven after the night in which the clock goes ahead', '2026-03-28 20:30', '2026-03-29 08:30'],
    ['begins at seven on the day on which the clock goes ahead', '2026-03-29 04:00', '2026-03-29 09:00'],
    ['goes on at seven after the night in which the clock goes back', '2026-10-24 20:30', '2026-10-25 08:30'],
    ['begins at seven on the day on which the clock goes back', '2026-10-25 01:00', '2026-10-25 09:00'],
  ])('%s', (_title, from, until) => {
    const [date = '', time = ''] = from.split(' ');
    expect(spoken(heldUntil(at(date, time), farAway, 2))).toBe(until);
  });

  test('counts milliseconds', () => {
    const now = new Date(at('2026-11-23', '20:59').getTime() + 59_999);
    expect(heldUntil(now, farAway, 2)?.getTime()).toBe(at('2026-11-24', '09:00').getTime() - 1);
  });

  test('of thirty hours takes three days of fourteen hours', () => {
    expect(spoken(heldUntil(at('2026-11-23', '10:00'), farAway, 30))).toBe('2026-11-25 12:00');
  });

  test.each([
    ['on a usual day', '2026-11-24 08:00', '2026-11-24 20:30', '2026-11-24 08:30'],
    ['in the night', '2026-11-24 21:30', '2026-11-25 13:00', '2026-11-25 01:00'],
    ['across the hour that the spring leaves out', '2026-03-28 19:00', '2026-03-29 09:30', '2026-03-28 20:30'],
    ['across the hour that the autumn has twice', '2026-10-24 20:00', '2026-10-25 09:30', '2026-10-24 22:30'],
  ])('ends twelve real hours before the start: %s', (_title, from, start, until) => {
    const [[date = '', time = ''], [day = '', begin = '']] = [from.split(' '), start.split(' ')];
    expect(spoken(heldUntil(at(date, time), at(day, begin), 2))).toBe(until);
  });

  test('does not begin within twelve hours of the start', () => {
    const start = at('2026-11-24', '20:00');
    expect(heldUntil(at('2026-11-24', '08:00'), start, 2)).toBeNull();
    expect(heldUntil(new Date(at('2026-11-24', '08:00').getTime() - 1), start, 2)).toEqual(at('2026-11-24', '08:00'));
  });
});

describe('who is offered which slot [12.2]', () => {
  const slot = (id: number) => ({ id, start: id });
  const entry = (id: number, person: number, ...slots: number[]) => ({ entry: id, person, slots: slots.map(slot) });
  const offered = (candidates: ReturnType<typeof entry>[], most = 100) =>
    assign(candidates, most).map((pick) => `${pick.slot.id} to ${pick.entry}`);

  test('whoever joined first gets the first slot that fits, the next person the next one', () => {
    expect(offered([entry(1, 1, 10, 11), entry(2, 2, 10, 11), entry(3, 3, 10, 11)])).toEqual(['10 to 1', '11 to 2']);
  });

  test('whoever joined first gets no slot that does not fit, but the first one that does', () => {
    expect(offered([entry(1, 1, 11), entry(2, 2, 10, 11)])).toEqual(['10 to 2', '11 to 1']);
    expect(offered([entry(1, 1, 11, 12), entry(2, 2, 10, 11)])).toEqual(['10 to 2', '11 to 1']);
  });

  test('a person with several entries gets one slot', () => {
    expect(offered([entry(1, 1, 10), entry(2, 1, 11), entry(3, 2, 11)])).toEqual(['10 to 1', '11 to 3']);
  });

  test('no more slots are offered than allowed', () => {
    expect(offered([entry(1, 1, 10), entry(2, 2, 11), entry(3, 3, 12)], 2)).toEqual(['10 to 1', '11 to 2']);
  });

  test('whatever people wait for, nobody is skipped: whoever gets nothing fits only slots that went to people before them', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (let round = 0; round < 500; round++) {
      const candidates = Array.from({ length: 8 }, (_, index) =>
        entry(index, random(6), ...[1, 2, 3, 4, 5].filter(() => random(2) === 0)),
      );
      const picks = assign(candidates, 100);
      const asked = new Set(picks.map(({ person }) => person));
      expect(asked.size).toBe(picks.length);
      for (const without of candidates.filter(({ person }) => !asked.has(person)))
        for (const { id } of without.slots)
          expect(picks.find((pick) => pick.slot.id === id)?.entry ?? Infinity).toBeLessThan(without.entry);
    }
  });
});

describe('joining [12.1]', () => {
  const joiner: Joiner = { active: true, coachActive: true, hasEditableFile: true, quotaUsed: 0, entries: 0 };
  const entry = { tillDate: '2026-11-24', rescheduling: null };
  const day = { today: '2026-11-24', quota: 3 };

  test('is refused for the first reason that applies', () => {
    const worst: Joiner = { ...joiner, active: false, hasEditableFile: false, quotaUsed: 3, entries: 3 };
    expect(whyNotJoin(worst, { ...entry, tillDate: '2026-11-23' }, day)).toBe('inPast');
    expect(whyNotJoin(worst, entry, day)).toBe('inactive');
    expect(whyNotJoin({ ...worst, active: true, coachActive: false }, entry, day)).toBe('inactive');
    expect(whyNotJoin({ ...worst, active: true }, entry, day)).toBe('noEditableFile');
    expect(whyNotJoin({ ...worst, active: true, hasEditableFile: true }, entry, day)).toBe('limitReached');
    expect(whyNotJoin({ ...joiner, quotaUsed: 2, entries: 3 }, entry, day)).toBe('tooMany');
    expect(whyNotJoin({ ...joiner, quotaUsed: 2, entries: 2 }, entry, day)).toBeNull();
  });

  test('instead of a booking is not limited by the quota', () => {
    expect(whyNotJoin({ ...joiner, quotaUsed: 3 }, { ...entry, rescheduling: 5 }, day)).toBeNull();
  });

  test('needs days and times in order, and valid times', () => {
    const form = { fromDate: '2026-11-24', tillDate: '2026-11-24', fromTime: '', tillTime: '' };
    const wrong = (changes: Partial<typeof form>) => waitingErrors({ ...form, ...changes }).map(({ path }) => path);
    expect(wrong({})).toEqual([]);
    expect(wrong({ fromTime: '09:00', tillTime: '12:00' })).toEqual([]);
    expect(wrong({ tillTime: '12:00' })).toEqual([]);
    expect(wrong({ tillDate: '2026-11-23' })).toEqual(['tillDate']);
    expect(wrong({ fromTime: '12:00', tillTime: '12:00' })).toEqual(['tillTime']);
    expect(wrong({ fromTime: '25:00', tillTime: '9' })).toEqual(['fromTime', 'tillTime']);
  });
});
