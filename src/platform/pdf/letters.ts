import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** The part of a font that tells which letters it has. */
export interface FontCoverage {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** A run: the letters of a line that one font draws in one direction; `text` is in reading order. */
export interface BidiRun<F> {
  text: string;
  font: F;
}

/** The replacement character, drawn in place of a letter that no font has. */
const unknownLetter = '\u{fffd}';

/**
 * Direction marks and other characters without a shape, which are applied but not drawn. Joiners are not among them,
 * because they change the shape of their neighbours.
 */
const formatting = /[^\P{Cf}\u200c\u200d]/gu;

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });

/**
 * Splits a line into runs, from left to right, by the Unicode bidirectional algorithm, each with the first font that
 * has its letters. A space stays with the letters before it.
 */
export function runsOf<F extends FontCoverage>(line: string, fonts: readonly [F, ...F[]]): BidiRun<F>[] {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, 'ltr');
  const levelAt = (index: number) => levels[index] ?? paragraphs[0]?.level ?? 0;
  const runs: (BidiRun<F> & { level: number })[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levelAt(index);
    const last = runs.at(-1);
    const letters = segment.replaceAll(formatting, '');
    if (letters === '') continue;
    const font = letters.trim() === '' && last?.level === level ? last.font : fontOf(letters, fonts);
    const text = font ? mirror(letters, level) : unknownLetter;
    const usedFont = font ?? fonts[0];
    if (last?.level === level && last.font === usedFont) last.text += text;
    else runs.push({ text, font: usedFont, level });
  }
  return reorder(runs).map(({ text, font, level }) => ({
    // Fonts reverse letters of right-to-left scripts; all other text in a right-to-left run is reversed here.
    text: level % 2 === 1 && !rightToLeft.test(text) ? reverse(text) : text,
    font,
  }));
}

/** The text of a line in reading order, without direction marks, if it is drawn in another order; otherwise null. */
export const readingOrderText = (line: string) => (rightToLeft.test(line) ? line.replaceAll(formatting, '') : null);

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const reverse = (text: string) =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');

function fontOf<F extends FontCoverage>(grapheme: string, fonts: readonly F[]): F | undefined {
  const letters = Array.from(grapheme, (letter) => letter.codePointAt(0) ?? 0);
  return fonts.find((font) => letters.every((letter) => font.hasGlyphForCodePoint(letter)));
}

/** Replaces a bracket in a right-to-left run by its counterpart. */
const mirror = (letter: string, level: number) =>
  level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;

/**
 * Applies rule L2 of the algorithm: from the highest level down to the lowest odd one, reverses each sequence of runs
 * at that level or a higher one.
 */
function reorder<R extends { level: number }>(runs: readonly R[]): R[] {
  const order = [...runs];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while ((order[end]?.level ?? -1) >= level) end += 1;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  return order;
}
