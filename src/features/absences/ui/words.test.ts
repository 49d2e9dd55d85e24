import { expect, test } from 'vitest';
import { absenceWords } from './words.ts';
import { suggestColleagues } from './decisions.ts';

test('an absence is described by its days and times [14.5]', () => {
  const day = { fromDate: '2026-11-23', fromTime: null, tillDate: '2026-11-23', tillTime: null };
  expect(absenceWords(day)).toBe('Mo, 23.11.2026');
  expect(absenceWords({ ...day, fromTime: '14:20' })).toBe('Mo, 23.11.2026, ab 14:20 Uhr');
  expect(absenceWords({ ...day, tillTime: '12:00' })).toBe('Mo, 23.11.2026, bis 12:00 Uhr');
  expect(absenceWords({ ...day, fromTime: '09:00', tillTime: '12:00' })).toBe('Mo, 23.11.2026, 09:00 bis 12:00 Uhr');
  expect(absenceWords({ ...day, tillDate: '2026-11-27', tillTime: '12:00' })).toBe(
    'Mo, 23.11.2026 bis Fr, 27.11.2026, 12:00 Uhr',
  );
});

test('the suggested colleague for a booking is a free one, preferably the one who can take most bookings [14.5]', () => {
  const row = (appointmentId: number, ...coaches: number[]) => ({
    appointmentId,
    date: '2026-11-23',
    start: '09:00',
    end: '09:45',
    participantFullName: 'Robin',
    moves: coaches.map((coachId) => ({ coachId, coach: `Coach ${coachId}` })),
  });
  expect([...suggestColleagues([row(1, 7, 8), row(2, 8), row(3), row(4, 9)])]).toEqual([
    [1, 8],
    [2, 8],
    [4, 9],
  ]);
});
