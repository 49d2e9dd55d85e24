/**
 * A cell to write: text, a number, a calendar date (`yyyy-mm-dd`), a time of day (`HH:mm`), or nothing. Text stays
 * text, even if it looks like a formula.
 */
export type Cell = string | number | { date: string } | { time: string } | null;

/** A sheet to write. The names of its columns become its first row. */
export interface Sheet {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Why a file cannot be read as a spreadsheet. */
export type SheetFault = 'unreadable' | 'tooLarge';

/** A file to write. `heading` stands at the top of each printed page. */
export interface Workbook {
  heading: string;
  sheets: readonly Sheet[];
}

/** A task for the worker: to write a file, or to read the bytes of a file. */
export type SheetTask = { write: Workbook } | { read: Uint8Array; maxRows: number };
