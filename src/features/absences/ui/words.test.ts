import { expect, test } from 'vitest';
import {
  describeAbsenceTime,
  describeDeletedSlots,
  describeDeletion,
  describeEffect,
  describeOwnAbsence,
  describeOwnEffect,
} from './words.ts';
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

test('what an absence deletes names Speedcoachings apart [14.5]', () => {
  expect(describeDeletion(0)).toBe('');
  expect(describeDeletion(1)).toBe('1 freier Termin wird gelöscht.');
  expect(describeDeletion(3, 0)).toBe('3 freie Termine werden gelöscht.');
  expect(describeDeletion(2, 1)).toBe('1 freier Termin und 1 Speedcoaching werden gelöscht.');
  expect(describeDeletion(1, 1)).toBe('1 Speedcoaching wird gelöscht.');
  expect(describeDeletion(4, 2)).toBe('2 freie Termine und 2 Speedcoachings werden gelöscht.');
});

test('what became of a booking names the colleague, or what was booked since [14.5]', () => {
  const effect = {
    ...{ appointmentId: 1, date: '2026-11-23', start: '09:00', end: '09:45' },
    ...{ participantFullName: 'Robin', participantPhoneNumber: '', handedTo: null, changedSince: false, next: null },
  };
  expect(describeEffect(effect)).toBe('Abgesagt. Bisher nichts Neues gebucht.');
  const next = { date: '2026-11-27', start: '10:00', end: '10:45', coach: 'Cleo Rat' };
  expect(describeEffect({ ...effect, next })).toBe(
    'Abgesagt. Neu gebucht: Fr, 27.11.2026, 10:00 bis 10:45 Uhr, bei Cleo Rat.',
  );
  expect(describeEffect({ ...effect, handedTo: 'Cleo Rat' })).toBe('An Cleo Rat übergeben.');
  expect(describeEffect({ ...effect, handedTo: 'Cleo Rat', changedSince: true })).toBe(
    'An Cleo Rat übergeben. Seither ist er verlegt oder abgesagt worden.',
  );
  expect([0, 1, 2].map(describeDeletedSlots)).toEqual([
    '',
    '1 freier Termin wurde gelöscht.',
    '2 freie Termine wurden gelöscht.',
  ]);
  expect(describeDeletedSlots(null)).toContain('nur einen Tag lang gespeichert');
});

test('a coach reads what became of a booking, without what others have in their calendars [14.5]', () => {
  const effect = {
    ...{ appointmentId: 1, date: '2026-11-23', start: '09:00', end: '09:45', participantFullName: 'Robin' },
    ...{ participantPhoneNumber: '', handedTo: null, next: null, bookedElsewhere: false },
  };
  expect(describeOwnEffect(effect)).toBe('Abgesagt. Bisher nichts Neues gebucht.');
  expect(describeOwnEffect({ ...effect, bookedElsewhere: true })).toBe(
    'Abgesagt. Neu gebucht, bei einem anderen Coach.',
  );
  const next = { date: '2026-11-27', start: '10:00', end: '10:45' };
  expect(describeOwnEffect({ ...effect, next })).toBe(
    'Abgesagt. Neu gebucht bei dir: Fr, 27.11.2026, 10:00 bis 10:45 Uhr.',
  );
  expect(describeOwnEffect({ ...effect, handedTo: 'Cleo Rat' })).toBe('An Cleo Rat übergeben.');
});

test('a coach reads until when they are reported sick or absent [14.5]', () => {
  const today = '2026-11-23';
  const day = { fromDate: today, fromTime: null, tillDate: today, tillTime: null, kind: 'illness' as const };
  const tell = (change: Partial<Parameters<typeof describeOwnAbsence>[0]>) =>
    describeOwnAbsence({ ...day, ...change }, today);
  expect(tell({})).toBe('Du bist heute krank gemeldet.');
  expect(tell({ fromTime: '07:10' })).toBe('Du bist heute ab 07:10 Uhr krank gemeldet.');
  expect(tell({ tillDate: '2026-11-27' })).toBe('Du bist bis Fr, 27.11. krank gemeldet.');
  expect(tell({ fromDate: '2026-11-20', tillDate: '2026-11-24' })).toBe('Du bist bis morgen krank gemeldet.');
  expect(tell({ fromDate: '2026-11-24', tillDate: '2026-11-24' })).toBe('Du bist morgen krank gemeldet.');
  expect(tell({ fromDate: '2026-11-20', tillTime: '12:00', kind: 'vacation' })).toBe(
    'Du bist bis heute, 12:00 Uhr als abwesend eingetragen.',
  );
});

test('the suggested colleague is free at the time and can take over as many bookings as possible [14.5]', () => {
  const booking = (appointmentId: number, ...coaches: number[]) => ({
    appointmentId,
    date: '2026-11-23',
    start: '09:00',
    end: '09:45',
    participantFullName: 'Robin',
    participantPhoneNumber: '',
    moves: coaches.map((coachId) => ({ coachId, coach: `Coach ${coachId}` })),
  });
  expect([...suggestColleagues([booking(1, 7, 8), booking(2, 8), booking(3), booking(4, 9)])]).toEqual([
    [1, 8],
    [2, 8],
    [4, 9],
  ]);
});
