import { expect, test } from 'vitest';
import { bookedText, changedText, movedText, takenBackText } from './doneTexts.ts';

test('a message about what staff did names the person and the time [4.22]', () => {
  const appointment = { participantFullName: 'Amira Yılmaz', date: '2026-12-03', timeSlot: '10:00 - 10:45' };
  expect(bookedText(appointment)).toBe('Amira Yılmaz, 03.12., 10:00 Uhr, gebucht');
  expect(changedText(appointment, 'cancelled')).toBe(
    'Änderung erfolgreich: Amira Yılmaz, 03.12., 10:00 Uhr, storniert',
  );
  expect(takenBackText(appointment)).toBe('Amira Yılmaz, 03.12., 10:00 Uhr, zurückgenommen. Die Zeit ist wieder frei.');
  const newTime = { date: '2026-12-04', timeSlot: '11:00 - 11:45' };
  expect(movedText(appointment, newTime)).toBe('Amira Yılmaz, verschoben auf 04.12., 11:00 Uhr');
  expect(movedText({ ...appointment, participantFullName: '' }, newTime)).toBe(
    'Freier Termin, verschoben auf 04.12., 11:00 Uhr',
  );
});
