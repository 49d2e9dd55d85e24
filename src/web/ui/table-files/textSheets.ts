import writeXlsx from 'write-excel-file/browser';

/** The width of each column, in characters. */
const columnWidth = 22;

/** A sheet of text cells; its first row is the header. */
export interface TextSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

/** Returns a spreadsheet of text cells, so that a program leaves phone numbers and dates as they are. */
export function createTextSheets(sheets: readonly TextSheet[]): Promise<Blob> {
  return writeXlsx(
    sheets.map(({ name, rows: [header = [], ...lines] }) => ({
      sheet: name,
      columns: header.map(() => ({ width: columnWidth })),
      data: [
        header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
        ...lines.map((line) => line.map((value) => (value === '' ? null : { value, type: String }))),
      ],
    })),
  ).toBlob();
}
