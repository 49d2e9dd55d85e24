import { germanDate, weekday, type wallClock } from '../../shared/berlin.ts';
import { formatPhoneCell, escapeFormula, writeCsv } from '../../shared/csv.ts';
import type { Cell, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { participantColumns, type OverviewRow, type ParticipantColumn } from './contract.ts';
import { calendarColumns, currentStatusLabel } from './rules.ts';

/** A row of the overview with its coach's e-mail address; date `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm'. */
export type ExportedRow = Pick<
  OverviewRow,
  | 'date'
  | 'timeSlot'
  | 'status'
  | 'isSpeedcoaching'
  | 'reserved'
  | 'coachFullName'
  | 'participantFullName'
  | 'participantPhoneNumber'
  | 'participantEmail'
  | 'participantLocation'
  | 'participantQualification'
> & { coachEmail: string };

/** The Berlin day `yyyy-mm-dd` and time `HH:mm`. */
type BerlinTime = ReturnType<typeof wallClock>;

/** The columns that the import reads, then those that it ignores. */
const columns = [...calendarColumns, 'Wochentag', 'Status', 'Coach', 'Teilnehmer:in'];

/** The columns with a participant's data, which can be left out. */
const participantCells: Record<ParticipantColumn, { title: string; cell: (row: ExportedRow) => string }> = {
  phone: { title: 'Telefon', cell: ({ participantPhoneNumber }) => participantPhoneNumber },
  email: { title: 'E-Mail', cell: ({ participantEmail }) => participantEmail },
  location: { title: 'Standort', cell: ({ participantLocation }) => participantLocation },
  qualification: { title: 'Qualifizierung', cell: ({ participantQualification }) => participantQualification },
};

const titlesOf = (chosen: readonly ParticipantColumn[]) => [
  ...columns,
  ...participantColumns.filter((column) => chosen.includes(column)).map((column) => participantCells[column].title),
];

const typeOf = (row: ExportedRow) => (row.isSpeedcoaching ? 'Speedcoaching' : 'Einzelcoaching');

/**
 * Returns appointments as a sheet (reference 7.8) with date and time cells and the chosen columns with participants'
 * data; phone numbers are texts. The status is the one at `now`, as the overview says it.
 */
export function exportSheet(
  rows: readonly ExportedRow[],
  now: BerlinTime,
  chosen: readonly ParticipantColumn[],
): Sheet {
  const shown = participantColumns.filter((column) => chosen.includes(column));
  return {
    name: 'Termine',
    columns: titlesOf(chosen),
    rows: rows.map((row): Cell[] => [
      row.coachEmail,
      typeOf(row),
      { date: row.date },
      { time: row.timeSlot.slice(0, 5) },
      { time: row.timeSlot.slice(-5) },
      weekday(row.date),
      currentStatusLabel(row, now),
      row.coachFullName,
      row.participantFullName,
      ...shown.map((column) => participantCells[column].cell(row)),
    ]),
  };
}

/**
 * Returns appointments as CSV (reference 7.8) with the chosen columns with participants' data, and with texts that
 * spreadsheet programs do not read as formulas.
 */
export function exportCsv(rows: readonly ExportedRow[], now: BerlinTime, chosen: readonly ParticipantColumn[]): string {
  const shown = participantColumns.filter((column) => chosen.includes(column));
  return writeCsv([
    titlesOf(chosen),
    ...rows.map((row) => [
      escapeFormula(row.coachEmail),
      typeOf(row),
      germanDate(row.date),
      row.timeSlot.slice(0, 5),
      row.timeSlot.slice(-5),
      weekday(row.date),
      currentStatusLabel(row, now),
      ...[row.coachFullName, row.participantFullName].map(escapeFormula),
      ...shown.map((column) => {
        const text = participantCells[column].cell(row);
        return column === 'phone' ? formatPhoneCell(text) : escapeFormula(text);
      }),
    ]),
  ]);
}
