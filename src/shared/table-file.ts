import { isDate } from './berlin.ts';
import { escapeFormula, writeCsv } from './csv.ts';

/** A text part with this name and the value '1' requests a dry run of a file, before or after the file. */
export const dryRunField = 'dryRun';

/** The refusals of calls that take a file with a table. `unreadable` is sent with a sentence about the fault. */
export const tableFileRefusals = {
  noFile: 'Es wurde keine Datei ausgewählt.',
  unreadable: 'Die Datei kann nicht gelesen werden.',
} as const;

/** The message for a file that is too large, on the screen and from the server. */
export const fileTooLargeMessage = (maxBytes: number): string => `Die Datei ist größer als ${maxBytes / 1_000_000} MB.`;

/** The messages about a cell that should have a date. */
export const dateMessages = {
  unreadable: 'Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT)',
  noSuchDate: 'Dieses Datum gibt es nicht',
} as const;

/**
 * Reads the date of a cell: `dd.mm.yyyy` (also d.m.yyyy, or d.m.yy in this century, as LibreOffice saves dates) or
 * `yyyy-mm-dd`. Returns it as yyyy-mm-dd, or why it is not a date.
 */
export function readDateCell(
  cell: string,
): { date: string; problem?: undefined } | { date?: undefined; problem: keyof typeof dateMessages } {
  const date = toIsoDate(cell);
  if (date === null) return { problem: 'unreadable' };
  return isDate(date) ? { date } : { problem: 'noSuchDate' };
}

function toIsoDate(cell: string): string | null {
  const date = cell.replace(
    /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/,
    (_, day: string, month: string, year: string) =>
      `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  return /^\d{4}-\d\d-\d\d$/.test(date) ? date : null;
}

/** A row of a file that failed: its cells in the order of the columns, its number as Excel shows it, and the reason. */
export interface FailedRow {
  cells: readonly string[];
  row: number;
  message: string;
}

/**
 * Returns failed rows as a CSV file to be corrected and sent again. It has the columns of the file and two that are
 * ignored when it is sent again: the row's number in the original file, and the reason.
 */
export function formatFailedRowsAsCsv(columns: readonly string[], rows: readonly FailedRow[]): string {
  // Only the cells that come from the original file can be formulas.
  return writeCsv(
    toFailedRowsTable(
      columns,
      rows.map((row) => ({ ...row, cells: row.cells.map(escapeFormula) })),
    ),
  );
}

/** Returns a header and failed rows, with the columns of `formatFailedRowsAsCsv`. */
export function toFailedRowsTable(columns: readonly string[], rows: readonly FailedRow[]): string[][] {
  return [[...columns, 'Zeile', 'Fehler'], ...rows.map(({ cells, row, message }) => [...cells, String(row), message])];
}
