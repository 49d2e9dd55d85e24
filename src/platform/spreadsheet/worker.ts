import readXlsx from 'read-excel-file/node';
import writeXlsx, { type CellObject } from 'write-excel-file/node';
import { minutesOf } from '../../shared/berlin.ts';
import type { Cell, Sheet, SheetFault, SheetTask } from './sheet.ts';
import { unpack } from './unpack.ts';

/** Writes or reads a spreadsheet (xlsx); runs in a sandbox. */
export default async function work(task: SheetTask): Promise<Uint8Array | string[][] | SheetFault> {
  return 'write' in task ? write(task.write) : read(task.read, task.mostRows);
}

async function write(sheets: readonly Sheet[]): Promise<Uint8Array> {
  return writeXlsx(
    sheets.map(({ name, columns, rows }) => ({
      sheet: name,
      stickyRowsCount: 1,
      columns: columns.map((column) => ({ width: Math.max(12, column.length + 2) })),
      data: [
        columns.map((column) => ({ value: column, type: String, fontWeight: 'bold' as const })),
        ...rows.map((row) => row.map(cellOf)),
      ],
    })),
  ).toBuffer();
}

function cellOf(cell: Cell): CellObject | null {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return { value: cell, type: String };
  if (typeof cell === 'number') return { value: cell, type: Number };
  if ('date' in cell) return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' };
  return { value: minutesOf(cell.time) / 1440, type: Number, format: 'hh:mm' };
}

/** The cells of the first sheet as text; formulas have the value that the file holds for them. */
async function read(bytes: Uint8Array, mostRows: number): Promise<string[][] | SheetFault> {
  try {
    const parts = await unpack(bytes);
    if (typeof parts === 'string') return parts;
    const [first] = await readXlsx(parts);
    // One more tells that there are too many.
    return (first?.data ?? []).slice(0, mostRows + 1).map((row) => row.map(textOf));
  } catch {
    return 'unreadable';
  }
}

/** Dates as `yyyy-mm-dd`, times as `HH:mm`, with `:ss` where there are seconds. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    // Spreadsheets count a time of day from the last day of 1899; its fraction of a day is not exact.
    const iso = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString();
    return iso < '1901' ? iso.slice(11, 19).replace(/:00$/, '') : iso.slice(0, 10);
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
