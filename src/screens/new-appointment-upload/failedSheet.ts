import writeXlsx from 'write-excel-file/browser';
import { toFailedRowsTable } from '../../features/appointments/rules.ts';

/** The width of each column, in characters. */
const columnWidth = 22;

/** Returns the failed rows as a spreadsheet of text cells (reference 7.4), to correct and import again. */
export function createFailedRowsSheet(...table: Parameters<typeof toFailedRowsTable>): Promise<Blob> {
  const [header = [], ...lines] = toFailedRowsTable(...table);
  const cells = [
    header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...lines.map((line) => line.map((value) => (value === '' ? null : { value, type: String }))),
  ];
  return writeXlsx(cells, { sheet: 'Fehler', columns: header.map(() => ({ width: columnWidth })) }).toBlob();
}
