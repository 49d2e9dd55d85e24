import { expect, test } from 'vitest';
import { describeAbsenceTime } from './words.ts';
import { suggestColleagues } from './decisions.ts';

test('an absence is described with its days and times [14.5]', () => {
  const day = { fromDate: '2026-11-23', fromTime: null, tillDate: '2026-11-23', tillTime: null };
  expect(describeAbsenceTime(day)).toBe('Mo, 23.11.2026');
  expect(describeAbsenceTime({ ...day, fromTime: '14:20' })).toBe('Mo, 23.11.2026, ab 14:20 Uhr');
  expect(describeAbsenceTime({ ...day, tillTime: '12:00' })).toBe('Mo, 23.11.2026, bis 12:00 Uhr');
  expect(describeAbsenceTime({ ...day, fromTime: '09:00', tillTime: '12:00' })).toBe(
    'Mo, 23.11.2026, 09:00 bis 12:00 Uhr',
  );
  expect(describeAbsenceTime({ ...day, tillDate: '2026-11-27', tillTime: '12:00' })).toBe(
    'Mo, 23.11.2026 bis Fr, 27.11.2026, 12:00 Uhr',
  );
});

test('the suggested colleague is free at the time and can take over as many bookings as possible [14.5]', () => {
  const booking = (appointmentId: number, ...coaches: number[]) => ({
    appointmentId,
    date: '2026-11-23',
    start: '09:00',
    end: '09:45',
    participantFullName: 'Robin',
    moves: coaches.map((coachId) => ({ coachId, coach: `Coach ${coachId}` })),
  });
  expect([...suggestColleagues([booking(1, 7, 8), booking(2, 8), booking(3), booking(4, 9)])]).toEqual([
    [1, 8],
    [2, 8],
    [4, 9],
  ]);
});
