import { createInflate } from 'node:zlib';
import type { ReadAt } from './bytes.ts';
import { Refused } from './refused.ts';
import { endsOfZip, longestEnd } from './zip.ts';

/** What a PDF's first kilobyte holds. */
export const pdfMark = '%PDF-';

/** Refuses what is no PDF, or not only one, what runs programs or script, and what carries files. */
export async function inspectPdf(readAt: ReadAt, size: number): Promise<void> {
  await inspectStructure(readAt, size);
  await inspectObjects(readAt, size);
}

/** What the first bytes of a file say it is; the tables for that are loaded for the first one that is asked about. */
const typeOf = async (head: Buffer) => (await import('file-type')).fileTypeFromBuffer(head);

/** Readers accept some text before the header and after the end; neither may make the file something else, too. */
async function inspectStructure(readAt: ReadAt, size: number): Promise<void> {
  const head = await readAt(0, 1024);
  const tail = await readAt(Math.max(0, size - longestEnd), longestEnd);
  const before = head.subarray(0, Math.max(0, head.indexOf(pdfMark)));
  const seenAs = before.length > 0 ? await typeOf(head) : undefined;
  if (
    !head.includes(pdfMark) ||
    before.includes('<') ||
    before.includes(0) ||
    (seenAs !== undefined && seenAs.ext !== 'pdf') ||
    !tail.subarray(-4096).includes('%%EOF') ||
    endsOfZip(tail) > 0
  ) {
    throw new Refused('wrongContent');
  }
}

/** A name as a pattern: PDF lets each of its letters be written as #41. */
const named = (name: string) => name.replace(/./g, (letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`);

const active = ['JavaScript', 'Launch', 'RichMedia', 'Rendition', 'GoToE', 'ImportData'].map(named).join('|');
/** A name stands behind a space, a bracket, another key or an object's head; behind other text it is words of a title. */
const runs = new RegExp(
  `(?:^|/${named('S')}|/${named('Subtype')}|obj|[\\s<>\\[\\]{}%\\0])/(?:${active})(?![A-Za-z0-9])`,
);
const carries = new RegExp(`/${named('EmbeddedFile')}(?![A-Za-z0-9])|/${named('EF')}\\s*(?:<<|\\d+\\s+\\d+\\s+R)`);
const fileName = /\/U?F\s*(?:\(((?:\\[^]|[^\\)])*)\)|<([\da-fA-F\s]*)>)/g;
const packed = new RegExp(`/(?:${named('ObjStm')}|${named('First')}\\s+\\d+(?!\\s+\\d+\\s+R))`);

/** Bytes looked at at once, and how far they overlap: more than a dictionary is long. */
const window = 1_000_000;
const overlap = 16_384;

/** More objects than that, unpacked, no document has. */
const mostUnpacked = 100_000_000;

/**
 * Looks at all objects, those in packed streams as well. An encrypted file's packed objects cannot be read: many
 * certificates are protected against changes, and open without a password.
 */
async function inspectObjects(readAt: ReadAt, size: number): Promise<void> {
  const files = { data: false, other: false };
  let carriesFiles = false;
  const look = (text: string) => {
    if (runs.test(text)) throw new Refused('scripts');
    carriesFiles ||= carries.test(text);
    for (const [, words, hex] of text.matchAll(fileName)) {
      files[/\.(xml|json|txt)$/i.test(decodeName(words, hex)) ? 'data' : 'other'] = true;
    }
  };
  let left = mostUnpacked;
  for (let at = 0; at < size; at += window - overlap) {
    const text = (await readAt(at, window)).toString('latin1');
    look(text);
    for (const match of text.matchAll(/>>\s*stream\r?\n/g)) {
      const start = match.index + match[0].length;
      // Seen whole in the window before.
      if (at > 0 && start < overlap / 2) continue;
      const dictionary = text.slice(Math.max(0, match.index - overlap / 2), match.index);
      const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1);
      if (!packed.test(own)) continue;
      refuseOddPacking(own);
      if (/FlateDecode/.test(own)) left -= await unpack(readAt, at + start, left, look);
    }
  }
  // A form's own data is what other programs read from it, a CV's as well (Europass); other files are not looked into.
  if (carriesFiles && (files.other || !files.data)) throw new Refused('embedded');
}

/** Objects are packed by Flate alone, whoever writes them; anything else keeps them from being read here. */
function refuseOddPacking(dictionary: string): void {
  const filters = dictionary.match(/[A-Za-z0-9#]+(?:Decode|Crypt)\b/g) ?? [];
  const predictor = Number(/\/Predictor\s+(\d+)/.exec(dictionary)?.[1] ?? 1);
  if (filters.some((filter) => filter !== 'FlateDecode') || filters.length > 1 || predictor > 1) {
    throw new Refused('scripts');
  }
}

/** Looks at what a packed stream holds and answers its length in bytes. What is broken or encrypted yields what can be read. */
async function unpack(readAt: ReadAt, from: number, most: number, look: (text: string) => void): Promise<number> {
  const inflate = createInflate();
  let unpacked = 0;
  let text = '';
  const feed = async () => {
    for (let at = from; !inflate.writableEnded && !inflate.destroyed; at += 65_536) {
      const piece = await readAt(at, 65_536);
      if (piece.length === 0) inflate.end();
      else if (!inflate.write(piece)) await new Promise<void>((go) => inflate.once('drain', go).once('close', go));
    }
  };
  const feeding = feed();
  try {
    for await (const chunk of inflate) {
      unpacked += (chunk as Buffer).length;
      if (unpacked > most) throw new Refused('tooLarge');
      text = text.slice(-overlap) + (chunk as Buffer).toString('latin1');
      look(text);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
  } finally {
    inflate.destroy();
    await feeding;
  }
  return unpacked;
}

function decodeName(words: string | undefined, hex: string | undefined): string {
  const text =
    words === undefined
      ? Buffer.from((hex ?? '').replace(/\s/g, ''), 'hex').toString('latin1')
      : words.replace(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  return text.replace(/^\u00fe\u00ff/, '').replaceAll('\0', '');
}
