import { expect, test } from 'vitest';
import { type Block, createRun, isLayoutTable } from './text-blocks.adapter.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', runs: [createRun(text)] });
const comment: Block = { kind: 'comment', author: 'Cleo', day: '20.11.2026', text: 'Seit wann?', isReply: false };

test('a table only places text side by side if a cell has several paragraphs, or no row several cells [5.12]', () => {
  const language = [[paragraph('Englisch')], [paragraph('gut')]];
  expect(isLayoutTable([language, [[paragraph('EDV')], []]])).toBe(false);
  expect(isLayoutTable([language, [[paragraph('2020'), paragraph('2024')], [paragraph('Lager')]]])).toBe(true);
  expect(isLayoutTable([[[paragraph('Englisch')]], [[paragraph('EDV')]]])).toBe(true);
});

test('a comment on a cell of a table leaves the table a table [5.12]', () => {
  expect(isLayoutTable([[[paragraph('Englisch')], [paragraph('gut'), comment]]])).toBe(false);
});
