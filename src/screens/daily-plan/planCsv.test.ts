import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { planColumns, planCsv } from './planCsv.ts';

const entry = (changes: Partial<PlanEntry>): PlanEntry => ({
  id: 1,
  date: '2026-12-01',
  weekDay: 'Dienstag',
  timeSlot: '09:00 - 09:45',
  status: 'G',
  href: null,
  note: '',
  coming: false,
  attended: false,
  participantFullName: 'Jürgen Müller-Lüdenscheidt',
  participantPhoneNumber: '+49 (221) 123-45',
  participantEmail: 'jm@example.org',
  participantEndOfQualification: '2027-01-31',
  participantQualification: 'Büro',
  participantId: 7,
  coachId: 3,
  coachFullName: 'Katharina Brandt',
  takeBackUntil: null,
  files: { meta: { total: 0 }, data: [] },
  remainingAppointments: [],
  ...changes,
});

test('the CSV of the plan has the documented columns, German dates, and phone numbers reduced to digits [7.7]', () => {
  expect(planCsv([entry({})])).toBe(
    '\uFEFFDatum;Zeitfenster;Wochentag;Teilnehmername;Teilnehmer-Email;Teilnehmer-Qualifikationsende;' +
      'Teilnehmer-Telefonnummer;Teilnehmer-Qualifikation\r\n' +
      '01.12.2026;09:00 - 09:45;Dienstag;Jürgen Müller-Lüdenscheidt;jm@example.org;31.01.2027;4922112345;Büro\r\n',
  );
});

test('the CSV of an admin’s plan has an additional last column for the coach', () => {
  const [head, row] = planCsv([entry({ coachFullName: '=Cleo' })], { withCoach: true }).split('\r\n');
  expect(head).toMatch(/;Teilnehmer-Qualifikation;Coach$/);
  expect(row).toMatch(/;Büro;'=Cleo$/);
});

test('5,000 exported rows can be read back unchanged, except for the apostrophe before formulas [7.7]', () => {
  const texts = ['Müller-Lüdenscheidt', '=1+1', '+1', '-1', '@A1', 'a\r\nb', 'a\nb', '\tx', 'a;b', '"', "'", '＝1'];
  const entries = Array.from({ length: 5000 }, (_, index) =>
    entry({
      participantFullName: `${texts[index % texts.length]}${index}`,
      participantQualification: texts[(index * 7) % texts.length] ?? '',
      participantEmail: `${texts[(index * 5) % texts.length]}@example.org`,
      participantEndOfQualification: index % 3 ? '2027-01-31' : null,
    }),
  );
  const csv = planCsv(entries);
  const [head, ...rows] = parse(csv, { delimiter: ';', bom: true, record_delimiter: '\r\n' }) as string[][];
  expect(head).toEqual(planColumns);
  expect(rows.map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual(
    entries.map((planEntry) => [
      '01.12.2026',
      '09:00 - 09:45',
      'Dienstag',
      planEntry.participantFullName,
      planEntry.participantEmail,
      planEntry.participantEndOfQualification ? '31.01.2027' : '',
      '4922112345',
      planEntry.participantQualification,
    ]),
  );
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r\0＝＋－＠]/.test(cell))).toEqual([]);
});
