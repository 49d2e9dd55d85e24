import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { fileTooLargeMessage } from '../../shared/table-file.ts';

/** What a file with a table must be like. */
export interface TableRules<Column extends string = string> {
  /** The names of the columns, in any order and in large or small letters; further columns are ignored. */
  columns: readonly Column[];
  maxBytes: number;
  /** The maximum number of rows that are not blank, without the header. */
  maxRows: number;
}

/** A row of a table. */
export interface TableRow<Column extends string = string> {
  /** 1 for the row after the header; blank rows count, too. */
  rowNumber: number;
  /** The trimmed text of each column. */
  cells: Record<Column, string>;
  /** Whether the row ends before the last of the columns. */
  isShort: boolean;
}

/**
 * The rows of a file in order, without blank rows. `headerRow` is the number of the header as a spreadsheet program
 * shows it, so a row is `headerRow` + its number there.
 */
export interface Table<Column extends string = string> {
  headerRow: number;
  rows: TableRow<Column>[];
  fault?: undefined;
}

/** The reason, as a German sentence, why the whole file cannot be read. */
export interface TableFault {
  fault: string;
}

const separators = [';', ',', '\t'] as const;
/** The message for a file that is not a CSV file. */
export const notCsvMessage =
  'Die Datei ist keine CSV-Datei. Bitte speichere die Tabelle als CSV und versuche es erneut.';

/**
 * Reads a table from a CSV file as spreadsheet programs save it: UTF-8 with or without BOM, Windows-1252 or UTF-16,
 * separated by `;`, `,` or tab. Never throws.
 */
export function readCsvTable<Column extends string>(
  bytes: Uint8Array,
  rules: TableRules<Column>,
): Table<Column> | TableFault {
  if (bytes.length > rules.maxBytes) return { fault: fileTooLargeMessage(rules.maxBytes) };
  const text = decode(bytes).normalize('NFC').replace(separatorLine, '');
  if (text.trim() === '') return { fault: 'Die Datei ist leer.' };
  // A text file contains no NUL, and almost every binary file does. A PDF may consist of text only.
  if (text.includes('\0') || text.startsWith('%PDF-')) return { fault: notCsvMessage };

  let lines: Line[];
  try {
    lines = splitLines(text, bestSeparator(text, rules.columns), rules.maxRows);
  } catch {
    return { fault: 'Die Datei kann nicht gelesen werden: Ein Anführungszeichen wird nicht geschlossen.' };
  }
  return toTable(lines, rules);
}

/** Reads a table from the first sheet of a spreadsheet, given as rows of text cells. */
export function readSheetTable<Column extends string>(
  rows: readonly (readonly string[])[],
  rules: TableRules<Column>,
): Table<Column> | TableFault {
  const lines = rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell.normalize('NFC')) }));
  const nonBlank = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return nonBlank.length === 0 ? { fault: 'Die Datei ist leer.' } : toTable(nonBlank, rules);
}

/** Whether a file starts like a zip archive, and so may be a spreadsheet (xlsx). */
export function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04;
}

/** A line that is not blank. */
interface Line {
  number: number;
  cells: readonly string[];
}

/** Reads a table from its lines; the first one names the columns. */
function toTable<Column extends string>(
  lines: readonly Line[],
  { columns, maxRows }: TableRules<Column>,
): Table<Column> | TableFault {
  const header = (lines[0]?.cells ?? []).map(normalizeHeader);
  const missingColumns = columns.filter((column) => !header.includes(column.toLowerCase()));
  if (missingColumns.length > 0) return { fault: missingColumnsMessage(missingColumns) };
  const duplicateColumn = columns.find((column) => header.filter((key) => key === column.toLowerCase()).length > 1);
  if (duplicateColumn) return { fault: `In der Datei steht die Spalte '${duplicateColumn}' mehrfach.` };
  if (lines.length - 1 > maxRows) return { fault: `Die Datei hat mehr als ${maxRows.toLocaleString('de-DE')} Zeilen.` };

  const indexes = columns.map((column) => header.indexOf(column.toLowerCase()));
  const lastIndex = Math.max(...indexes);
  const headerRow = lines[0]?.number ?? 1;
  const rows = lines.slice(1).map(({ number, cells }) => ({
    rowNumber: number - headerRow,
    cells: Object.fromEntries(columns.map((column, at) => [column, cells[indexes[at] ?? -1]?.trim() ?? ''])) as Record<
      Column,
      string
    >,
    isShort: cells.length <= lastIndex,
  }));
  return { headerRow, rows };
}

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
function bestSeparator(text: string, columns: readonly string[]): string {
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
function splitLines(text: string, separator: string, maxRows: number): Line[] {
  const lines: Line[] = [];
  let number = 0;
  parse(text, {
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    on_record: (cells: string[]) => {
      number += 1;
      if (lines.length < maxRows + 2 && cells.some((cell) => cell.trim() !== '')) lines.push({ number, cells });
      return null;
    },
  });
  return lines;
}

function missingColumnsMessage(missingColumns: readonly string[]): string {
  const names = missingColumns.map((column) => `'${column}'`);
  return names.length === 1
    ? `In der Datei fehlt die Spalte ${names[0]}.`
    : `In der Datei fehlen die Spalten ${names.slice(0, -1).join(', ')} und ${names.at(-1)}.`;
}
