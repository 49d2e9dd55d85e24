import readXlsx from 'read-excel-file/node';
import writeXlsx, { type CellObject } from 'write-excel-file/node';
import { minutesOf } from '../../shared/berlin.ts';
import { columnWidths, printLayout, rowHeight } from './printing.ts';
import type { Cell, SheetFault, SheetTask, Workbook } from './sheet.ts';
import { unpack } from './unpack.ts';

/** Writes or reads a spreadsheet (xlsx). Runs in a sandbox. */
export default async function runTask(task: SheetTask): Promise<Uint8Array | string[][] | SheetFault> {
  return 'write' in task ? write(task.write) : read(task.read, task.maxRows);
}

async function write(workbook: Workbook): Promise<Uint8Array> {
  return writeXlsx(
    workbook.sheets.map((sheet) => {
      const widths = columnWidths(sheet);
      const toRow = (cells: readonly Cell[]) => {
        const height = rowHeight(cells, widths);
        return cells.map((cell) => toCellObject(cell, height));
      };
      return {
        sheet: sheet.name,
        orientation: 'landscape' as const,
        stickyRowsCount: 1,
        columns: widths.map((width) => ({ width })),
        data: [
          toRow(sheet.columns).map((cell) => cell && { ...cell, fontWeight: 'bold' as const }),
          ...sheet.rows.map(toRow),
        ],
      };
    }),
    { features: [printLayout(workbook)] },
  ).toBuffer();
}

/** `height` is that of the row in points, undefined for a row of one line. */
function toCellObject(cell: Cell, height: number | undefined): CellObject | null {
  if (cell === null || cell === '') return null;
  const layout = { alignVertical: 'top', ...(height === undefined ? {} : { height }) } as const;
  if (typeof cell === 'string') return { value: cell, type: String, ...layout, wrap: true };
  // Without the indent, a number would touch the text of the next column.
  if (typeof cell === 'number') return { value: cell, type: Number, ...layout, align: 'right', indent: 1 };
  const leftLayout = { ...layout, align: 'left' } as const;
  if ('date' in cell)
    return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy', ...leftLayout };
  return { value: minutesOf(cell.time) / 1440, type: Number, format: 'hh:mm', ...leftLayout };
}

/** Returns the rows of the first sheet as text. For a formula, returns the value that the file stores for it. */
async function read(bytes: Uint8Array, maxRows: number): Promise<string[][] | SheetFault> {
  try {
    const unpacked = await unpack(bytes);
    if (typeof unpacked === 'string') return unpacked;
    const [firstSheet] = await readXlsx(unpacked.archive);
    const dayZero = Date.parse(unpacked.countsFrom1904 ? '1904-01-01' : '1899-12-30');
    // One more row than allowed shows the caller that there are too many.
    return (firstSheet?.data ?? []).slice(0, maxRows + 1).map((row) => row.map((cell) => toText(cell, dayZero)));
  } catch {
    return 'unreadable';
  }
}

/** Returns a cell as text. `dayZero` is the instant, in milliseconds, from which the spreadsheet counts its days. */
function toText(cell: unknown, dayZero: number): string {
  if (cell instanceof Date) return formatDate(cell.getTime(), dayZero);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}

/** What Excel shows for a number that is not a valid date. */
const notADate = '#####';
const dayMs = 86_400_000;
const year10000 = Date.UTC(10_000, 0);

/**
 * Returns a date as `yyyy-mm-dd`, or a time of day as `HH:mm` or, if it has seconds, `HH:mm:ss`. A spreadsheet stores a
 * time as a fraction of a day, which is not exact, so it is rounded to seconds. Everything in the first two days is a
 * time, because the times from 24:00 are stored on the second day.
 */
function formatDate(milliseconds: number, dayZero: number): string {
  const seconds = Math.round((milliseconds - dayZero) / 1000);
  const instant = dayZero + seconds * 1000;
  // The comparison is also false for NaN, which the library returns for numbers that are too large for a date.
  if (!(seconds >= 0 && instant < year10000)) return notADate;
  if (instant >= dayZero + 2 * dayMs) return new Date(instant).toISOString().slice(0, 10);
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return parts.join(':').replace(/^(\d+:\d+):00$/, '$1');
}
