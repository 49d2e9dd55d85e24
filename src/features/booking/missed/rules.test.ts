import { expect, test } from 'vitest';
import { whyNotSetMissed, type MissedFacts } from './rules.ts';

const start = new Date('2026-10-20T10:00:00Z');
const after = (hours: number, ms = 0) => new Date(start.getTime() + hours * 3_600_000 + ms);
const appointment: MissedFacts = { status: 'G', startsAt: start, rated: false, missedBy: null };
const set = (missed: boolean, facts: Partial<MissedFacts> = {}, now = start) =>
  whyNotSetMissed({ ...appointment, ...facts }, { missed, coach: 7, now });

test('a coach can set an appointment to missed from its start until 168 hours later, even across a clock change [4.21]', () => {
  expect(set(true, {}, after(0, -1))).toBe('notStarted');
  expect(set(true)).toBeNull();
  expect(set(true, {}, after(168))).toBeNull();
  expect(set(true, {}, after(168, 1))).toBe('tooLate');
});

test('the first reason why a coach cannot set an appointment to missed or back is given [4.21]', () => {
  const facts = { status: 'K', rated: true };
  expect(set(true, facts, after(0, -1))).toBe('notStarted');
  expect(set(true, facts, after(169))).toBe('tooLate');
  expect(set(true, facts)).toBe('notBooked');
  expect(set(true, { status: 'F' })).toBe('notBooked');
  expect(set(true, { rated: true })).toBe('alreadyRated');
  expect(set(false, { status: 'V', missedBy: 8 })).toBe('setByAdmin');
  expect(set(false, { status: 'V' })).toBe('setByAdmin');
});

test('a coach can set back what they have set to missed, rated or not; setting the current status is done [4.21]', () => {
  expect(set(false, { status: 'V', missedBy: 7 })).toBeNull();
  expect(set(false, { status: 'V', missedBy: 7, rated: true })).toBeNull();
  expect(set(true, { status: 'V', missedBy: 8, rated: true })).toBe('done');
  expect(set(false, { rated: true })).toBe('done');
});
