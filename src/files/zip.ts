import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { withReader, type ReadAt, type Source } from './bytes.ts';
import { Refused } from './refused.ts';

/** What a zip may hold at most (contract §7): bytes unpacked, also as a multiple of its size, and entries. */
const limits = { unpacked: 500_000_000, ratio: 100, entries: 2000 } as const;

/** Most bytes that are kept in memory: of lists, real documents have some dozen kilobytes; of packages, some charts' tables. */
const mostKept = { list: 2_000_000, package: 10_000_000 } as const;

/** Takes a part as it is inflated. */
export interface PartReader {
  write(chunk: Buffer): void;
  end(): void;
}

/** What becomes of a part: its bytes are kept, or read as they come, or it is only inflated. */
export type Look = keyof typeof mostKept | PartReader | null;

/** Names and kept parts of a zip, and the first 8 bytes of each; all speak lower case, as Office does not tell `Word/` from `word/`. */
export type Unzipped = { names: string[]; parts: Map<string, Buffer>; heads: Map<string, Buffer> };

/**
 * Looks through a whole zip without unpacking it to disk: refuses bombs, entries that overlap, lie about their size, are
 * encrypted, are links, share a name, would leave their folder or are called otherwise in their own header. What becomes
 * of each part, `look` says by its name. A file that is no zip throws an ordinary error.
 */
export async function readZip(source: Source, look: (name: string) => Look): Promise<Unzipped> {
  const zip = await open(source);
  try {
    if (zip.entryCount > limits.entries) throw new Refused('tooLarge');
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    await withReader(source, (readAt, size) => check(entries, readAt, size));

    // Every entry is inflated, not only those wanted: the library stops where an entry holds more than it declared, and
    // what is declared has been checked, so no document that passes unpacks to more than the limits elsewhere.
    const found: Unzipped = { names: [], parts: new Map(), heads: new Map() };
    const kept = { list: 0, package: 0 };
    for (const entry of entries) {
      const name = entry.fileName.toLowerCase();
      const asked = look(name);
      const kind = typeof asked === 'string' ? asked : null;
      if (kind && (kept[kind] += entry.uncompressedSize) > mostKept[kind]) throw new Refused('tooLarge');
      const reader = typeof asked === 'string' ? null : asked;
      const chunks: Buffer[] = [];
      let head = Buffer.alloc(0);
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        const bytes = chunk as Buffer;
        if (head.length < 8) head = Buffer.concat([head, bytes.subarray(0, 8 - head.length)]);
        if (kind) chunks.push(bytes);
        reader?.write(bytes);
      }
      reader?.end();
      if (kind) found.parts.set(name, Buffer.concat(chunks));
      found.names.push(name);
      found.heads.set(name, head);
    }
    return found;
  } finally {
    zip.close();
  }
}

function open(source: Source): Promise<ZipFile> {
  // Open until we close it: the parts are read after the list of entries has ended.
  if ('path' in source) return yauzl.openPromise(source.path, { autoClose: false });
  const { buffer, byteOffset, byteLength } = source.bytes;
  return yauzl.fromBufferPromise(Buffer.from(buffer, byteOffset, byteLength));
}

/** Pieces of a part under names of their own, and letters written as %41: two names of one part for some readers. */
const doubleName = /\[\d+\](\.last)?\.piece$|%(2[def]|3\d|4[\da-f]|5[\dacf]|6[\da-f]|7[\dae])/i;

function isOdd({ fileName, fileNameRaw }: Entry): boolean {
  if (/\p{Cc}/u.test(fileName) || doubleName.test(fileName)) return true;
  // A second name in an extra field, which Office does not read.
  const plain = fileNameRaw.toString('latin1').replaceAll('\\', '/');
  return /^[\x20-\x7e]*$/.test(plain) && plain !== fileName;
}

/** A zip's last record with its longest comment, in bytes. */
export const longestEnd = 65_557;

/** How many records in the last bytes of a file are the end of a zip: with their comment they reach exactly to its end. */
export function endsOfZip(tail: Buffer): number {
  let found = 0;
  for (let at = tail.indexOf('PK\u0005\u0006'); at >= 0; at = tail.indexOf('PK\u0005\u0006', at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) found += 1;
  }
  return found;
}

/** Absolute names and `..` the library has refused already. */
async function check(entries: readonly Entry[], readAt: ReadAt, size: number): Promise<void> {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > Math.min(limits.unpacked, limits.ratio * size)) throw new Refused('tooLarge');
  if (entries.some((entry) => entry.isEncrypted())) throw new Refused('protected');

  const names = new Set(entries.map((entry) => entry.fileName.toLowerCase()));
  // A second end within the comment of the first: which of the two a program reads is its own choice.
  if (endsOfZip(await readAt(Math.max(0, size - longestEnd), longestEnd)) !== 1) throw new Refused('wrongContent');
  const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (names.size < entries.length || entries.some((entry) => isLink(entry) || isOdd(entry))) {
    throw new Refused('wrongContent');
  }

  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new Refused('wrongContent');
    end = (await dataOf(entry, readAt)) + entry.compressedSize;
  }
}

const headerSize = 30;

/** Where an entry's bytes begin, by its own header, which must speak of the same entry as the list does. */
async function dataOf(entry: Entry, readAt: ReadAt): Promise<number> {
  const at = entry.relativeOffsetOfLocalHeader;
  const header = await readAt(at, headerSize + entry.fileNameRaw.length);
  if (
    header.length < headerSize ||
    header.readUInt16LE(8) !== entry.compressionMethod ||
    header.readUInt16LE(26) !== entry.fileNameRaw.length ||
    !header.subarray(headerSize).equals(entry.fileNameRaw)
  ) {
    throw new Refused('wrongContent');
  }
  return at + header.length + header.readUInt16LE(28);
}
