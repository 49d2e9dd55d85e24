import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** A font, reduced to the question which letters it has. */
export interface Letters {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** A run of a line that one font draws in one direction; `text` is in reading order. */
export interface Run<F> {
  text: string;
  font: F;
}

/** Shown in place of a letter that no font has. */
const unknownLetter = '\u{fffd}';

/**
 * Direction marks and other characters without a shape: they are obeyed, not drawn. Joiners change their neighbours.
 */
const formatting = /[^\P{Cf}\u200c\u200d]/gu;

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });

/**
 * The runs of a line from left to right, by the Unicode bidirectional algorithm, each with the first font that has its
 * letters. A space stays with the letters before it.
 */
export function runsOf<F extends Letters>(line: string, fonts: readonly [F, ...F[]]): Run<F>[] {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, 'ltr');
  const levelAt = (at: number) => levels[at] ?? paragraphs[0]?.level ?? 0;
  const pieces: (Run<F> & { level: number })[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levelAt(index);
    const last = pieces.at(-1);
    const letters = segment.replaceAll(formatting, '');
    if (letters === '') continue;
    const font = letters.trim() === '' && last?.level === level ? last.font : fontOf(letters, fonts);
    const text = font ? mirrored(letters, level) : unknownLetter;
    const drawn = font ?? fonts[0];
    if (last?.level === level && last.font === drawn) last.text += text;
    else pieces.push({ text, font: drawn, level });
  }
  return reordered(pieces).map(({ text, font, level }) => ({
    // Fonts turn letters of scripts that run from right to left; everything else in such a run is turned here.
    text: level % 2 === 1 && !rightToLeft.test(text) ? turned(text) : text,
    font,
  }));
}

/** The text of a line in reading order, without marks of direction, if it is drawn in another order; otherwise null. */
export const turnedText = (line: string) => (rightToLeft.test(line) ? line.replaceAll(formatting, '') : null);

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const turned = (text: string) =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');

function fontOf<F extends Letters>(grapheme: string, fonts: readonly F[]): F | undefined {
  const letters = Array.from(grapheme, (letter) => letter.codePointAt(0) ?? 0);
  return fonts.find((font) => letters.every((letter) => font.hasGlyphForCodePoint(letter)));
}

/** In a run from right to left, a bracket is drawn as its counterpart. */
const mirrored = (letter: string, level: number) =>
  level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;

/**
 * Rule L2 of the algorithm: from the highest level down to the lowest odd one, runs at that level are reversed.
 */
function reordered<P extends { level: number }>(pieces: readonly P[]): P[] {
  const order = [...pieces];
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
