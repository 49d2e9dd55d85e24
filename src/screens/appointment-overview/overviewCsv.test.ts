import { expect, test } from 'vitest';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { overviewCsv } from './overviewCsv.ts';

const bookedRow: OverviewRow = {
  id: 1,
  date: '2026-11-30',
  timeSlot: '09:00 - 09:45',
  status: 'G',
  isSpeedcoaching: false,
  participantFullName: 'Mia; "Özil"',
  participantPhoneNumber: '02215550',
  participantEmail: 'mia@example.org',
  participantLocation: 'Köln',
  participantQualification: '=1+1',
  coachId: 7,
  takeBackUntil: null,
  attended: false,
  heldUntil: null,
  reserved: false,
  participantId: 1,
  href: null,
  note: '',
  coachFullName: 'Ute Abel',
};

test('the CSV of the overview has all columns and German dates and labels, and escapes texts that look like formulas', () => {
  const freeRow = {
    ...bookedRow,
    isSpeedcoaching: true,
    status: 'F' as const,
    participantFullName: '',
    participantEmail: '',
  };
  const csv = overviewCsv(
    [bookedRow, { ...freeRow, participantPhoneNumber: '' }],
    { date: '2026-12-01', time: '08:00' },
    null,
  );
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFDatum;Wochentag;Zeitfenster;Typ;Status;Coach;Teilnehmer:in;Telefon;E-Mail;Standort;Qualifizierung',
    '30.11.2026;Montag;09:00 - 09:45;Einzelcoaching;Beendet;Ute Abel;"Mia; ""Özil""";0221 5550;mia@example.org;Köln;\'=1+1',
    "30.11.2026;Montag;09:00 - 09:45;Speedcoaching;Beendet;Ute Abel;;;;Köln;'=1+1",
    '',
  ]);
});

test('the CSV leaves out the columns that the table does not show', () => {
  const csv = overviewCsv([bookedRow], { date: '2026-12-01', time: '08:00' }, ['coach', 'email']);
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFDatum;Wochentag;Zeitfenster;Status;Coach;Teilnehmer:in;E-Mail',
    '30.11.2026;Montag;09:00 - 09:45;Beendet;Ute Abel;"Mia; ""Özil""";mia@example.org',
  ]);
});
