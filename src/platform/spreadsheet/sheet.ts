/**
 * A cell to write: text, a number, a calendar date (`yyyy-mm-dd`), a time of day (`HH:mm`), or nothing. A text stays
 * text, even if it begins like a formula.
 */
export type Cell = string | number | { date: string } | { time: string } | null;

/** A sheet to write: its name, the names of its columns, and its rows. */
export interface Sheet {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Why a file cannot be read as a spreadsheet. */
export type SheetFault = 'unreadable' | 'tooLarge';

/** A task for the worker. */
export type SheetTask = { write: readonly Sheet[] } | { read: Uint8Array; maxRows: number };
