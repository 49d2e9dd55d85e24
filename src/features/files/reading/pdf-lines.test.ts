import { describe, expect, test } from 'vitest';
import type { Block } from './text-blocks.adapter.ts';
import { joinPieces, type TextPiece, usualHeight } from './pdf-lines.adapter.ts';

const textHeight = 10;

/** A line of text; each letter is 5 wide. */
const createLine = (text: string, y: number, { x = 50, height = textHeight } = {}): TextPiece => ({
  text,
  x,
  y,
  width: text.length * 5,
  height,
});

/** Lines one below the other. */
const createLines = (texts: readonly string[], x = 50) =>
  texts.map((text, index) => createLine(text, index * 13, { x }));

const describeBlock = (block: Block) =>
  'runs' in block ? [block.kind, block.runs.map(({ text }) => text).join('')] : [];
const join = (pieces: readonly TextPiece[]) => joinPieces(pieces, textHeight).map(describeBlock);

describe('the text of a page of a PDF [5.12]', () => {
  test('becomes a paragraph if each line is full', () => {
    const lines = ['Ich habe fünf Jahre als Fachkraft', 'für Lagerlogistik gearbeitet und', 'suche eine neue Stelle.'];
    expect(join(createLines(lines))).toEqual([['paragraph', lines.join(' ')]]);
    expect(join(createLines([...lines, 'Danach war ich Leiter.']))).toEqual([
      ['paragraph', lines.join(' ')],
      ['paragraph', 'Danach war ich Leiter.'],
    ]);
  });

  test('stays in lines in an address, whose lines end anywhere', () => {
    const address = ['Robin Reise', 'Holstenstraße 1, Hinterhaus', '24103 Kiel', 'Deutschland'];
    const body = 'Dieser Satz ist viel breiter als jede Zeile der Adresse und reicht bis zum Rand.';
    const pieces = [...createLines(address), createLine(body, 120, { x: 200 })];
    expect(join(pieces)).toEqual([...address, body].map((text) => ['paragraph', text]));
  });

  test('joins the parts of a word that is divided between two lines, but keeps a hyphen that belongs there', () => {
    const divided = ['Meine Aufgaben waren die Waren-', 'annahme, Ein-', 'und Ausgang sowie alles, was in'];
    expect(join(createLines([divided[0] ?? '', divided[1] ?? '']))).toEqual([
      ['paragraph', 'Meine Aufgaben waren die Warenannahme, Ein-'],
    ]);
    expect(join(createLines(['Meine Aufgaben waren Verkauf und E-', 'Mails an Kundinnen']))).toEqual([
      ['paragraph', 'Meine Aufgaben waren Verkauf und E-Mails an Kundinnen'],
    ]);
    const hyphen = ['Meine Aufgaben waren der Ein-', 'und Ausgang der Waren'];
    expect(join(createLines(hyphen))).toEqual([['paragraph', hyphen.join(' ')]]);
  });

  test('has a space between pieces of a line that are apart, and a tab between columns', () => {
    const pieces = [
      createLine('Waren', 0),
      createLine('annahme', 0, { x: 75 }),
      createLine('2020', 0, { x: 113 }),
      createLine('Kiel', 0, { x: 200 }),
    ];
    expect(join(pieces)).toEqual([['paragraph', 'Warenannahme 2020\tKiel']]);
  });

  test('goes on with the second column of a line', () => {
    const pieces = [
      createLine('2020–2024', 0),
      createLine('Fachkraft für Lagerlogistik in', 0, { x: 150 }),
      createLine('Kiel und Flensburg', 13, { x: 150 }),
    ];
    expect(join(pieces)).toEqual([['paragraph', '2020–2024\tFachkraft für Lagerlogistik in Kiel und Flensburg']]);
  });

  test('tells headings by their size and items of lists by their bullets', () => {
    const pieces = [
      createLine('Lebenslauf', 0, { height: 20 }),
      createLine('Kenntnisse', 40, { height: 13 }),
      createLine('• Stapler fahren, auch im Hochregal', 60),
      createLine('und im Freien', 73, { x: 60 }),
      createLine('\uf0b7 Inventur', 86),
      createLine('- Englisch', 99),
    ];
    const blocks = joinPieces(pieces, textHeight);
    expect(blocks.map(describeBlock)).toEqual([
      ['heading', 'Lebenslauf'],
      ['heading', 'Kenntnisse'],
      ['listItem', 'Stapler fahren, auch im Hochregal und im Freien'],
      ['listItem', 'Inventur'],
      ['listItem', 'Englisch'],
    ]);
    expect(blocks.slice(0, 2)).toMatchObject([{ level: 1 }, { level: 2 }]);
  });

  test('has the height that most of its letters have', () => {
    const pieces = [
      createLine('Groß', 0, { height: 24 }),
      createLine('Eine lange Zeile', 30),
      createLine('Noch eine', 43),
    ];
    expect(usualHeight(pieces)).toBe(textHeight);
    expect(usualHeight([])).toBe(0);
  });
});
