import type { Blob } from 'node:buffer';
import type Stream from 'node:stream';
import type { Feature } from 'write-excel-file/node';
import { sanitizeTextContent } from 'write-excel-file/utility';
import type { Cell, Sheet, Workbook } from './sheet.ts';

/** The widths of columns in letters. A longer text continues in the next line of its cell. */
const widths = { min: 6, max: 32, padding: 2 } as const;

/** The height of a line and the maximum height of a row in Excel, in points. */
const heights = { line: 15, maxRow: 405 } as const;

/** Returns the width of each column in letters: that of its longest cell or of the longest word of its name. */
export function columnWidths({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): number[] {
  return columns.map((name, column) => {
    const longest = rows.reduce(
      (length, row) => Math.max(length, lengthOf(row[column] ?? null)),
      Math.max(widths.min, ...name.split(/[\s-]/).map((word) => word.length)),
    );
    return Math.min(longest, widths.max) + widths.padding;
  });
}

/**
 * Returns the height in points of a row whose texts are broken into lines; undefined for a row of one line. `columns`
 * are the widths of the columns in letters.
 */
export function rowHeight(cells: readonly Cell[], columns: readonly number[]): number | undefined {
  const lineCounts = cells.map((cell, column) => countLines(cell, (columns[column] ?? 0) - widths.padding));
  const lines = Math.max(1, ...lineCounts);
  return lines > 1 ? Math.min(lines * heights.line, heights.maxRow) : undefined;
}

/** Returns the number of lines of a text in a column of this many letters, broken between words. */
function countLines(cell: Cell, width: number): number {
  if (typeof cell !== 'string') return 1;
  let [lines, length] = [1, 0];
  for (const word of cell.split(/\s+/)) {
    const longerLength = length === 0 ? word.length : length + 1 + word.length;
    if (longerLength <= width) length = longerLength;
    else {
      // A word that is longer than a line is broken.
      lines += length === 0 ? 0 : 1;
      lines += Math.ceil(word.length / width) - 1;
      length = word.length % width || width;
    }
  }
  return lines;
}

function lengthOf(cell: Cell): number {
  if (cell === null) return 0;
  if (typeof cell === 'object') return 'date' in cell ? 'dd.mm.yyyy'.length : cell.time.length;
  return String(cell).length;
}

/**
 * Fits printed sheets to the width of a landscape page, repeats the names of the columns on each page, and adds a header
 * and a footer with the name of the sheet and the number of the page.
 */
export function printLayout({ heading, sheets }: Workbook): Feature<Stream | Buffer | Blob> {
  const transformSheet = (xml: string) =>
    xml
      .replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
      .replace(/<pageMargins[^>]*>/, pageMargins)
      .replace('<pageSetup ', '<pageSetup fitToWidth="1" fitToHeight="0" ')
      // A function, because a heading may contain `$&`.
      .replace('</worksheet>', (end) => headerAndFooter(heading) + end);
  const transformWorkbook = (xml: string) =>
    xml.replace('<definedNames/>', () => `<definedNames>${sheets.map(printTitle).join('')}</definedNames>`);
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': { transform: transformSheet },
        'xl/workbook.xml': { transform: transformWorkbook },
      },
    },
  };
}

/** In inches. */
const pageMargins = '<pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/>';

/** Excel cannot open a file with a header of more than 255 letters. */
const maxHeadingLength = 200;

/**
 * In headers and footers an ampersand begins a code: `&L` and `&R` for the left and the right part, `&A` for the name of
 * the sheet, `&P` and `&N` for the page and the number of pages. A number after `&L` would be the size of the font, so
 * the heading begins with a space.
 */
function headerAndFooter(heading: string): string {
  const header = `&L ${heading.slice(0, maxHeadingLength).replaceAll('&', '&&')}`;
  const footer = '&L &A&RSeite &P von &N';
  return (
    `<headerFooter><oddHeader>${sanitizeTextContent(header)}</oddHeader>` +
    `<oddFooter>${sanitizeTextContent(footer)}</oddFooter></headerFooter>`
  );
}

function printTitle({ name }: Sheet, index: number): string {
  const quotedName = `'${name.replaceAll("'", "''")}'`;
  return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${sanitizeTextContent(quotedName)}!$1:$1</definedName>`;
}
