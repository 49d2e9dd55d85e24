import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { isDate, weekday } from '../../../shared/berlin.ts';
import {
  calendarColumns as columns,
  calendarLimits,
  calendarTooLarge,
  timeSentences,
  type CalendarColumn,
} from '../rules.ts';
import { type CoachingType, coachingTypes } from '../../../shared/coaching.ts';

/** Why a row was not imported, as the report says it. The last six are checks of the server, not of the reader. */
export const rowProblems = {
  tooFewColumns: 'Die Zeile hat zu wenige Spalten',
  coachMissing: 'Coach-E-Mail fehlt',
  unknownType: 'Unbekannter Typ (erlaubt: Einzelcoaching, Speedcoaching)',
  unreadableDate: 'Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT)',
  noSuchDate: 'Dieses Datum gibt es nicht',
  unreadableTime: 'Uhrzeit nicht lesbar (erwartet: HH:MM)',
  secondsInTime: 'Die Uhrzeit darf keine Sekunden haben',
  tillNotAfterFrom: timeSentences.order,
  invalidTime: timeSentences.clockChange,
  inPast: 'Der Termin liegt in der Vergangenheit',
  unknownCoach: 'Kein aktiver Coach mit dieser E-Mail-Adresse',
  inactiveCoach: 'Der Coach ist inaktiv',
  absent: 'Coach ist abwesend',
  overlap: 'Der Termin überschneidet sich mit einem anderen Termin des Coaches',
  alreadyExists: 'Termin existiert bereits',
} as const;

/**
 * A row in the import's report: `id` is the row's number; `date` (yyyy-mm-dd), `fromTime` and `tillTime` (HH:mm) are
 * normalised if they could be read, and otherwise as in the file (at most 100 characters); `day` is the German weekday
 * or ''; `coachEmail` (at most 254 characters) and `type` are as in the file.
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

/** A row that could be read. Date yyyy-mm-dd, times HH:mm, Berlin wall clock; coachEmail in lower case. */
export type GoodRow = {
  row: number;
  reported: ReportedRow;
  problem?: undefined;
  date: string;
  day: string;
  from: string;
  till: string;
  type: CoachingType;
  coachEmail: string;
};
export type BadRow = { row: number; reported: ReportedRow; problem: string };

/** The rows of a file in its order. `row` counts data rows from 1, blank ones included; blank ones are left out. */
export type Calendar = { rows: (GoodRow | BadRow)[]; fault?: undefined };

/** The file as a whole cannot be read; one German sentence says why. */
export type CalendarFault = { fault: string };

const separators = [';', ',', '\t'] as const;
/** The sentence about a file that is not a CSV file. */
export const notCsv = 'Die Datei ist keine CSV-Datei. Bitte speichere die Tabelle als CSV und versuche es erneut.';

/**
 * Reads a calendar of appointments (reference 7.3) as people's programs save it: UTF-8 with or without BOM,
 * Windows-1252 or UTF-16, separated by `;`, `,` or tab, columns in any order. It does not look at coaches, the clock or
 * other appointments, and never throws.
 */
export function readCalendar(bytes: Uint8Array): Calendar | CalendarFault {
  if (bytes.length > calendarLimits.bytes) return { fault: calendarTooLarge };
  const text = decode(bytes).normalize('NFC').replace(separatorLine, '');
  if (text.trim() === '') return { fault: 'Die Datei ist leer.' };
  // A text file has no NUL, and nearly every binary one has some in its first kilobytes. PDFs may be all text.
  if (text.includes('\0') || text.startsWith('%PDF-')) return { fault: notCsv };

  const separator = bestSeparator(text);
  let lines: Line[];
  try {
    lines = split(text, separator);
  } catch {
    return { fault: 'Die Datei kann nicht gelesen werden: Ein Anführungszeichen wird nicht geschlossen.' };
  }
  return readTable(lines);
}

/** Reads the calendar in the first sheet of a spreadsheet: its cells as text, row by row. */
export function readSheet(rows: readonly (readonly string[])[]): Calendar | CalendarFault {
  const lines = rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell.normalize('NFC')) }));
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return filled.length === 0 ? { fault: 'Die Datei ist leer.' } : readTable(filled);
}

/** Whether a file may be a spreadsheet (xlsx): it begins as a zip archive does. */
export function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04;
}

/** Reads the lines of a calendar that are not blank; the first one names the columns. */
function readTable(lines: readonly Line[]): Calendar | CalendarFault {
  const header = (lines[0]?.cells ?? []).map(headerKey);
  const missing = columns.filter((column) => !header.includes(column.toLowerCase()));
  if (missing.length > 0) return { fault: missingColumns(missing) };
  const doubled = columns.find((column) => header.filter((key) => key === column.toLowerCase()).length > 1);
  if (doubled) return { fault: `In der Datei steht die Spalte '${doubled}' mehrfach.` };
  if (lines.length - 1 > calendarLimits.rows) return { fault: 'Die Datei hat mehr als 20.000 Zeilen.' };

  const at = Object.fromEntries(columns.map((column) => [column, header.indexOf(column.toLowerCase())])) as At;
  const first = lines[0]?.number ?? 0;
  return { rows: lines.slice(1).map((line) => readRow(line.number - first, line.cells, at)) };
}

type At = Record<CalendarColumn, number>;
type Line = { number: number; cells: readonly string[] };

/** A first line that names the separator for Excel; the header shows it as well. */
const separatorLine = /^"?sep=[^\r\n]{0,20}(?:\r\n|\r|\n|$)/i;

/** Node's own windows-1252 decoder maps the bytes 0x80–0x9F to control characters, so € and – would be lost. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder(utf16Of(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'win1252');
  }
}

/** UTF-16 is recognised by its mark or by the empty halves of its first two letters; null for anything else. */
function utf16Of([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d) ? 'utf-16be' : null;
}

const headerKey = (cell: string) => cell.trim().toLowerCase();

/** The separator with which most columns are found: separators inside an extra column cannot win. */
function bestSeparator(text: string): string {
  const known = new Set(columns.map((column) => column.toLowerCase()));
  const start = text.trimStart();
  const end = start.search(/[\r\n]/);
  const header = start.slice(0, end < 0 ? undefined : end).replaceAll('"', '');
  const found = separators.map((by) => header.split(by).filter((cell) => known.has(headerKey(cell))).length);
  return separators[found.indexOf(Math.max(...found))] ?? ';';
}

/** The lines that are not blank, with their number in the file; at most one more than allowed. */
function split(text: string, separator: string): Line[] {
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

function missingColumns(missing: readonly CalendarColumn[]): string {
  const names = missing.map((column) => `'${column}'`);
  return names.length === 1
    ? `In der Datei fehlt die Spalte ${names[0]}.`
    : `In der Datei fehlen die Spalten ${names.slice(0, -1).join(', ')} und ${names.at(-1)}.`;
}

function readRow(row: number, cells: readonly string[], at: At): GoodRow | BadRow {
  const cell = (column: CalendarColumn) => cells[at[column]]?.trim() ?? '';
  const date = readDate(cell('Datum'));
  const from = readTime(cell('Von'));
  const till = readTime(cell('Bis'));
  const type = coachingTypes.find((name) => name.toLowerCase() === cell('Typ').toLowerCase());
  // An export puts an apostrophe before cells that would otherwise be read as formulas.
  const coachEmail = cell('Coach-E-Mail').replace(/^'/, '').toLowerCase();
  const real = date !== undefined && isDate(date);
  const day = real ? weekday(date) : '';
  const reported = {
    id: row,
    date: real ? date : truncated(cell('Datum')),
    day,
    fromTime: from ?? truncated(cell('Von')),
    tillTime: till ?? truncated(cell('Bis')),
    coachEmail: cell('Coach-E-Mail').slice(0, 254),
    type: truncated(cell('Typ')),
  };
  const bad = (problem: keyof typeof rowProblems): BadRow => ({ row, reported, problem: rowProblems[problem] });

  if (cells.length <= Math.max(...Object.values(at))) return bad('tooFewColumns');
  if (coachEmail === '') return bad('coachMissing');
  if (!type) return bad('unknownType');
  if (date === undefined) return bad('unreadableDate');
  if (!real) return bad('noSuchDate');
  if (from === undefined || till === undefined)
    return bad([cell('Von'), cell('Bis')].some((time) => seconds.test(time)) ? 'secondsInTime' : 'unreadableTime');
  if (till <= from) return bad('tillNotAfterFrom');
  return { row, reported, date, day, from, till, type, coachEmail };
}

/** A report of 20,000 bad rows must stay small whatever the cells contain. */
const truncated = (cell: string) => cell.slice(0, 100);

/**
 * `dd.mm.yyyy` (also d.m.yyyy, and d.m.yy of this century, as LibreOffice saves dates) or `yyyy-mm-dd` as yyyy-mm-dd,
 * even if that day does not exist.
 */
function readDate(cell: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return cell;
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/.exec(cell) ?? [];
  if (!day || !month || !year) return undefined;
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A time with seconds other than 00, which appointments do not have. */
const seconds = /^\d{1,2}:\d\d:(?!00$)\d\d$/;

/** `H:mm` or `HH:mm`, also with the seconds `:00`, as HH:mm. */
function readTime(cell: string): string | undefined {
  const [, time] = /^((?:[01]?\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(cell) ?? [];
  return time?.padStart(5, '0');
}
