import { type Block, createRun } from './text-blocks.adapter.ts';

/** A piece of text on a page of a PDF. Lengths are in any unit, `y` grows downwards to the text's base line. */
export interface TextPiece {
  text: string;
  x: number;
  y: number;
  width: number;
  /** The height of the font. */
  height: number;
}

/** Returns a piece from the library’s words for it. Vertical text is read as if it were horizontal. */
export function toTextPiece({
  str,
  transform,
  width,
}: {
  str: string;
  transform: unknown[];
  width: number;
}): TextPiece {
  const [, , a, b, x, y] = transform as [number, number, number, number, number, number];
  return { text: str, x, y: -y, width, height: Math.hypot(a, b) };
}

/** A field of a form, with the name that screen readers say. */
export interface FormField {
  fieldType?: string;
  fieldName?: string;
  alternativeText?: string;
  fieldValue?: unknown;
}

/** Returns the name and the value of a text field or a choice that was filled in, otherwise nothing. */
export function describeField({ fieldType = '', fieldName = '', alternativeText, fieldValue }: FormField): string[] {
  if (!['Tx', 'Ch'].includes(fieldType) || typeof fieldValue !== 'string' || fieldValue.trim() === '') return [];
  return [`${alternativeText || fieldName}: ${fieldValue}`];
}

/** A page of a PDF: its text, and what the fields of its form were filled in with. */
export interface PageText {
  pieces: TextPiece[];
  fields: string[];
}

/** What a PDF says instead of letters if its fonts do not tell which letters they draw. */
const unknownCharacters = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;

/**
 * Whether a PDF has text that can be read (reference 5.12): a scanned document has none, and in others nobody knows
 * more than a fifth of the letters.
 */
export function isTextReadable(pages: readonly PageText[]): boolean {
  const characters = pages.flatMap(({ pieces }) => pieces.map(({ text }) => text.replace(/\s/g, ''))).join('');
  if (characters === '') return pages.some(({ fields }) => fields.length > 0);
  return (characters.match(unknownCharacters)?.length ?? 0) <= characters.length / 5;
}

interface Line {
  text: string;
  x: number;
  /** Where the text after the line's last tab begins. */
  lastX: number;
  y: number;
  end: number;
  height: number;
}

/** What begins an item of a list: a bullet, or a letter of a symbol font, which has a private-use code point. */
const bullet = /^[•▪◦●○■□–—*·‣⁃➢✓\uf000-\uf0ff-]\s+/u;

/**
 * Joins the pieces of a page's text, in the order of the file, into blocks (reference 5.12): pieces on one base line to
 * a line, and a line with the next one if the next one's first word would not have fitted into it. Text that is larger
 * than most of the document's text is a heading; `bodyHeight` is the usual height of the document's text.
 */
export function joinPieces(pieces: readonly TextPiece[], bodyHeight: number): Block[] {
  const lines = toLines(pieces);
  const pageEnd = Math.max(...lines.map(({ end }) => end));
  const blocks: Block[] = [];
  let paragraph: Line[] = [];
  const finish = () => {
    const block = paragraph.length > 0 && toBlock(paragraph, bodyHeight);
    if (block) blocks.push(block);
    paragraph = [];
  };
  lines.forEach((line, index) => {
    if (!continuesLineBefore(lines, index, pageEnd)) finish();
    paragraph.push(line);
  });
  finish();
  return blocks;
}

/** Returns the height that most characters have; 0 without text. */
export function usualHeight(pieces: readonly TextPiece[]): number {
  const counts = new Map<number, number>();
  for (const { text, height } of pieces) {
    const rounded = Math.round(height * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.trim().length);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? 0;
}

function toLines(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  for (const { text, x, y, width, height } of pieces) {
    const line = lines.at(-1);
    if (text.trim() === '') {
      if (line) line.text += ' ';
      continue;
    }
    if (!line || x < line.x || Math.abs(line.y - y) > Math.min(line.height, height) / 2) {
      lines.push({ text, x, lastX: x, y, end: x + width, height });
      continue;
    }
    const gap = x - line.end;
    const hasTab = gap > 2 * height;
    line.text += (hasTab ? '\t' : gap > height / 8 ? ' ' : '') + text;
    if (hasTab) line.lastX = x;
    line.end = Math.max(line.end, x + width);
    line.height = Math.max(line.height, height);
  }
  return lines.map((line) => ({
    ...line,
    text: line.text
      .trim()
      .replace(/ *\t */g, '\t')
      .replace(/ {2,}/g, ' '),
  }));
}

/** The number of lines before and after a line that show where its column ends. */
const nearbyLines = 12;

/** Whether the line at this index goes on with the sentence of the line before it. */
function continuesLineBefore(lines: readonly Line[], index: number, pageEnd: number): boolean {
  const previous = lines[index - 1];
  const line = lines[index];
  if (!previous || !line) return false;
  const distance = line.y - previous.y;
  const isNextLine = distance > 0 && distance < 1.9 * line.height;
  if (!isNextLine || !looksLike(previous, line) || bullet.test(line.text) || line.text.includes('\t')) return false;
  // The text after a bullet is indented.
  const indent = line.x - previous.lastX;
  const maxIndent = bullet.test(previous.text) ? 4 * line.height : line.height / 2;
  if (indent < -line.height / 2 || indent > maxIndent) return false;
  const ends = lines
    .slice(Math.max(0, index - nearbyLines), index + nearbyLines)
    .filter((other) => looksLike(other, line) && Math.abs(other.lastX - line.x) < 4 * line.height)
    .map(({ end }) => end);
  const columnEnd = Math.max(...ends);
  // Where lines end at different places, as in an address, no line goes on with another.
  const tolerance = 3 * line.height;
  const isColumn = columnEnd > pageEnd - tolerance || ends.filter((end) => end > columnEnd - tolerance).length > 2;
  const [firstWord = ''] = line.text.split(/\s/, 1);
  const firstWordWidth = ((line.end - line.x) * firstWord.length) / line.text.length;
  return isColumn && previous.end + firstWordWidth + line.height / 4 > columnEnd;
}

/** Whether two lines have the same height, except for 10 %. */
const looksLike = (a: Line, b: Line) => Math.abs(a.height - b.height) < 0.1 * b.height;

function toBlock(lines: readonly Line[], bodyHeight: number): Block | null {
  const text = lines.map((line) => line.text).reduce(joinLines);
  const height = lines[0]?.height ?? 0;
  if (height >= 1.6 * bodyHeight) return { kind: 'heading', level: 1, runs: [createRun(text)] };
  if (height >= 1.2 * bodyHeight) return { kind: 'heading', level: 2, runs: [createRun(text)] };
  if (bullet.test(text)) {
    const item = text.replace(bullet, '');
    return { kind: 'listItem', depth: 0, marker: '•', runs: [createRun(item)] };
  }
  return { kind: 'paragraph', runs: [createRun(text)] };
}

/** Joins two lines; a word that is divided between them becomes whole, such as 'E-Mail' and 'Lebenslauf'. */
function joinLines(first: string, second: string): string {
  if (/\p{L}[-\u00ad]$/u.test(first) && /^\p{Ll}/u.test(second) && !/^(und|oder|bzw\.?)\b/.test(second))
    return first.slice(0, -1) + second;
  if (/\p{L}-$/u.test(first) && /^\p{Lu}/u.test(second)) return first + second;
  return `${first} ${second}`;
}
