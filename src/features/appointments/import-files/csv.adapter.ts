import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { isDate, weekday } from '../../../shared/berlin.ts';
import {
  calendarColumns as columns,
  calendarLimits,
  calendarTooLargeMessage,
  timeMessages,
  type CalendarColumn,
} from '../rules.ts';
import { type CoachingType, coachingTypes } from '../../../shared/coaching.ts';

/** The reasons why a row was not imported. The import, not this reader, finds the reasons from `invalidTime` on. */
export const rowProblems = {
  tooFewColumns: 'Die Zeile hat zu wenige Spalten',
  coachMissing: 'Coach-E-Mail fehlt',
  unknownType: 'Unbekannter Typ (erlaubt: Einzelcoaching, Speedcoaching)',
  unreadableDate: 'Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT)',
  noSuchDate: 'Dieses Datum gibt es nicht',
  unreadableTime: 'Uhrzeit nicht lesbar (erwartet: HH:MM)',
  secondsInTime: 'Die Uhrzeit darf keine Sekunden haben',
  tillNotAfterFrom: timeMessages.order,
  invalidTime: timeMessages.clockChange,
  inPast: 'Der Termin liegt in der Vergangenheit',
  unknownCoach: 'Kein aktiver Coach mit dieser E-Mail-Adresse',
  inactiveCoach: 'Der Coach ist inaktiv',
  absent: 'Coach ist abwesend',
  overlap: 'Der Termin überschneidet sich mit einem anderen Termin des Coaches',
  alreadyExists: 'Termin existiert bereits',
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
  problem?: undefined;
  date: string;
  day: string;
  from: string;
  till: string;
  type: CoachingType;
  coachEmail: string;
};
export type InvalidRow = { rowNumber: number; reported: ReportedRow; problem: string };

/**
 * The rows of a file in order, without blank rows. Row numbers start with 1 after the header and count blank rows.
 * `headerRow` is the number of the header as a spreadsheet program shows it, so a row is `headerRow` + its number there.
 */
export type Calendar = { headerRow: number; rows: (ValidRow | InvalidRow)[]; fault?: undefined };

/** The reason, as a German sentence, why the whole file cannot be read. */
export type CalendarFault = { fault: string };

const separators = [';', ',', '\t'] as const;
/** The message for a file that is not a CSV file. */
export const notCsvMessage =
  'Die Datei ist keine CSV-Datei. Bitte speichere die Tabelle als CSV und versuche es erneut.';

/**
 * Reads a calendar of appointments (reference 7.3) as spreadsheet programs save it: UTF-8 with or without BOM,
 * Windows-1252 or UTF-16, separated by `;`, `,` or tab, columns in any order. It does not check coaches, the clock or
 * other appointments, and never throws.
 */
export function readCalendar(bytes: Uint8Array): Calendar | CalendarFault {
  if (bytes.length > calendarLimits.bytes) return { fault: calendarTooLargeMessage };
  const text = decode(bytes).normalize('NFC').replace(separatorLine, '');
  if (text.trim() === '') return { fault: 'Die Datei ist leer.' };
  // A text file contains no NUL, and almost every binary file does. A PDF may consist of text only.
  if (text.includes('\0') || text.startsWith('%PDF-')) return { fault: notCsvMessage };

  const separator = bestSeparator(text);
  let lines: Line[];
  try {
    lines = splitLines(text, separator);
  } catch {
    return { fault: 'Die Datei kann nicht gelesen werden: Ein Anführungszeichen wird nicht geschlossen.' };
  }
  return readTable(lines);
}

/** Reads a calendar from the first sheet of a spreadsheet, given as rows of text cells. */
export function readSheet(rows: readonly (readonly string[])[]): Calendar | CalendarFault {
  const lines = rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell.normalize('NFC')) }));
  const nonBlank = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return nonBlank.length === 0 ? { fault: 'Die Datei ist leer.' } : readTable(nonBlank);
}

/** Whether a file starts like a zip archive, and so may be a spreadsheet (xlsx). */
export function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04;
}

/** Reads a calendar from its lines that are not blank; the first one names the columns. */
function readTable(lines: readonly Line[]): Calendar | CalendarFault {
  const header = (lines[0]?.cells ?? []).map(normalizeHeader);
  const missingColumns = columns.filter((column) => !header.includes(column.toLowerCase()));
  if (missingColumns.length > 0) return { fault: missingColumnsMessage(missingColumns) };
  const duplicateColumn = columns.find((column) => header.filter((key) => key === column.toLowerCase()).length > 1);
  if (duplicateColumn) return { fault: `In der Datei steht die Spalte '${duplicateColumn}' mehrfach.` };
  if (lines.length - 1 > calendarLimits.rows) return { fault: 'Die Datei hat mehr als 20.000 Zeilen.' };

  const columnIndexes = Object.fromEntries(
    columns.map((column) => [column, header.indexOf(column.toLowerCase())]),
  ) as ColumnIndexes;
  const headerRow = lines[0]?.number ?? 1;
  const rows = lines.slice(1).map((line) => readRow(line.number - headerRow, line.cells, columnIndexes));
  return { headerRow, rows };
}

type ColumnIndexes = Record<CalendarColumn, number>;
type Line = { number: number; cells: readonly string[] };

/** A first line that names the separator for Excel. It is removed, because the header shows the separator, too. */
const separatorLine = /^"?sep=[^\r\n]{0,20}(?:\r\n|\r|\n|$)/i;

/**
 * Decodes UTF-16, UTF-8 or otherwise Windows-1252. Node's own windows-1252 decoder maps the bytes 0x80–0x9F to control
 * characters, so € and – would be lost.
 */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder(utf16Of(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'win1252');
  }
}

/**
 * Returns the UTF-16 encoding of a file, detected by its BOM or by the zero bytes in its first two letters; null if the
 * file is not UTF-16.
 */
function utf16Of([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d) ? 'utf-16be' : null;
}

const normalizeHeader = (cell: string) => cell.trim().toLowerCase();

/** Returns the separator that yields the most known columns. Others may occur in the names of extra columns. */
function bestSeparator(text: string): string {
  const knownColumns = new Set(columns.map((column) => column.toLowerCase()));
  const start = text.trimStart();
  const end = start.search(/[\r\n]/);
  const header = start.slice(0, end < 0 ? undefined : end).replaceAll('"', '');
  const columnCounts = separators.map(
    (candidate) => header.split(candidate).filter((cell) => knownColumns.has(normalizeHeader(cell))).length,
  );
  return separators[columnCounts.indexOf(Math.max(...columnCounts))] ?? ';';
}

/** Returns the lines that are not blank, with their numbers: at most the header and one row more than allowed. */
function splitLines(text: string, separator: string): Line[] {
  const lines: Line[] = [];
  let number = 0;
  parse(text, {
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    on_record: (cells: string[]) => {
      number += 1;
      if (lines.length < calendarLimits.rows + 2 && cells.some((cell) => cell.trim() !== ''))
        lines.push({ number, cells });
      return null;
    },
  });
  return lines;
}

function missingColumnsMessage(missingColumns: readonly CalendarColumn[]): string {
  const names = missingColumns.map((column) => `'${column}'`);
  return names.length === 1
    ? `In der Datei fehlt die Spalte ${names[0]}.`
    : `In der Datei fehlen die Spalten ${names.slice(0, -1).join(', ')} und ${names.at(-1)}.`;
}

function readRow(rowNumber: number, cells: readonly string[], columnIndexes: ColumnIndexes): ValidRow | InvalidRow {
  const cell = (column: CalendarColumn) => cells[columnIndexes[column]]?.trim() ?? '';
  const date = readDate(cell('Datum'));
  const from = readTime(cell('Von'));
  const till = readTime(cell('Bis'));
  const type = coachingTypes.find((name) => name.toLowerCase() === cell('Typ').toLowerCase());
  // An export prefixes cells that would otherwise be read as formulas with an apostrophe.
  const coachEmail = cell('Coach-E-Mail').replace(/^'/, '').toLowerCase();
  const dateExists = date !== undefined && isDate(date);
  const day = dateExists ? weekday(date) : '';
  const reported = {
    id: rowNumber,
    date: dateExists ? date : shorten(cell('Datum')),
    day,
    fromTime: from ?? shorten(cell('Von')),
    tillTime: till ?? shorten(cell('Bis')),
    coachEmail: cell('Coach-E-Mail').slice(0, 254),
    type: shorten(cell('Typ')),
  };
  const invalidRow = (problem: keyof typeof rowProblems): InvalidRow => ({
    rowNumber,
    reported,
    problem: rowProblems[problem],
  });

  if (cells.length <= Math.max(...Object.values(columnIndexes))) return invalidRow('tooFewColumns');
  if (coachEmail === '') return invalidRow('coachMissing');
  if (!type) return invalidRow('unknownType');
  if (date === undefined) return invalidRow('unreadableDate');
  if (!dateExists) return invalidRow('noSuchDate');
  if (from === undefined || till === undefined)
    return invalidRow(
      [cell('Von'), cell('Bis')].some((time) => nonZeroSeconds.test(time)) ? 'secondsInTime' : 'unreadableTime',
    );
  if (till <= from) return invalidRow('tillNotAfterFrom');
  return { rowNumber, reported, date, day, from, till, type, coachEmail };
}

/** Shortens a cell, so that even a report of 20,000 invalid rows stays small. */
const shorten = (cell: string) => cell.slice(0, 100);

/**
 * Converts `dd.mm.yyyy` (also d.m.yyyy, or d.m.yy in this century, as LibreOffice saves dates) or `yyyy-mm-dd` to
 * yyyy-mm-dd, even if that day does not exist; undefined for anything else.
 */
function readDate(cell: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return cell;
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/.exec(cell) ?? [];
  if (!day || !month || !year) return undefined;
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A time with seconds other than 00, which appointments do not have. */
const nonZeroSeconds = /^\d{1,2}:\d\d:(?!00$)\d\d$/;

/** Converts `H:mm` or `HH:mm`, with or without the seconds `:00`, to HH:mm; undefined for anything else. */
function readTime(cell: string): string | undefined {
  const [, time] = /^((?:[01]?\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(cell) ?? [];
  return time?.padStart(5, '0');
}
