import { expect, test } from 'vitest';
import { describeMoveConflict, type CoachDay } from './moveConflict.ts';

const time = { date: '2026-12-03', fromTime: '10:00', tillTime: '10:45' };
const row = {
  id: 1,
  date: time.date,
  timeSlot: '10:00 - 10:45',
  status: 'F',
  isSpeedcoaching: false,
  participantFullName: '',
  participantPhoneNumber: '',
  participantEmail: '',
  participantLocation: '',
  participantQualification: '',
  coachId: 3,
  coachFullName: 'Ada Coach',
  takeBackUntil: null,
  reserved: false,
  heldUntil: null,
  participantId: null,
  href: null,
  note: '',
  attended: false,
} as const;
const nothing: CoachDay = { appointments: [], absences: [] };
const moved = { movedId: 7, isBooked: true, now: { date: '2026-11-30', time: '09:00' } };

test('before a move staff read that the coach is absent [4.22]', () => {
  const absence = { fromDate: '2026-12-01', fromTime: null, tillDate: '2026-12-03', tillTime: '10:30' };
  const conflictAt = (fromTime: string, tillTime: string) =>
    describeMoveConflict({ ...time, fromTime, tillTime }, { ...nothing, absences: [absence] }, moved);
  expect(conflictAt('10:00', '10:45')).toBe('In dieser Zeit ist der Coach abwesend.');
  expect(conflictAt('10:30', '11:15')).not.toContain('abwesend');
});

test('before a move staff read which appointment is in the way [4.22]', () => {
  const conflictWith = (other: object, options = moved) =>
    describeMoveConflict(time, { ...nothing, appointments: [{ ...row, ...other }] }, options);
  expect(conflictWith({ status: 'G', timeSlot: '10:30 - 11:15' })).toBe(
    'In dieser Zeit gibt es schon einen Termin des Coaches. 10:30 bis 11:15 Uhr: Gebucht',
  );
  expect(conflictWith({ isSpeedcoaching: true })).toContain('Speedcoaching');
  expect(conflictWith({ reserved: true })).toContain('Reserviert');
  expect(conflictWith({ timeSlot: '10:00 - 11:00' })).toContain('Frei');
  // A booking can use up a free time, but another free appointment cannot lie on it.
  expect(conflictWith({})).toBeNull();
  expect(conflictWith({}, { ...moved, isBooked: false })).toContain('Frei');
  // The appointment is not in its own way.
  expect(conflictWith({ id: 7, status: 'G' })).not.toContain('schon einen Termin');
});

test('before a move staff read that the coach does not offer the time of a booking [4.22]', () => {
  expect(describeMoveConflict(time, nothing, moved)).toContain('bietet der Coach nicht an');
  expect(describeMoveConflict(time, nothing, { ...moved, isBooked: false })).toBeNull();
});
