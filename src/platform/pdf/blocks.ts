import type { Block, Column, PdfDocument, Row } from './document.ts';
import { colours, type TextStyle, type Sheet } from './sheet.ts';

const body: TextStyle = { size: 11 };
const cellGap = 8;
/** The height, in points, of blocks after a table, such as signature lines, which are never alone on a page. */
const heightAfterTable = 130;

/** Draws the head of the first page: logo, provider, title. */
export function drawTitle(sheet: Sheet, { provider, logo, title }: PdfDocument): void {
  if (logo) {
    const box = { width: 180, height: 56 };
    const { left, y } = sheet;
    const draw = () => sheet.pdf.image(Buffer.from(logo), left, y, { fit: [box.width, box.height] });
    const bbox = [left, y, left + box.width, y + box.height];
    sheet.addElement('Figure', [draw], { alt: `Logo von ${provider}`, placement: 'Block', bbox });
    sheet.y += box.height + 10;
  }
  drawText(sheet, 'P', provider, { size: 12, weight: 'bold', colour: colours.accent });
  sheet.rule(sheet.y + 4, colours.accent, 2);
  sheet.y += 28;
  drawText(sheet, 'H1', title, { size: 22, weight: 'bold' });
  sheet.y += 12;
}

function drawText(sheet: Sheet, tag: string, text: string, look: TextStyle): void {
  const lines = sheet.linesOf(text, look, sheet.width);
  const height = lines.length * sheet.heightOf(look);
  sheet.makeRoom(height);
  sheet.addElement(
    tag,
    sheet.content(lines, () => sheet.left, sheet.y, look),
  );
  sheet.y += height;
}

/** Draws a block below the previous one. */
export function drawBlock(sheet: Sheet, block: Block): void {
  if (block.kind === 'table') drawTable(sheet, block);
  else if (block.kind === 'signatures') drawSignatures(sheet, block.lines);
  else if (block.label) drawLabelled(sheet, block.label, block.text);
  else drawText(sheet, 'P', block.text, body);
  sheet.y += 6;
}

/** Draws a paragraph whose label has a column of its own. */
function drawLabelled(sheet: Sheet, label: string, text: string): void {
  const indent = 110;
  const lines = sheet.linesOf(text, body, sheet.width - indent);
  const height = lines.length * sheet.heightOf(body);
  sheet.makeRoom(height);
  const { left, y } = sheet;
  sheet.addElement('P', [
    ...sheet.content([`${label}: `], () => left, y, { ...body, weight: 'bold' }),
    ...sheet.content(lines, () => left + indent, y, body),
  ]);
  sheet.y += height;
}

interface TableBlock {
  columns: readonly Column[];
  rows: readonly Row[];
  sum: Row;
}

function drawTable(sheet: Sheet, { columns, rows, sum }: TableBlock): void {
  const shares = columns.reduce((all, { share }) => all + share, 0);
  const widths = columns.map(({ share }) => (sheet.width * share) / shares);
  const lefts = widths.map((_, index) => sheet.left + widths.slice(0, index).reduce((a, b) => a + b, 0));
  const head = columns.map(({ title }) => title);

  /** Lays out the cells of a row: their lines, where each line begins, and the height of the row. */
  const layOut = (cells: Row, weight: TextStyle['weight']) => {
    const look: TextStyle = { ...body, size: 10.5, ...(weight ? { weight } : {}) };
    const cellLayouts = columns.map(({ right }, index) => {
      const width = (widths[index] ?? 0) - cellGap;
      const left = lefts[index] ?? sheet.left;
      return {
        lines: sheet.linesOf(cells[index] ?? '', look, width),
        x: (line: string) => (right ? left + width - sheet.widthOf(line, look) : left),
      };
    });
    const maxLines = Math.max(...cellLayouts.map(({ lines }) => lines.length));
    return { look, cellLayouts, height: maxLines * sheet.heightOf(look) + 6 };
  };
  const table = sheet.openElement('Table');
  const drawRow = (cells: Row, weight: TextStyle['weight'], tagOf: (column: number) => ['TH' | 'TD', object]) => {
    const { look, cellLayouts, height } = layOut(cells, weight);
    const row = sheet.openElement('TR', table);
    cellLayouts.forEach(({ lines, x }, column) => {
      const [tag, options] = tagOf(column);
      sheet.addElement(tag, sheet.content(lines, x, sheet.y + 3, look), options, row);
    });
    row.end();
    sheet.y += height;
    sheet.rule(sheet.y);
  };
  const repeatHead = () => {
    const { look, cellLayouts, height } = layOut(head, 'bold');
    sheet.decorate('Pagination', () =>
      cellLayouts.forEach(({ lines, x }) =>
        lines.forEach((line, index) => sheet.write(line, x(line), sheet.y + 3 + index * sheet.heightOf(look), look)),
      ),
    );
    sheet.y += height;
    sheet.rule(sheet.y);
  };
  const bodyTag = (column: number): ['TH' | 'TD', object] => (column === 0 ? ['TH', { scope: 'Row' }] : ['TD', {}]);

  sheet.y += 8;
  const rowHeight = layOut(head, 'bold').height;
  sheet.makeRoom(3 * rowHeight);
  drawRow(head, 'bold', () => ['TH', { scope: 'Column' }]);
  for (const cells of rows) {
    // The last row moves to the next page together with the sum and the block after the table.
    if (sheet.makeRoom(layOut(cells, 'regular').height + (cells === rows.at(-1) ? rowHeight + heightAfterTable : 0)))
      repeatHead();
    drawRow(cells, 'regular', bodyTag);
  }
  drawRow(sum, 'bold', bodyTag);
  table.end();
  sheet.y += 12;
}

function drawSignatures(sheet: Sheet, captions: readonly string[]): void {
  const look: TextStyle = { size: 9.5, colour: colours.quiet };
  const gap = 32;
  const width = (sheet.width - gap * (captions.length - 1)) / captions.length;
  const columns = captions.map((caption, index) => ({
    left: sheet.left + index * (width + gap),
    lines: sheet.linesOf(caption, look, width),
  }));
  const height = Math.max(...columns.map(({ lines }) => lines.length)) * sheet.heightOf(look);
  sheet.makeRoom(64 + height);
  sheet.y += 60;
  for (const { left, lines } of columns) {
    sheet.rule(sheet.y, colours.quiet, 0.75, left, width);
    sheet.addElement(
      'P',
      sheet.content(lines, () => left, sheet.y + 4, look),
    );
  }
  sheet.y += 4 + height;
}
