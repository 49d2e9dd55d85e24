import { germanDate, weekday } from '../../shared/berlin.ts';
import { formatPhoneCell, escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { Cell, Sheet } from '../../platform/spreadsheet/sheet.ts';
import type { OverviewRow } from './contract.ts';
import { calendarColumns, statusLabel } from './rules.ts';

/** A row of the overview with its coach's e-mail address; date `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm'. */
export type ExportedRow = Pick<
  OverviewRow,
  | 'date'
  | 'timeSlot'
  | 'status'
  | 'isSpeedcoaching'
  | 'coachFullName'
  | 'participantFullName'
  | 'participantPhoneNumber'
  | 'participantEmail'
  | 'participantLocation'
  | 'participantQualification'
> & { coachEmail: string };

/** The columns that the import reads, then the columns that it ignores. */
const columns = [
  ...calendarColumns,
  'Wochentag',
  'Status',
  'Coach',
  'Teilnehmer:in',
  'Telefon',
  'E-Mail',
  'Standort',
  'Qualifizierung',
];

const typeOf = (row: ExportedRow) => (row.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching');

/** Returns appointments as a sheet (reference 7.8) with date and time cells; phone numbers are texts. */
export function exportSheet(rows: readonly ExportedRow[], today: string): Sheet {
  return {
    name: 'Termine',
    columns,
    rows: rows.map((row): Cell[] => [
      row.coachEmail,
      typeOf(row),
      { date: row.date },
      { time: row.timeSlot.slice(0, 5) },
      { time: row.timeSlot.slice(-5) },
      weekday(row.date),
      statusLabel(row.status, row.date, today),
      row.coachFullName,
      row.participantFullName,
      row.participantPhoneNumber,
      row.participantEmail,
      row.participantLocation,
      row.participantQualification,
    ]),
  };
}

/** Returns appointments as CSV (reference 7.8), with texts that spreadsheet programs do not read as formulas. */
export function exportCsv(rows: readonly ExportedRow[], today: string): string {
  return writeCsv([
    columns,
    ...rows.map((row) => [
      escapeFormula(row.coachEmail),
      typeOf(row),
      germanDate(row.date),
      row.timeSlot.slice(0, 5),
      row.timeSlot.slice(-5),
      weekday(row.date),
      statusLabel(row.status, row.date, today),
      ...[row.coachFullName, row.participantFullName].map(escapeFormula),
      formatPhoneCell(row.participantPhoneNumber),
      ...[row.participantEmail, row.participantLocation, row.participantQualification].map(escapeFormula),
    ]),
  ]);
}
