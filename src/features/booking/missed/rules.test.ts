import { expect, test } from 'vitest';
import { canReportAttendance, whyNotSetMissed, type MissedFacts } from './rules.ts';

const start = new Date('2026-10-20T10:00:00Z');
const afterStart = (hours: number, ms = 0) => new Date(start.getTime() + hours * 3_600_000 + ms);
const appointment: MissedFacts = { status: 'G', startsAt: start, rated: false, missedBy: null };
const findRefusalReason = (missed: boolean, facts: Partial<MissedFacts> = {}, now = start) =>
  whyNotSetMissed({ ...appointment, ...facts }, { missed, coach: 7, now });

test('a coach can set an appointment to missed from its start until 168 hours later, even across a clock change [4.21]', () => {
  expect(findRefusalReason(true, {}, afterStart(0, -1))).toBe('notStarted');
  expect(findRefusalReason(true)).toBeNull();
  expect(findRefusalReason(true, {}, afterStart(168))).toBeNull();
  expect(findRefusalReason(true, {}, afterStart(168, 1))).toBe('tooLate');
});

test('setting an appointment to missed or back to booked is refused with the first reason that applies [4.21]', () => {
  const facts = { status: 'K', rated: true };
  expect(findRefusalReason(true, facts, afterStart(0, -1))).toBe('notStarted');
  expect(findRefusalReason(true, facts, afterStart(169))).toBe('tooLate');
  expect(findRefusalReason(true, facts)).toBe('notBooked');
  expect(findRefusalReason(true, { status: 'F' })).toBe('notBooked');
  expect(findRefusalReason(true, { rated: true })).toBe('alreadyRated');
  expect(findRefusalReason(false, { status: 'V', missedBy: 8 })).toBe('setByAdmin');
  expect(findRefusalReason(false, { status: 'V' })).toBe('setByAdmin');
});

test('a coach who has set an appointment to missed can set it back to booked, even if it is rated; setting the current status has no effect [4.21]', () => {
  expect(findRefusalReason(false, { status: 'V', missedBy: 7 })).toBeNull();
  expect(findRefusalReason(false, { status: 'V', missedBy: 7, rated: true })).toBeNull();
  expect(findRefusalReason(true, { status: 'V', missedBy: 8, rated: true })).toBe('done');
  expect(findRefusalReason(false, { rated: true })).toBe('done');
});

test('screens offer a coach to say whether the participant was there for the same 168 hours [4.21]', () => {
  const slot = { date: '2026-10-20', timeSlot: '10:00 - 10:45' };
  const canReportAt = (date: string, time: string) => canReportAttendance(slot, { date, time });
  expect(canReportAt('2026-10-20', '09:59')).toBe(false);
  expect(canReportAt('2026-10-20', '10:00')).toBe(true);
  // The clock was set back by an hour in between.
  expect(canReportAt('2026-10-27', '09:00')).toBe(true);
  expect(canReportAt('2026-10-27', '09:01')).toBe(false);
});
