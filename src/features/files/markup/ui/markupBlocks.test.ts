import { expect, test } from 'vitest';
import type { Block } from '../../reading/text-blocks.adapter.ts';
import type { ComparedBlock, MarkupBlock, MarkupComment } from '../contract.ts';
import { buildComparedBlock, buildComparedRows, buildMarkupBlocks, describeOrigins } from './markupBlocks.ts';

type MarkupRun = MarkupBlock['runs'][number];

const run = (text: string, properties: Partial<MarkupRun> = {}): MarkupRun => ({
  text,
  change: null,
  author: null,
  at: null,
  comment: null,
  ...properties,
});
const commentOf = (comment: number, text: string, answers: number | null = null): MarkupComment => ({
  comment,
  text,
  answers,
  author: 'Cleo Coach',
  at: '2026-11-20T23:30:00.000Z',
});

/** Writes blocks as lines: the text of each run with its change and origin, and '*' if it has a comment. */
const show = (blocks: readonly Block[]) =>
  blocks.map((block) => {
    if (block.kind === 'comment') return `${block.isReply ? '>>' : '>'} ${block.author} ${block.day}: ${block.text}`;
    if (block.kind === 'label') return `(${block.text})`;
    const runs = block.kind === 'paragraph' ? block.runs : [];
    return runs
      .map(({ text, change, origin, isCommented }) => [text, change, origin, isCommented ? '*' : ''])
      .map((parts) => parts.filter(Boolean).join('/'))
      .join('|');
  });

test('comments stand with their replies below the block in which their text ends [5.16]', () => {
  const blocks = [
    { runs: [run('Anfang', { comment: 1 })] },
    { runs: [run('Ende', { comment: 1 }), run(' und mehr', { comment: 3 })] },
    { runs: [run('Schluss')] },
  ];
  const comments = [
    commentOf(1, 'Genauer?'),
    commentOf(2, 'Ja.', 1),
    commentOf(3, 'Schön.'),
    commentOf(4, 'Gut.', 2),
    commentOf(5, 'Ohne Text.'),
  ];
  expect(show(buildMarkupBlocks(blocks, comments))).toEqual([
    'Anfang/*',
    'Ende/*| und mehr/*',
    '> Cleo Coach 20.11.2026: Genauer?',
    '>> Cleo Coach 20.11.2026: Ja.',
    '>> Cleo Coach 20.11.2026: Gut.',
    '> Cleo Coach 20.11.2026: Schön.',
    'Schluss',
    '(Kommentare ohne Stelle im Text)',
    '> Cleo Coach 20.11.2026: Ohne Text.',
  ]);
});

test('thousands of replies to one another are listed in their order [5.16]', () => {
  const count = 20_000;
  const comments = Array.from({ length: count }, (_, index) =>
    commentOf(index + 1, 'Hinweis', index === 0 ? null : index),
  );
  const blocks = buildMarkupBlocks([{ runs: [run('a', { comment: 1 })] }], comments);
  expect(blocks).toHaveLength(count + 1);
  expect(blocks.at(-1)).toMatchObject({ isReply: true });
});

test('a change says by whom and when, as far as the document does [5.16]', () => {
  const change = 'inserted' as const;
  const blocks = [
    {
      runs: [
        run('a', { change, author: 'Cleo', at: '2026-11-20T10:00:00.000Z' }),
        run('b', { change, author: 'Cleo' }),
        run('c', { change, at: 'irgendwann' }),
        run('d', { author: 'Cleo' }),
      ],
    },
  ];
  expect(show(buildMarkupBlocks(blocks, []))).toEqual(['a/inserted/Cleo, 20.11.2026|b/inserted/Cleo|c/inserted|d']);
});

test('a compared block has all its text, or what stands in one of the documents [5.16]', () => {
  const runs = [
    { text: 'Ich ', change: 'same' as const },
    { text: 'bin', change: 'deleted' as const },
    { text: 'war', change: 'inserted' as const },
  ];
  const block = { change: 'changed' as const, moved: false, runs };
  const showSide = (side?: 'from' | 'to') => show([buildComparedBlock(block, side)]).join('');
  expect(showSide()).toBe('Ich |bin/deleted|war/inserted');
  expect(showSide('from')).toBe('Ich |bin/deleted');
  expect(showSide('to')).toBe('Ich |war/inserted');
  const moved = { ...block, moved: true };
  expect(show([buildComparedBlock(moved)])).toEqual(['Ich |bin/movedFrom|war/movedTo']);
});

test('replaced blocks stand side by side; all others stand beside nothing [5.16]', () => {
  const block = (text: string, change: 'same' | 'inserted' | 'deleted', moved = false) => ({
    change,
    moved,
    runs: [{ text, change }],
  });
  const textOf = (compared: ComparedBlock | null) => compared?.runs.map(({ text }) => text).join('') ?? '';
  const showRows = (blocks: ComparedBlock[]) =>
    buildComparedRows(blocks).map(({ change, from, to }) => `${change} ${textOf(from)}|${textOf(to)}`);
  expect(
    showRows([
      block('a', 'deleted'),
      block('b', 'deleted'),
      block('A', 'inserted'),
      block('B', 'inserted'),
      block('c', 'same'),
      block('d', 'deleted'),
      block('e', 'deleted'),
      block('D', 'inserted'),
      block('f', 'deleted', true),
      block('g', 'inserted'),
    ]),
  ).toEqual([
    'changed a|A',
    'changed b|B',
    'same c|c',
    'deleted d|',
    'deleted e|',
    'inserted |D',
    'deleted f|',
    'inserted |g',
  ]);
});

test('the view says who made the changes, and when, each once [5.16]', () => {
  const change = 'deleted' as const;
  const at = '2026-11-20T10:00:00.000Z';
  const changes = [
    run('a', { change, author: 'Cleo', at }),
    run('b', { change, author: 'Cleo', at }),
    run('c', { change }),
  ];
  const blocks = [{ runs: changes }, { runs: [run('d', { change, author: 'Ute' }), run('e', { author: 'Ina' })] }];
  expect(describeOrigins(blocks)).toBe('Geändert von Cleo, 20.11.2026; Ute.');
  expect(describeOrigins([{ runs: [run('a')] }])).toBe('');
});
