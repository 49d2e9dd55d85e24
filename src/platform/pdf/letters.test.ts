import { expect, test } from 'vitest';
import { runsOf, turnedText } from './letters.ts';

const main = { name: 'main', hasGlyphForCodePoint: (letter: number) => letter < 0x590 || letter === 0xfffd };
const arabic = { name: 'arabic', hasGlyphForCodePoint: (letter: number) => letter >= 0x600 && letter < 0x700 };
const drawn = (line: string) => runsOf(line, [main, arabic]).map(({ text, font }) => `${font.name}: ${text}`);

test('letters of one direction are one run', () => {
  expect(drawn('Jörg Größe')).toEqual(['main: Jörg Größe']);
});

test('an Arabic name keeps its place in a German sentence, and its words their order', () => {
  expect(drawn('von \u2068محمد الأحمد\u2069 an')).toEqual(['main: von ', 'arabic: محمد الأحمد', 'main:  an']);
});

test('a number and a bracket in an Arabic name stand where Arabic readers expect them', () => {
  const inTurn = ['main: 12', 'main: (', 'main: Ali', 'main: )', 'arabic: أحمد '];
  expect(drawn('\u2068أحمد (Ali) 12\u2069').map((run) => run.replace(/^main: +(?=\W)/, 'main: '))).toEqual(inTurn);
});

test('a letter that no font has is shown as one, and its text is kept where the order differs', () => {
  expect(drawn('Aგ')).toEqual(['main: A\u{fffd}']);
  expect(turnedText('Jörg')).toBeNull();
  expect(turnedText('\u2068محمد\u2069')).toBe('محمد');
});
