import { expect, test } from 'vitest';
import { splitIntoRuns, readingOrderText } from './text-runs.ts';

const mainFont = {
  name: 'main',
  hasGlyphForCodePoint: (codePoint: number) => codePoint < 0x590 || codePoint === 0xfffd,
};
const arabicFont = {
  name: 'arabic',
  hasGlyphForCodePoint: (codePoint: number) => codePoint >= 0x600 && codePoint < 0x700,
};
const describeRuns = (line: string) =>
  splitIntoRuns(line, [mainFont, arabicFont]).map(({ text, font }) => `${font.name}: ${text}`);

test('a line with text in only one direction is drawn as one run', () => {
  expect(describeRuns('Jörg Größe')).toEqual(['main: Jörg Größe']);
});

test('an Arabic name keeps its position in a German sentence, and its words keep their order', () => {
  expect(describeRuns('von \u2068محمد الأحمد\u2069 an')).toEqual(['main: von ', 'arabic: محمد الأحمد', 'main:  an']);
});

test('numbers and brackets in an Arabic name are drawn where Arabic readers expect them', () => {
  // Spaces at the start of a run are not compared.
  const runs = ['main: 12', 'main: (', 'main: Ali', 'main: )', 'arabic: أحمد '];
  expect(describeRuns('\u2068أحمد (Ali) 12\u2069').map((run) => run.replace(/^main: +(?=\W)/, 'main: '))).toEqual(runs);
});

test('a letter that no font has is drawn as a replacement character, and a reordered line keeps its original text', () => {
  expect(describeRuns('Aგ')).toEqual(['main: A\u{fffd}']);
  expect(readingOrderText('Jörg')).toBeNull();
  expect(readingOrderText('\u2068محمد\u2069')).toBe('محمد');
});
