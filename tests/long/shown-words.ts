import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** A word on a page of a PDF, with the edges of its box in points. */
export interface ShownWord {
  page: number;
  text: string;
  edges: number[];
}

/** Returns the words of a PDF in reading order. */
export async function readShownWords(path: string): Promise<ShownWord[]> {
  const { stdout } = await runFile('pdftotext', ['-bbox', path, '-'], { maxBuffer: 100_000_000 });
  const words: ShownWord[] = [];
  let page = 0;
  for (const [tag, attributes, text] of stdout.matchAll(/<page |<word ([^>]*)>(.*)<\/word>/g)) {
    if (tag === '<page ') page += 1;
    else words.push({ page, text: text ?? '', edges: [...(attributes ?? '').matchAll(/[\d.]+/g)].map(Number) });
  }
  return words;
}

/** How far apart two edges may be: LibreOffice rounds the widths of pieces of text, of which a copy may have fewer. */
const maxDistance = 1;

/** Returns the first word with another text or at another place, such as 'alt instead of neu'; null if there is none. */
export function findDifferentWord(expected: readonly ShownWord[], actual: readonly ShownWord[]): string | null {
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const [one, other] = [expected[index], actual[index]];
    const isAtSamePlace = one?.edges.every(
      (edge, at) => Math.abs(edge - (other?.edges[at] ?? Infinity)) <= maxDistance,
    );
    if (one?.text !== other?.text || one?.page !== other?.page || !isAtSamePlace)
      return `${describe(other)} instead of ${describe(one)}`;
  }
  return null;
}

const describe = (word: ShownWord | undefined): string =>
  word ? `${word.text} on page ${word.page} at ${word.edges.map(Math.round).join(' ')}` : 'nothing';
