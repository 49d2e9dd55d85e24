import type { Block, Run } from '../../reading/text-blocks.adapter.ts';
import type { BlockLayout } from '../contract.ts';

type Cell = NonNullable<BlockLayout['cell']>;

/** What stands at a place: blocks, and their cells in the earlier and in the later document; null outside of tables. */
export interface PlacedBlocks {
  from: Cell | null;
  to: Cell | null;
}

/** Builds a block of the kind that it has in its document: a heading, an item of a list or a paragraph. */
export function buildBlock(layout: BlockLayout | null, runs: Run[]): Block {
  const { heading = null, listItem = null } = layout ?? {};
  if (heading !== null) return { kind: 'heading', level: heading === 1 || heading === 2 ? heading : 3, runs };
  return listItem ? { kind: 'listItem', ...listItem, runs } : { kind: 'paragraph', runs };
}

/** Groups what stands in the same row of a table; everything outside of tables is a group of its own. */
export function groupRows<Item extends PlacedBlocks>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  let row: PlacedBlocks = nowhere;
  for (const item of items) {
    const isSame = sharesRow(row, item);
    if (isSame) groups.at(-1)?.push(item);
    else groups.push([item]);
    row = isSame ? joinPlaces(row, item) : item;
  }
  return groups;
}

const nowhere: PlacedBlocks = { from: null, to: null };

const joinPlaces = (a: PlacedBlocks, b: PlacedBlocks): PlacedBlocks => ({ from: b.from ?? a.from, to: b.to ?? a.to });

export const isInTable = ({ from, to }: PlacedBlocks): boolean => from !== null || to !== null;

/** Builds blocks with their tables, of two documents or of one: what was deleted stands in the row in which it was. */
export function buildTables(items: readonly (PlacedBlocks & { blocks: Block[] })[]): Block[] {
  const blocks: Block[] = [];
  let place: PlacedBlocks = nowhere;
  for (const row of groupRows(items)) {
    const rowPlace = row.reduce<PlacedBlocks>(joinPlaces, nowhere);
    const table = blocks.at(-1);
    if (!isInTable(rowPlace)) blocks.push(...row.flatMap((item) => item.blocks));
    else if (table?.kind === 'table' && sharesTable(place, rowPlace)) table.rows.push(buildCells(row));
    else blocks.push({ kind: 'table', rows: [buildCells(row)] });
    place = isInTable(rowPlace) ? joinPlaces(place, rowPlace) : nowhere;
  }
  return blocks;
}

/** Returns the blocks of each cell of a row. */
export function buildCells(row: readonly (PlacedBlocks & { blocks: Block[] })[]): Block[][] {
  const cells: Block[][] = [];
  for (const { from, to, blocks } of row) {
    const column = to?.column ?? from?.column ?? 1;
    while (cells.length < column) cells.push([]);
    cells[column - 1]?.push(...blocks);
  }
  return cells;
}

/** Whether two places are in the same table: in the same one of each document in which both are in one. */
const sharesTable = (a: PlacedBlocks, b: PlacedBlocks): boolean =>
  (!a.from || !b.from || a.from.table === b.from.table) && (!a.to || !b.to || a.to.table === b.to.table);

/** Whether two places are in the same row of one document, and not in different ones of the other document. */
function sharesRow(a: PlacedBlocks, b: PlacedBlocks): boolean {
  const [from, to] = [isSameRow(a.from, b.from), isSameRow(a.to, b.to)];
  return (from || to) && (from || !a.from || !b.from) && (to || !a.to || !b.to);
}

const isSameRow = (a: Cell | null, b: Cell | null) => a !== null && a.table === b?.table && a.row === b.row;
