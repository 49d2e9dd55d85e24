import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The XML namespace of the elements of a spreadsheet. */
export const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Excel's number formats of the styles 0 (general), 1 (date) and 2 (time of day). A cell names its style in `s`. */
const formats = [0, 14, 20];

/**
 * Returns an xlsx file with one sheet. `rows` is the XML of the sheet's rows, `properties` the attributes of the
 * `workbookPr` element. `parts` adds files to the archive or replaces them, by name.
 */
export async function createWorkbook(
  rows: string,
  { properties = '', parts = {} }: { properties?: string; parts?: Record<string, string | Buffer> } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  const files: Record<string, string | Buffer> = {
    'xl/workbook.xml': `<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipsNamespace}"><workbookPr ${properties}/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationshipsNamespace}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${spreadsheetNamespace}"><cellXfs>${formats.map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheetNamespace}"><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  };
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** The stored content of a cell: text, or a number that Excel shows as a number, a date or a time of day. */
export type StoredCell = string | number | { date: number } | { time: number };

/** Returns the XML of a sheet's rows; the first row has the number 1. */
export function renderRows(rows: readonly (readonly StoredCell[])[]): string {
  return rows
    .map((cells, row) => {
      const xml = cells.map((cell, column) => renderCell(`${String.fromCharCode(65 + column)}${row + 1}`, cell));
      return `<row r="${row + 1}">${xml.join('')}</row>`;
    })
    .join('');
}

function renderCell(reference: string, cell: StoredCell): string {
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  const [style, value] = 'date' in cell ? [1, cell.date] : [2, cell.time];
  return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
}
