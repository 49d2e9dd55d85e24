import { expect, test } from 'vitest';
import { bookedText, changedText, movedText } from './doneTexts.ts';

test('a message about what staff did names the person and the time [4.22]', () => {
  const appointment = { participantFullName: 'Amira Yılmaz', date: '2026-12-03', timeSlot: '10:00 - 10:45' };
  expect(bookedText(appointment)).toBe('Termin von Amira Yılmaz am Do, 03.12.2026, 10:00 Uhr, gebucht');
  expect(changedText(appointment, 'cancelled')).toBe(
    'Änderung erfolgreich: Termin von Amira Yılmaz am Do, 03.12.2026, 10:00 Uhr, storniert',
  );
  expect(
    movedText({ ...appointment, participantFullName: '' }, { date: '2026-12-04', timeSlot: '11:00 - 11:45' }),
  ).toBe('Freier Termin am Do, 03.12.2026, 10:00 Uhr, verschoben auf Fr, 04.12.2026, 11:00 Uhr');
});
