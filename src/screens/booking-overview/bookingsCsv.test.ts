import { expect, test } from 'vitest';
import type { OverviewBooking } from '../../features/booking/contract.ts';
import { bookingsCsv } from './bookingsCsv.ts';

const booking: OverviewBooking = {
  id: 1,
  bookedAt: '2026-11-20T23:05:00.000Z',
  bookedBy: 'Kim Beispiel',
  selfBooked: true,
  participant: 'Kim Beispiel',
  participantId: 2,
  participantEmail: 'kim@example.org',
  participantPhoneNumber: '',
  participantLocation: '',
  participantQualification: '',
  href: null,
  note: '',
  coachId: 1,
  coach: 'Ada Coach',
  date: '2026-12-01',
  timeSlot: '09:00 - 09:45',
  type: 'Einzelcoaching',
  status: 'G',
};

test('the CSV of bookings has Berlin times, the person who booked, and German statuses, and escapes names that look like formulas [4.1]', () => {
  const changes: Partial<OverviewBooking>[] = [
    { selfBooked: false, bookedBy: '=Cleo', participant: '@Kim', coach: '+Ada', status: 'K' },
    { selfBooked: false, bookedBy: '', date: '2026-11-20' },
    { status: 'V' },
  ];
  const csv = bookingsCsv([booking, ...changes.map((change) => ({ ...booking, ...change }))], '2026-11-21', null);
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFGebucht am;Gebucht um;Gebucht von;Teilnehmer:in;Coach;Datum;Zeitfenster;Typ;Status',
    '21.11.2026;00:05;selbst;Kim Beispiel;Ada Coach;01.12.2026;09:00 - 09:45;Einzelcoaching;Gebucht',
    "21.11.2026;00:05;'=Cleo;'@Kim;'+Ada;01.12.2026;09:00 - 09:45;Einzelcoaching;Storniert",
    '21.11.2026;00:05;;Kim Beispiel;Ada Coach;20.11.2026;09:00 - 09:45;Einzelcoaching;Beendet',
    '21.11.2026;00:05;selbst;Kim Beispiel;Ada Coach;01.12.2026;09:00 - 09:45;Einzelcoaching;Versäumt',
    '',
  ]);
});

test('the CSV of bookings has the columns that the table shows', () => {
  const withPhone = { ...booking, participantPhoneNumber: '02215550', participantQualification: '=1' };
  const csv = bookingsCsv([withPhone], '2026-11-21', ['phone', 'qualification', 'type']);
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFGebucht am;Gebucht um;Teilnehmer:in;Telefon;Qualifizierung;Datum;Zeitfenster;Typ;Status',
    "21.11.2026;00:05;Kim Beispiel;0221 5550;'=1;01.12.2026;09:00 - 09:45;Einzelcoaching;Gebucht",
  ]);
});
