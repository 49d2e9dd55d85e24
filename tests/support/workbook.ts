import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The Excel formats of cells by their style number (`s`): general, date, time of day. */
const formats = [0, 14, 20];

/**
 * Returns a spreadsheet with one sheet: its rows as XML, the attributes of its `workbookPr`, and further files of the
 * archive.
 */
export async function createWorkbook(
  rows: string,
  { properties = '', parts = {} }: { properties?: string; parts?: Record<string, string | Buffer> } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  const files: Record<string, string | Buffer> = {
    'xl/workbook.xml': `<workbook xmlns="${mainNamespace}" xmlns:r="${relations}"><workbookPr ${properties}/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${mainNamespace}"><cellXfs>${formats.map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${mainNamespace}"><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  };
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A cell as it is stored: text, or a number that is shown as a number, a date or a time of day. */
export type StoredCell = string | number | { date: number } | { time: number };

/** Returns the rows of a sheet as XML, numbered from 1. */
export function sheetRows(rows: readonly (readonly StoredCell[])[]): string {
  return rows
    .map((cells, row) => {
      const xml = cells.map((cell, column) => cellOf(`${String.fromCharCode(65 + column)}${row + 1}`, cell));
      return `<row r="${row + 1}">${xml.join('')}</row>`;
    })
    .join('');
}

function cellOf(address: string, cell: StoredCell): string {
  if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  const [format, value] = 'date' in cell ? [1, cell.date] : [2, cell.time];
  return `<c r="${address}" s="${format}"><v>${value}</v></c>`;
}
