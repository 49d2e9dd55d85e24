import { describe, expect, test } from 'vitest';
import { instantOf } from '../../shared/berlin.ts';
import {
  isRecordedLate,
  isTooLong,
  isUnfinished,
  nextSlot,
  recordingMessages,
  statusLabel,
  recordingProblem,
  appointmentsWithoutCoachFile,
} from './rules.ts';

test('a booked appointment is Gebucht up to its day and then Beendet; a missed one is Versäumt, a free one Frei [4.1]', () => {
  expect(statusLabel('G', '2026-11-30', '2026-11-29')).toBe('Gebucht');
  expect(statusLabel('G', '2026-11-30', '2026-11-30')).toBe('Gebucht');
  expect(statusLabel('G', '2026-11-30', '2026-12-01')).toBe('Beendet');
  expect(statusLabel('V', '2026-11-30', '2026-11-30')).toBe('Versäumt');
  expect(statusLabel('F', '2026-11-30', '2026-12-01')).toBe('Frei');
});

test('a booked appointment counts as unfinished until it ends; a missed one never does', () => {
  const entry = { status: 'G', date: '2026-11-30', timeSlot: '10:00 - 10:45' };
  expect(isUnfinished(entry, { date: '2026-11-30', time: '10:44' })).toBe(true);
  expect(isUnfinished(entry, { date: '2026-11-30', time: '10:45' })).toBe(false);
  expect(isUnfinished(entry, { date: '2026-12-01', time: '00:00' })).toBe(false);
  expect(isUnfinished({ ...entry, status: 'V' }, { date: '2026-11-29', time: '08:00' })).toBe(false);
});

test('past sessions without a coach’s file are listed once per participant, but upcoming or missed sessions are not', () => {
  const now = { date: '2026-11-30', time: '12:00' };
  const entry = (id: number, participantId: number, date: string, changes = {}) => ({
    id,
    participantId,
    date,
    status: 'G',
    timeSlot: '10:00 - 10:45',
    files: { data: [{ uploadByCoach: false }] },
    ...changes,
  });
  const entriesWithoutFile = appointmentsWithoutCoachFile(
    [
      entry(1, 1, '2026-11-20'),
      entry(2, 2, '2026-11-21', { status: 'V' }),
      entry(3, 3, '2026-11-22', { files: { data: [{ uploadByCoach: false }, { uploadByCoach: true }] } }),
      entry(4, 4, '2026-11-23', { files: { data: [] } }),
      entry(5, 1, '2026-11-30'),
      entry(6, 6, '2026-11-30', { timeSlot: '12:00 - 12:45' }),
    ],
    now,
  );
  expect(entriesWithoutFile.map(({ id }) => id)).toEqual([5, 4]);
});

test('the next proposed slot follows directly with the same length, and never ends after midnight', () => {
  expect(nextSlot({ fromTime: '09:15', tillTime: '10:00' })).toEqual({ fromTime: '10:00', tillTime: '10:45' });
  expect(nextSlot({ fromTime: '22:30', tillTime: '23:14' })).toEqual({ fromTime: '23:14', tillTime: '23:58' });
  expect(nextSlot({ fromTime: '22:00', tillTime: '23:00' })).toEqual({ fromTime: '23:00', tillTime: '' });
});

/** Returns the instant of a Berlin date and time. */
const instantAt = (date: string, time: string) => {
  const instant = instantOf(date, time);
  if (!instant) throw new Error('This wall clock time does not exist.');
  return instant;
};

describe('a coaching session that is recorded after the fact [7.19]', () => {
  // In UTC, a minute after midnight in Berlin is still the day before.
  const now = instantAt('2026-11-25', '00:01');
  const problemOn = (date: string, time: string, qualificationStart: string | null = null) =>
    recordingProblem({ startsAt: instantAt(date, time), qualificationStart, now });

  test('may have begun at most 14 days ago by the Berlin calendar, even across a clock change', () => {
    expect(problemOn('2026-11-11', '00:00')).toBeNull();
    expect(problemOn('2026-11-10', '23:59')).toBe(recordingMessages.tooLongAgo);
    const afterClockChange = { qualificationStart: null, now: instantAt('2026-11-01', '23:59') };
    expect(recordingProblem({ startsAt: instantAt('2026-10-18', '00:00'), ...afterClockChange })).toBeNull();
    expect(recordingProblem({ startsAt: instantAt('2026-10-17', '23:59'), ...afterClockChange })).toBe(
      recordingMessages.tooLongAgo,
    );
  });

  test('must not have begun before the first day of the qualification, if that is known; an upcoming one may', () => {
    expect(problemOn('2026-11-20', '00:00', '2026-11-20')).toBeNull();
    expect(problemOn('2026-11-19', '23:59', '2026-11-20')).toBe(recordingMessages.beforeQualification);
    expect(problemOn('2026-11-10', '23:59', '2026-11-20')).toBe(recordingMessages.tooLongAgo);
    expect(problemOn('2026-11-25', '00:02', '2027-01-01')).toBeNull();
  });

  test('counts as recorded late once more than 24 hours have passed since its end', () => {
    const end = instantAt('2026-11-23', '10:00');
    const isLateAfterADayAnd = (ms: number) => isRecordedLate(end, new Date(end.getTime() + 24 * 3_600_000 + ms));
    expect([isLateAfterADayAnd(0), isLateAfterADayAnd(1)]).toEqual([false, true]);
  });

  test('may last at most four hours of real time, even when the clocks change', () => {
    const isTooLongOn = (date: string, from: string, till: string) =>
      isTooLong({ startsAt: instantAt(date, from), endsAt: instantAt(date, till) });
    expect(isTooLongOn('2026-11-20', '10:00', '14:00')).toBe(false);
    expect(isTooLongOn('2026-11-20', '10:00', '14:01')).toBe(true);
    expect(isTooLongOn('2026-10-25', '01:00', '04:00')).toBe(false);
    expect(isTooLongOn('2026-10-25', '01:00', '05:00')).toBe(true);
    expect(isTooLongOn('2027-03-28', '01:00', '06:00')).toBe(false);
  });
});
