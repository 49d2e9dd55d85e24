import writeXlsx from 'write-excel-file/browser';
import { toFailedRowsTable } from '../../../shared/table-file.ts';

/** The width of each column, in characters. */
const columnWidth = 22;

/** Returns failed rows as a spreadsheet of text cells, to be corrected and sent again. */
export function createFailedRowsSheet(...table: Parameters<typeof toFailedRowsTable>): Promise<Blob> {
  const [header = [], ...lines] = toFailedRowsTable(...table);
  const cells = [
    header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...lines.map((line) => line.map((value) => (value === '' ? null : { value, type: String }))),
  ];
  return writeXlsx(cells, { sheet: 'Fehler', columns: header.map(() => ({ width: columnWidth })) }).toBlob();
}
