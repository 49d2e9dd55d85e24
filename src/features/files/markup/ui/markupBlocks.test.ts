import { expect, test } from 'vitest';
import type { Block } from '../../reading/text-blocks.adapter.ts';
import type { MarkupBlock, MarkupComment } from '../contract.ts';
import { buildMarkupBlocks, describeOrigins } from './markupBlocks.ts';

type MarkupRun = MarkupBlock['runs'][number];

const run = (text: string, properties: Partial<MarkupRun> = {}): MarkupRun => ({
  text,
  change: null,
  author: null,
  at: null,
  comment: null,
  ...properties,
});
const plain: MarkupBlock['layout'] = { heading: null, listItem: null, cell: null };
const blockOf = (...runs: MarkupRun[]): MarkupBlock => ({ runs, layout: plain });
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
    blockOf(run('Anfang', { comment: 1 })),
    blockOf(run('Ende', { comment: 1 }), run(' und mehr', { comment: 3 })),
    blockOf(run('Schluss')),
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
  const blocks = buildMarkupBlocks([blockOf(run('a', { comment: 1 }))], comments);
  expect(blocks).toHaveLength(count + 1);
  expect(blocks.at(-1)).toMatchObject({ isReply: true });
});

test('a change says by whom and when, as far as the document does [5.16]', () => {
  const change = 'inserted' as const;
  const blocks = [
    blockOf(
      run('a', { change, author: 'Cleo', at: '2026-11-20T10:00:00.000Z' }),
      run('b', { change, author: 'Cleo' }),
      run('c', { change, at: 'irgendwann' }),
      run('d', { author: 'Cleo' }),
    ),
  ];
  expect(show(buildMarkupBlocks(blocks, []))).toEqual([
    'a/inserted/Cleo, 20.11.2026, 10:00 Uhr|b/inserted/Cleo|c/inserted|d',
  ]);
});

test('comments that reply to each other in a circle stand at the end, each once [5.16]', () => {
  const comments = [
    commentOf(1, 'Eins', 2),
    commentOf(2, 'Zwei', 1),
    commentOf(3, 'Selbst', 3),
    commentOf(4, 'Dazu', 2),
    commentOf(5, 'Davor'),
  ];
  expect(show(buildMarkupBlocks([blockOf(run('a', { comment: 2 }))], comments))).toEqual([
    'a/*',
    '(Kommentare ohne Stelle im Text)',
    '> Cleo Coach 20.11.2026: Davor',
    '>> Cleo Coach 20.11.2026: Eins',
    '>> Cleo Coach 20.11.2026: Zwei',
    '>> Cleo Coach 20.11.2026: Dazu',
    '>> Cleo Coach 20.11.2026: Selbst',
  ]);
});

test('blocks keep their kinds: headings, items of lists, and tables with the comments in their cells [5.16]', () => {
  const cell = (row: number, column: number) => ({ layout: { ...plain, cell: { table: 1, row, column } } });
  const blocks = [
    { ...blockOf(run('Titel')), layout: { ...plain, heading: 1 } },
    { ...blockOf(run('Stapler')), layout: { ...plain, listItem: { depth: 1, marker: 'a)' } } },
    { ...blockOf(run('Sprache', { comment: 1 })), ...cell(1, 1) },
    { ...blockOf(run('B2')), ...cell(2, 2) },
    blockOf(run('Ende')),
  ];
  expect(buildMarkupBlocks(blocks, [commentOf(1, 'Welche?')])).toMatchObject([
    { kind: 'heading', level: 1, runs: [{ text: 'Titel' }] },
    { kind: 'listItem', depth: 1, marker: 'a)', runs: [{ text: 'Stapler' }] },
    {
      kind: 'table',
      rows: [
        [
          [
            { kind: 'paragraph', runs: [{ text: 'Sprache' }] },
            { kind: 'comment', text: 'Welche?' },
          ],
        ],
        [[], [{ kind: 'paragraph', runs: [{ text: 'B2' }] }]],
      ],
    },
    { kind: 'paragraph', runs: [{ text: 'Ende' }] },
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
  const blocks = [blockOf(...changes), blockOf(run('d', { change, author: 'Ute' }), run('e', { author: 'Ina' }))];
  expect(describeOrigins(blocks)).toBe('Geändert von Cleo, 20.11.2026; Ute.');
  expect(describeOrigins([blockOf(run('a'))])).toBe('');
});
