import { type Block, createRun, type Run, type TextChange } from '../../reading/text-blocks.adapter.ts';
import type { ComparedBlock } from '../contract.ts';
import { buildBlock, buildCells, buildTables, groupRows, isInTable, type PlacedBlocks } from './tableBlocks.ts';

/** All of the compared text, or only what stands in the earlier or in the later document. */
type Side = 'from' | 'to' | 'both';

/** Builds the text view of two compared documents in one column (reference 5.16). */
export function buildComparedBlocks(blocks: readonly ComparedBlock[]): Block[] {
  return buildTables(blocks.map((block) => ({ ...placeOf(block), blocks: [buildComparedBlock(block)] })));
}

/** Builds the text view of a compared block, of the kind that it has in the later document or in the one of `side`. */
export function buildComparedBlock({ moved, runs, layout }: ComparedBlock, side: Side = 'both'): Block {
  const hidden = { from: 'inserted', to: 'deleted', both: null }[side];
  const changes = {
    same: null,
    inserted: moved ? 'movedTo' : 'inserted',
    deleted: moved ? 'movedFrom' : 'deleted',
  } satisfies Record<string, TextChange | null>;
  const shownRuns = runs.flatMap(({ text, change }): Run[] =>
    change === hidden ? [] : [createRun(text, { change: changes[change] })],
  );
  return buildBlock(side === 'from' ? layout.from : (layout.to ?? layout.from), shownRuns);
}

/** Returns the cells of a block; what is in the later document stands where it is there. */
const placeOf = ({ layout: { from, to } }: ComparedBlock): PlacedBlocks =>
  to && !to.cell ? { from: null, to: null } : { from: from?.cell ?? null, to: to?.cell ?? null };

/** A row of two documents side by side: a block of each, or null where one of them has none. */
export interface ComparedRow {
  change: ComparedBlock['change'];
  moved: boolean;
  from: Block | null;
  to: Block | null;
}

/**
 * Builds the rows of two documents side by side; a row of a table is one of them. Where as many blocks were deleted as
 * inserted, each deleted one stands beside the one that took its place.
 */
export function buildComparedRows(blocks: readonly ComparedBlock[]): ComparedRow[] {
  const groups = groupRows(blocks.map((block) => ({ ...placeOf(block), block })));
  const rows: ComparedRow[] = [];
  for (let index = 0; index < groups.length;) {
    const deleted = takeWhile(groups, index, 'deleted');
    const inserted = takeWhile(groups, index + deleted.length, 'inserted');
    const isReplaced = deleted.length > 0 && deleted.length === inserted.length;
    const count = isReplaced ? deleted.length : Math.max(1, deleted.length + inserted.length);
    for (const [at, group] of groups.slice(index, index + count).entries())
      rows.push(toRow(isReplaced ? [...group, ...(inserted[at] ?? [])] : group));
    index += isReplaced ? 2 * count : count;
  }
  return rows;
}

type PlacedBlock = PlacedBlocks & { block: ComparedBlock };

/** Builds a row from a block, from one and what took its place, or from the blocks of a row of a table. */
function toRow(group: readonly PlacedBlock[]): ComparedRow {
  const changes = new Set(group.map(({ block }) => block.change));
  const [change = 'same'] = changes;
  return {
    change: changes.size > 1 ? 'changed' : change,
    moved: changes.size === 1 && group.every(({ block }) => block.moved),
    from: buildSide(group, 'from'),
    to: buildSide(group, 'to'),
  };
}

function buildSide(group: readonly PlacedBlock[], side: 'from' | 'to'): Block | null {
  const shown = group
    .filter(({ block }) => block.change !== (side === 'from' ? 'inserted' : 'deleted'))
    .map(({ block, from, to }) => ({
      from: side === 'from' ? from : null,
      to: side === 'to' || !from ? to : null,
      blocks: [buildComparedBlock(block, side)],
    }));
  const [first] = shown;
  if (!first) return null;
  return isInTable(first) ? { kind: 'table', rows: [buildCells(shown)] } : (first.blocks[0] ?? null);
}

/** Returns the groups from a place on whose blocks were all changed in this way and not moved. */
function takeWhile(groups: readonly PlacedBlock[][], start: number, kind: ComparedBlock['change']): PlacedBlock[][] {
  let end = start;
  while (groups[end]?.every(({ block }) => block.change === kind && !block.moved)) end++;
  return groups.slice(start, end);
}
