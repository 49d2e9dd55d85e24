import { expect, test } from 'vitest';
import { describeSelfBooking } from './selfBooking.ts';

test('staff read whether a participant can book, and what is missing [8.3]', () => {
  const cv = { name: 'Lebenslauf.DOCX', uploadByCoach: false };
  const participant = { status: 0 as const, confirmed: true, selfBooked: 2, files: { data: [cv] } };
  expect(describeSelfBooking(participant)).toBe('möglich, 2 von 3 Einzelcoachings selbst gebucht');
  expect(describeSelfBooking({ ...participant, selfBooked: 3 })).toBe(
    'nicht mehr möglich: 3 von 3 Einzelcoachings selbst gebucht',
  );
  for (const files of [[], [{ ...cv, name: 'Lebenslauf.pdf' }], [{ ...cv, uploadByCoach: true }]])
    expect(describeSelfBooking({ ...participant, files: { data: files } })).toBe(
      'nicht möglich: Es fehlt eine bearbeitbare Datei (docx).',
    );
  expect(describeSelfBooking({ ...participant, confirmed: false })).toContain('noch nicht bestätigt');
  expect(describeSelfBooking({ ...participant, status: 1 })).toContain('nicht aktiv');
});
