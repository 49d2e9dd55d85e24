import { expect, test } from 'vitest';
import { describeSelfBooking, hasBookingAt, whyNotBookFor } from './selfBooking.ts';

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

test('staff read why they cannot book for a person [8.3]', () => {
  const participant = { status: 0 as const, confirmed: true, isStaff: false };
  expect(whyNotBookFor(participant)).toBeNull();
  expect(whyNotBookFor({ ...participant, status: 1 })).toBe('Ist inaktiv.');
  expect(whyNotBookFor({ ...participant, confirmed: false })).toContain('noch nicht bestätigt');
  expect(whyNotBookFor({ ...participant, isStaff: true })).toContain('Coach oder Admin');
});

test('a time that overlaps another booking of the person is recognised [8.3]', () => {
  const booking = { date: '2026-12-03', timeSlot: '10:00 - 10:45', status: 'G' as const };
  const at = (timeSlot: string, date = booking.date) => hasBookingAt([booking], { date, timeSlot });
  expect(at('10:30 - 11:15')).toBe(true);
  expect(at('09:30 - 10:01')).toBe(true);
  expect(at('10:45 - 11:30')).toBe(false);
  expect(at('09:15 - 10:00')).toBe(false);
  expect(at('10:00 - 10:45', '2026-12-04')).toBe(false);
  expect(hasBookingAt([{ ...booking, status: 'K' }], booking)).toBe(false);
});
