import { expect, test } from 'vitest';
import { absenceWords } from './words.ts';
import { suggestColleagues } from './decisions.ts';

test('an absence is described with its days and times [14.5]', () => {
  const day = { fromDate: '2026-11-23', fromTime: null, tillDate: '2026-11-23', tillTime: null };
  expect(absenceWords(day)).toBe('Mo, 23.11.2026');
  expect(absenceWords({ ...day, fromTime: '14:20' })).toBe('Mo, 23.11.2026, ab 14:20 Uhr');
  expect(absenceWords({ ...day, tillTime: '12:00' })).toBe('Mo, 23.11.2026, bis 12:00 Uhr');
  expect(absenceWords({ ...day, fromTime: '09:00', tillTime: '12:00' })).toBe('Mo, 23.11.2026, 09:00 bis 12:00 Uhr');
  expect(absenceWords({ ...day, tillDate: '2026-11-27', tillTime: '12:00' })).toBe(
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
