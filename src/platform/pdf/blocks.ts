import type { Block, Column, PdfDocument, Row } from './document.ts';
import { colours, type TextStyle, type Pages, type Weight } from './pages.ts';

const bodyStyle: TextStyle = { size: 11 };
const cellGap = 8;
/**
 * The height, in points, that is kept free for the block after a table. This keeps the last row and, for example, the
 * signature lines on the same page.
 */
const heightAfterTable = 130;

/** Draws the top of the first page: logo, provider, title. */
export function drawTitle(pages: Pages, { provider, logo, title }: PdfDocument): void {
  if (logo) {
    const box = { width: 180, height: 56 };
    const { left, y } = pages;
    const draw = () => pages.pdf.image(Buffer.from(logo), left, y, { fit: [box.width, box.height] });
    const bbox = [left, y, left + box.width, y + box.height];
    pages.addElement('Figure', [draw], { alt: `Logo von ${provider}`, placement: 'Block', bbox });
    pages.y += box.height + 10;
  }
  drawParagraph(pages, 'P', provider, { size: 12, weight: 'bold', colour: colours.accent });
  pages.drawLine(pages.y + 4, colours.accent, 2);
  pages.y += 28;
  drawParagraph(pages, 'H1', title, { size: 22, weight: 'bold' });
  pages.y += 12;
}

function drawParagraph(pages: Pages, tag: string, text: string, style: TextStyle): void {
  const lines = pages.breakIntoLines(text, style, pages.width);
  const height = lines.length * pages.lineHeightOf(style);
  pages.makeRoom(height);
  pages.addElement(
    tag,
    pages.contentOf(lines, () => pages.left, pages.y, style),
  );
  pages.y += height;
}

/** Draws a block below the previous one. */
export function drawBlock(pages: Pages, block: Block): void {
  if (block.kind === 'table') drawTable(pages, block);
  else if (block.kind === 'signatures') drawSignatures(pages, block.captions);
  else if (block.kind === 'heading') drawHeading(pages, block.text);
  else if (block.label) drawLabelledParagraph(pages, block.label, block.text);
  else drawParagraph(pages, 'P', block.text, bodyStyle);
  pages.y += 6;
}

/** Draws the heading of a section, on the same page as the first lines of the section. */
function drawHeading(pages: Pages, text: string): void {
  pages.makeRoom(120);
  drawParagraph(pages, 'H2', text, { size: 15, weight: 'bold' });
}

/** Draws a paragraph with its label to the left of it. */
function drawLabelledParagraph(pages: Pages, label: string, text: string): void {
  const indent = 110;
  const lines = pages.breakIntoLines(text, bodyStyle, pages.width - indent);
  const height = lines.length * pages.lineHeightOf(bodyStyle);
  pages.makeRoom(height);
  const { left, y } = pages;
  pages.addElement('P', [
    ...pages.contentOf([`${label}: `], () => left, y, { ...bodyStyle, weight: 'bold' }),
    ...pages.contentOf(lines, () => left + indent, y, bodyStyle),
  ]);
  pages.y += height;
}

interface TableBlock {
  isSmall?: true;
  columns: readonly Column[];
  rows: readonly Row[];
  sumRow?: Row | undefined;
}

function drawTable(pages: Pages, { isSmall, columns, rows, sumRow }: TableBlock): void {
  const styleOf = (weight: Weight): TextStyle => ({ size: isSmall ? 7.5 : 10.5, weight });
  const headings = columns.map(({ title }) => title);
  const shares = columns.map(({ widthShare }) => widthShare ?? 0);
  const widths =
    sumOf(shares) > 0
      ? shares.map((share) => (pages.width * share) / sumOf(shares))
      : widthsOfContent(pages, [headings, ...rows], styleOf('bold'));
  const columnLefts = widths.map((_, index) => pages.left + sumOf(widths.slice(0, index)));

  /**
   * Lays out a row. Returns its text style, its height, and for each cell the lines and a function that returns the
   * left edge of a line.
   */
  const layOut = (cells: Row, weight: Weight) => {
    const style = styleOf(weight);
    const cellLayouts = columns.map(({ isRightAligned }, index) => {
      const width = (widths[index] ?? 0) - cellGap;
      const left = columnLefts[index] ?? pages.left;
      return {
        lines: pages.breakIntoLines(cells[index] ?? '', style, width),
        leftOf: (line: string) => (isRightAligned ? left + width - pages.widthOf(line, style) : left),
      };
    });
    const maxLines = Math.max(...cellLayouts.map(({ lines }) => lines.length));
    return { style, cellLayouts, height: maxLines * pages.lineHeightOf(style) + 6 };
  };
  const table = pages.openElement('Table');
  const drawRow = (cells: Row, weight: Weight, tagOf: (column: number) => ['TH' | 'TD', object]) => {
    const { style, cellLayouts, height } = layOut(cells, weight);
    const row = pages.openElement('TR', table);
    cellLayouts.forEach(({ lines, leftOf }, column) => {
      const [tag, options] = tagOf(column);
      pages.addElement(tag, pages.contentOf(lines, leftOf, pages.y + 3, style), options, row);
    });
    row.end();
    pages.y += height;
    pages.drawLine(pages.y);
  };
  const repeatHeadings = () => {
    const { style, cellLayouts, height } = layOut(headings, 'bold');
    pages.drawDecoration('Pagination', () =>
      cellLayouts.forEach(({ lines, leftOf }) =>
        lines.forEach((line, index) =>
          pages.writeLine(line, leftOf(line), pages.y + 3 + index * pages.lineHeightOf(style), style),
        ),
      ),
    );
    pages.y += height;
    pages.drawLine(pages.y);
  };
  const tagOfBodyCell = (column: number): ['TH' | 'TD', object] =>
    column === 0 ? ['TH', { scope: 'Row' }] : ['TD', {}];

  pages.y += 8;
  const rowHeight = layOut(headings, 'bold').height;
  // The headings stay on the same page as the first rows.
  pages.makeRoom(3 * rowHeight);
  drawRow(headings, 'bold', () => ['TH', { scope: 'Column' }]);
  for (const cells of rows) {
    // The last row stays on the same page as the sums and the block after the table.
    const heightBelow = sumRow && cells === rows.at(-1) ? rowHeight + heightAfterTable : 0;
    const isNewPage = pages.makeRoom(layOut(cells, 'regular').height + heightBelow);
    if (isNewPage) repeatHeadings();
    drawRow(cells, 'regular', tagOfBodyCell);
  }
  if (sumRow) drawRow(sumRow, 'bold', tagOfBodyCell);
  table.end();
  pages.y += 12;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Returns the widths of the columns of a table that is as wide as the page. Columns with short texts have room for them
 * in one line, and only the widest columns give way: between words, and within words only if the page has no room for
 * the longest words side by side.
 */
function widthsOfContent(pages: Pages, rows: readonly Row[], style: TextStyle): number[] {
  const widestOf = (column: number, partsOf: (text: string) => string[]) =>
    Math.max(...rows.flatMap((cells) => partsOf(cells[column] ?? '').map((part) => pages.widthOf(part, style)))) +
    cellGap;
  const columns = [...(rows[0] ?? []).keys()].map((column) => ({
    word: widestOf(column, (text) => text.split(/\s+/)),
    text: widestOf(column, (text) => [text]),
  }));
  const haveWordsRoom = sumOf(columns.map(({ word }) => word)) <= pages.width;
  const widthsWith = (limit: number) =>
    columns.map(({ word, text }) => (haveWordsRoom ? Math.max(word, Math.min(text, limit)) : Math.min(word, limit)));
  // The greatest limit with which the columns fit.
  let [limit, tooWide] = [0, pages.width];
  for (let step = 0; step < 20; step++) {
    const middle = (limit + tooWide) / 2;
    if (sumOf(widthsWith(middle)) <= pages.width) limit = middle;
    else tooWide = middle;
  }
  const widths = widthsWith(limit);
  const rest = (pages.width - sumOf(widths)) / widths.length;
  return widths.map((width) => width + rest);
}

function drawSignatures(pages: Pages, captions: readonly string[]): void {
  const style: TextStyle = { size: 9.5, colour: colours.quiet };
  const gap = 32;
  const width = (pages.width - gap * (captions.length - 1)) / captions.length;
  const columns = captions.map((caption, index) => ({
    left: pages.left + index * (width + gap),
    lines: pages.breakIntoLines(caption, style, width),
  }));
  const height = Math.max(...columns.map(({ lines }) => lines.length)) * pages.lineHeightOf(style);
  pages.makeRoom(64 + height);
  pages.y += 60;
  for (const { left, lines } of columns) {
    pages.drawLine(pages.y, colours.quiet, 0.75, left, width);
    pages.addElement(
      'P',
      pages.contentOf(lines, () => left, pages.y + 4, style),
    );
  }
  pages.y += 4 + height;
}
