import { weekday } from '../../../shared/berlin.ts';
import { readCsvTable, type Table, type TableFault, type TableRow } from '../../../platform/spreadsheet/csv-table.ts';
import { calendarColumns, calendarLimits, existingRowMessage, timeMessages, type CalendarColumn } from '../rules.ts';
import { type CoachingType, coachingTypes } from '../../../shared/coaching.ts';
import { unescapeFormula } from '../../../shared/csv.ts';
import { dateMessages, readDateCell } from '../../../shared/table-file.ts';

/** The reasons why a row was not imported. The import, not this reader, finds the reasons from `invalidTime` on. */
export const rowProblems = {
  tooFewColumns: 'Die Zeile hat zu wenige Spalten',
  coachMissing: 'Coach-E-Mail fehlt',
  unknownType: 'Unbekannter Typ (erlaubt: Einzelcoaching, Speedcoaching)',
  unreadableDate: dateMessages.unreadable,
  noSuchDate: dateMessages.noSuchDate,
  unreadableTime: 'Uhrzeit nicht lesbar (erwartet: HH:MM)',
  secondsInTime: 'Die Uhrzeit darf keine Sekunden haben',
  tillNotAfterFrom: timeMessages.order,
  invalidTime: timeMessages.clockChange,
  inPast: 'Der Termin liegt in der Vergangenheit',
  unknownCoach: 'Kein aktiver Coach mit dieser E-Mail-Adresse',
  inactiveCoach: 'Der Coach ist inaktiv',
  absent: 'Coach ist abwesend',
  overlap: 'Der Termin überschneidet sich mit einem anderen Termin des Coaches',
  alreadyExists: existingRowMessage,
} as const;

/**
 * A row in the import's report: `id` is the row's number; `date` (yyyy-mm-dd), `fromTime` and `tillTime` (HH:mm) are
 * normalised if they could be read, and otherwise copied from the file (at most 100 characters). `day` is the German
 * weekday or ''. `coachEmail` (at most 254 characters) and `type` are copied from the file.
 */
export type ReportedRow = {
  id: number;
  date: string;
  day: string;
  fromTime: string;
  tillTime: string;
  coachEmail: string;
  type: string;
};

/** A valid row. Date yyyy-mm-dd, times HH:mm, Berlin wall clock; coachEmail in lower case. */
export type ValidRow = {
  rowNumber: number;
  reported: ReportedRow;
  problems?: undefined;
  date: string;
  day: string;
  from: string;
  till: string;
  type: CoachingType;
  coachEmail: string;
};
/**
 * A row with mistakes, and what of it could be read all the same, so that the import can look for further ones. `problems`
 * are the sentences for all that this reader finds.
 */
export type InvalidRow = { rowNumber: number; reported: ReportedRow; problems: string[] } & {
  [Field in 'date' | 'from' | 'till' | 'type' | 'coachEmail']: ValidRow[Field] | undefined;
};

/** Joins the sentences about a row; a single one stays as it is (reference 7.4). */
export function joinProblems(problems: readonly string[]): string {
  return problems.length === 1 ? (problems[0] ?? '') : problems.map((problem) => `${problem}.`).join(' ');
}

/**
 * The rows of a file in order, without blank rows. Row numbers start with 1 after the header and count blank rows.
 * `headerRow` is the number of the header as a spreadsheet program shows it, so a row is `headerRow` + its number there.
 */
export type Calendar = { headerRow: number; rows: (ValidRow | InvalidRow)[]; fault?: undefined };

/** What a file with a calendar must be like (reference 7.3). */
export const calendarRules = {
  columns: calendarColumns,
  maxBytes: calendarLimits.bytes,
  maxRows: calendarLimits.rows,
} as const;

/** Reads a calendar of appointments from a CSV file (reference 7.3). Never throws. */
export function readCalendar(bytes: Uint8Array): Calendar | TableFault {
  const table = readCsvTable(bytes, calendarRules);
  return table.fault === undefined ? toCalendar(table) : table;
}

/** Reads the rows of a calendar. It does not check coaches, the clock or other appointments. */
export function toCalendar({ headerRow, rows }: Table<CalendarColumn>): Calendar {
  return { headerRow, rows: rows.map(readRow) };
}

function readRow({ rowNumber, cells, isShort }: TableRow<CalendarColumn>): ValidRow | InvalidRow {
  const { date, problem: dateProblem } = readDateCell(cells.Datum);
  const from = readTime(cells.Von);
  const till = readTime(cells.Bis);
  const type = coachingTypes.find((name) => name.toLowerCase() === cells.Typ.toLowerCase());
  const coachEmail = unescapeFormula(cells['Coach-E-Mail']).toLowerCase();
  const day = date === undefined ? '' : weekday(date);
  const reported = {
    id: rowNumber,
    date: date ?? shorten(cells.Datum),
    day,
    fromTime: from ?? shorten(cells.Von),
    tillTime: till ?? shorten(cells.Bis),
    coachEmail: cells['Coach-E-Mail'].slice(0, 254),
    type: shorten(cells.Typ),
  };
  // The cells that are missing would only add mistakes that are none.
  if (isShort) return { rowNumber, reported, problems: [rowProblems.tooFewColumns], ...nothingRead };
  const problems = [
    ...(coachEmail === '' ? [rowProblems.coachMissing] : []),
    ...(type ? [] : [rowProblems.unknownType]),
    ...(date === undefined ? [rowProblems[dateProblem === 'noSuchDate' ? 'noSuchDate' : 'unreadableDate']] : []),
    ...timeProblemsOf(cells.Von, cells.Bis),
  ];
  if (type && date !== undefined && from !== undefined && till !== undefined && problems.length === 0)
    return { rowNumber, reported, date, day, from, till, type, coachEmail };
  const read = { date, from, till, type, coachEmail: coachEmail || undefined };
  return { rowNumber, reported, problems, ...read };
}

const nothingRead = { date: undefined, from: undefined, till: undefined, type: undefined, coachEmail: undefined };

/** Returns what is wrong with the times of a row: each mistake once, or their order. */
function timeProblemsOf(fromCell: string, tillCell: string): string[] {
  const [from, till] = [readTime(fromCell), readTime(tillCell)];
  if (from !== undefined && till !== undefined) return till <= from ? [rowProblems.tillNotAfterFrom] : [];
  const problems = [fromCell, tillCell]
    .filter((cell) => readTime(cell) === undefined)
    .map((cell) => rowProblems[nonZeroSeconds.test(cell) ? 'secondsInTime' : 'unreadableTime']);
  return [...new Set(problems)];
}

/** Shortens a cell, so that even a report of 20,000 invalid rows stays small. */
const shorten = (cell: string) => cell.slice(0, 100);

/** A time with seconds other than 00, which appointments do not have. */
const nonZeroSeconds = /^\d{1,2}:\d\d:(?!00$)\d\d$/;

/** Converts `H:mm` or `HH:mm`, with or without the seconds `:00`, to HH:mm; undefined for anything else. */
function readTime(cell: string): string | undefined {
  const [, time] = /^((?:[01]?\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(cell) ?? [];
  return time?.padStart(5, '0');
}
