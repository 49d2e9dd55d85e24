import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Which characters a font has. */
export interface FontCoverage {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** A run: adjacent characters of a line that are drawn with one font in one direction. `text` is passed to the font. */
export interface BidiRun<F> {
  text: string;
  font: F;
}

/** Drawn in place of a character that no font has. */
const replacementCharacter = '\u{fffd}';

/**
 * Direction marks and other invisible characters, which take effect but are not drawn. Zero-width joiners and
 * non-joiners are not included, because the font needs them to shape the letters next to them.
 */
const invisibleCharacters = /[^\P{Cf}\u200c\u200d]/gu;

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });

/**
 * Splits a line into runs by the Unicode bidirectional algorithm, and returns them in the order in which they are drawn
 * from left to right. Each run has the first font that has its characters. A space belongs to the run before it.
 */
export function splitIntoRuns<F extends FontCoverage>(line: string, fonts: readonly [F, ...F[]]): BidiRun<F>[] {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, 'ltr');
  const levelAt = (index: number) => levels[index] ?? paragraphs[0]?.level ?? 0;
  const runs: (BidiRun<F> & { level: number })[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levelAt(index);
    const lastRun = runs.at(-1);
    const letters = segment.replaceAll(invisibleCharacters, '');
    if (letters === '') continue;
    const font = letters.trim() === '' && lastRun?.level === level ? lastRun.font : findFont(letters, fonts);
    const text = font ? mirror(letters, level) : replacementCharacter;
    const usedFont = font ?? fonts[0];
    if (lastRun?.level === level && lastRun.font === usedFont) lastRun.text += text;
    else runs.push({ text, font: usedFont, level });
  }
  return reorder(runs).map(({ text, font, level }) => ({
    // The PDF library reverses letters of right-to-left scripts. Other text in a right-to-left run is reversed here.
    text: level % 2 === 1 && !rightToLeft.test(text) ? reverse(text) : text,
    font,
  }));
}

/** Returns the text of a line in reading order, without direction marks, or null if it is drawn in that order. */
export const readingOrderText = (line: string) =>
  rightToLeft.test(line) ? line.replaceAll(invisibleCharacters, '') : null;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const reverse = (text: string) =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');

function findFont<F extends FontCoverage>(grapheme: string, fonts: readonly F[]): F | undefined {
  const letters = Array.from(grapheme, (letter) => letter.codePointAt(0) ?? 0);
  return fonts.find((font) => letters.every((letter) => font.hasGlyphForCodePoint(letter)));
}

/** Replaces an opening bracket in a right-to-left run with a closing one, and the other way round. */
const mirror = (letter: string, level: number) =>
  level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;

/**
 * Puts runs into the order in which they are drawn from left to right, by rule L2 of the Unicode bidirectional
 * algorithm: for each level from the highest down to 1, reverses each sequence of runs that have that level or a higher
 * one.
 */
function reorder<R extends { level: number }>(runs: readonly R[]): R[] {
  const order = [...runs];
  const highestLevel = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highestLevel; level > 0; level -= 1)
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while ((order[end]?.level ?? -1) >= level) end += 1;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  return order;
}
