import { expect, test } from 'vitest';
import type { Block } from '../../reading/text-blocks.adapter.ts';
import type { BlockLayout, ComparedBlock } from '../contract.ts';
import { buildComparedBlock, buildComparedBlocks, buildComparedRows } from './comparedBlocks.ts';

const plain: BlockLayout = { heading: null, listItem: null, cell: null };
const cellAt = (row: number, column: number, table = 1): BlockLayout => ({ ...plain, cell: { table, row, column } });

/** A block with one run, or with these runs; `from` and `to` are its layouts, without cells by default. */
function blockOf(
  text: string | ComparedBlock['runs'],
  change: ComparedBlock['change'] = 'same',
  { moved = false, from = plain, to = plain } = {},
): ComparedBlock {
  return {
    change,
    moved,
    runs: typeof text === 'string' ? [{ text, change: change === 'changed' ? 'same' : change }] : text,
    layout: { from: change === 'inserted' ? null : from, to: change === 'deleted' ? null : to },
  };
}

/** Writes a block as text: '#' for each level of a heading, the marker of an item, '/' between cells, ';' between rows. */
function show(block: Block | null): string {
  if (block?.kind === 'table')
    return block.rows.map((cells) => cells.map((cell) => cell.map(show).join('')).join('/')).join(';');
  if (!block || !('runs' in block)) return '';
  const text = block.runs.map((run) => [run.text, run.change].filter(Boolean).join(':')).join('|');
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${text}`;
  return block.kind === 'listItem' ? `${block.marker} ${text}` : text;
}

const showRows = (blocks: ComparedBlock[]) =>
  buildComparedRows(blocks).map(({ change, from, to }) => `${change} ${show(from)} | ${show(to)}`);

test('a compared block has all its text, or what stands in one of the documents [5.16]', () => {
  const block = blockOf(
    [
      { text: 'Ich ', change: 'same' },
      { text: 'bin', change: 'deleted' },
      { text: 'war', change: 'inserted' },
    ],
    'changed',
  );
  expect(show(buildComparedBlock(block))).toBe('Ich |bin:deleted|war:inserted');
  expect(show(buildComparedBlock(block, 'from'))).toBe('Ich |bin:deleted');
  expect(show(buildComparedBlock(block, 'to'))).toBe('Ich |war:inserted');
  expect(show(buildComparedBlock({ ...block, moved: true }))).toBe('Ich |bin:movedFrom|war:movedTo');
});

test('blocks keep the kinds that they have in the later document, deleted ones those of the earlier one [5.16]', () => {
  const heading = { ...plain, heading: 2 };
  const item = { ...plain, listItem: { depth: 0, marker: '2.' } };
  const blocks = [blockOf('A', 'same', { from: item, to: heading }), blockOf('B', 'deleted', { from: item })];
  expect(buildComparedBlocks(blocks).map(show)).toEqual(['## A', '2. B:deleted']);
  expect(showRows(blocks)).toEqual(['same 2. A | ## A', 'deleted 2. B:deleted | ']);
});

test('what was deleted or inserted in a table stands in its row and cell [5.16]', () => {
  const blocks = [
    blockOf('vor'),
    blockOf('Sprache', 'same', { from: cellAt(1, 1), to: cellAt(1, 1) }),
    blockOf('Stufe', 'deleted', { from: cellAt(1, 2) }),
    blockOf('Niveau', 'inserted', { to: cellAt(1, 2) }),
    blockOf('Deutsch', 'inserted', { to: cellAt(2, 1) }),
    blockOf('C1', 'inserted', { to: cellAt(2, 2) }),
    blockOf('Englisch', 'same', { from: cellAt(2, 1), to: cellAt(3, 1) }),
    blockOf('B2', 'same', { from: cellAt(2, 2), to: cellAt(3, 2) }),
    blockOf('Word', 'same', { from: cellAt(1, 1, 2), to: cellAt(1, 1, 2) }),
    blockOf('gut', 'same', { from: cellAt(1, 2, 2), to: plain }),
  ];
  expect(buildComparedBlocks(blocks).map(show)).toEqual([
    'vor',
    'Sprache/Stufe:deletedNiveau:inserted;Deutsch:inserted/C1:inserted;Englisch/B2',
    'Word',
    'gut',
  ]);
  expect(showRows(blocks)).toEqual([
    'same vor | vor',
    'changed Sprache/Stufe:deleted | Sprache/Niveau:inserted',
    'inserted  | Deutsch:inserted/C1:inserted',
    'same Englisch/B2 | Englisch/B2',
    'same Word | Word',
    'same gut | gut',
  ]);
});

test('text that has become a table stands beside its rows [5.16]', () => {
  const blocks = [
    blockOf('Englisch', 'same', { to: cellAt(1, 1) }),
    blockOf('B2', 'same', { to: cellAt(1, 2) }),
    blockOf('C1', 'same', { from: cellAt(1, 1), to: cellAt(2, 2) }),
  ];
  expect(showRows(blocks)).toEqual(['same Englisch/B2 | Englisch/B2', 'same C1 | /C1']);
});

test('replaced blocks stand side by side; all others stand beside nothing [5.16]', () => {
  expect(
    showRows([
      blockOf('a', 'deleted'),
      blockOf('b', 'deleted'),
      blockOf('A', 'inserted'),
      blockOf('B', 'inserted'),
      blockOf('c'),
      blockOf('d', 'deleted'),
      blockOf('e', 'deleted'),
      blockOf('D', 'inserted'),
      blockOf('f', 'deleted', { moved: true }),
      blockOf('g', 'inserted'),
    ]),
  ).toEqual([
    'changed a:deleted | A:inserted',
    'changed b:deleted | B:inserted',
    'same c | c',
    'deleted d:deleted | ',
    'deleted e:deleted | ',
    'inserted  | D:inserted',
    'deleted f:movedFrom | ',
    'inserted  | g:inserted',
  ]);
});
