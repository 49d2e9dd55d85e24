import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { isCompound, streamsOf } from './programs.ts';
import { RejectedDocument } from './rejected.ts';

/** What a zip may hold at most (contract §7): bytes unpacked, also as a multiple of its size, and entries. */
const limits = { unpacked: 500_000_000, ratio: 100, entries: 2000 } as const;

/** Takes a part as it is inflated. */
export interface PartReader {
  write(chunk: Buffer): void;
  end(): void;
}

/** An open zip whose list of entries has been checked. Names of parts are spoken in lower case, as Office does. */
export interface OpenZip {
  entries: readonly Entry[];
  names: ReadonlySet<string>;
  /** A whole part; 'tooLarge' beyond `most` bytes. Null where there is none. */
  read(name: string, most: number): Promise<Buffer | null>;
  /** Inflates a part into a reader, and answers its first bytes. */
  inflate(entry: Entry, reader: PartReader | null): Promise<Buffer>;
  /** Writes the zip anew with some parts replaced; all others keep their content, order and time. */
  copy(path: string, replaced: ReadonlyMap<string, Buffer>): Promise<void>;
}

/** How many of a part's first bytes are told. */
const headLength = 64;

/**
 * Opens a zip that begins with the first byte. Refuses encrypted entries, too many of them or too much in them, entries that
 * share a name or bytes, and entries whose own header speaks of something else than the list does. Bytes behind its end are
 * let be: mail programs and portals append some. Errors of the library are its word that this is no zip.
 */
export async function openZip(bytes: Buffer): Promise<OpenZip> {
  // What Office makes of a docx with a password.
  if (isCompound(bytes) && streamsOf(bytes).some(({ path }) => path === '/EncryptedPackage'))
    throw new RejectedDocument('protected');
  // A zip may begin with anything, which is how one file is two things.
  if (!isZip(bytes)) throw new RejectedDocument('wrongContent');
  const zip = await yauzl.fromBufferPromise(bytes.subarray(0, endOfZip(bytes)));
  if (zip.entryCount > limits.entries) throw new RejectedDocument('tooLarge');
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  await check(zip, entries);
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  return {
    entries,
    names: new Set(byName.keys()),
    async read(name, most) {
      const entry = byName.get(name);
      if (!entry) return null;
      if (entry.uncompressedSize > most) throw new RejectedDocument('tooLarge');
      return buffer(await zip.openReadStreamPromise(entry));
    },
    async inflate(entry, reader) {
      let head = Buffer.alloc(0);
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)]);
        reader?.write(chunk);
      }
      reader?.end();
      return head;
    },
    copy: (path, replaced) => copyZip(zip, entries, path, replaced),
  };
}

/** Whether a file's first bytes are those of a zip. */
export const isZip = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PK\u0003\u0004';

export const nameOf = (entry: Entry): string => entry.fileName.toLowerCase();

/** Where a zip ends: behind the last record of that kind that is whole, with its comment. 0 where there is none. */
function endOfZip(bytes: Buffer): number {
  for (
    let at = bytes.lastIndexOf('PK\u0005\u0006');
    at >= 0;
    at = at > 0 ? bytes.lastIndexOf('PK\u0005\u0006', at - 1) : -1
  ) {
    const end = at + 22 + (at + 22 <= bytes.length ? bytes.readUInt16LE(at + 20) : Infinity);
    if (end <= bytes.length) return end;
    if (bytes.length - at > longestEnd) break;
  }
  return 0;
}

/** A zip's last record with its longest comment, in bytes. */
const longestEnd = 65_557;

/** Whether a file of another kind is a zip, too: a zip's last record, with its comment, reaches exactly to its end. */
export function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-longestEnd);
  for (let at = tail.indexOf('PK\u0005\u0006'); at >= 0; at = tail.indexOf('PK\u0005\u0006', at + 1))
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  return false;
}

async function check(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > limits.unpacked)
    throw new RejectedDocument('tooLarge');
  if (entries.some((entry) => entry.isEncrypted())) throw new RejectedDocument('protected');
  if (new Set(entries.map(nameOf)).size < entries.length || entries.some(isOdd))
    throw new RejectedDocument('wrongContent');
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new RejectedDocument('wrongContent');
    const own = await zip.readLocalFileHeaderPromise(entry);
    if (own.compressionMethod !== entry.compressionMethod || !own.fileName.equals(entry.fileNameRaw))
      throw new RejectedDocument('wrongContent');
    end = own.fileDataStart + entry.compressedSize;
  }
}

/** Pieces of a part under names of their own, and letters written as %41: two names of one part for some readers. */
const doubleName = /\[\d+\](\.last)?\.piece$|%(2[def]|3\d|4[\da-f]|5[\dacf]|6[\da-f]|7[\dae])/i;

function isOdd({ fileName, fileNameRaw, externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (isLink || /\p{Cc}/u.test(fileName) || doubleName.test(fileName)) return true;
  // A second name in an extra field, which Office does not read.
  const plain = fileNameRaw.toString('latin1').replaceAll('\\', '/');
  return /^[\x20-\x7e]*$/.test(plain) && plain !== fileName;
}

/**
 * Refuses a zip that unpacks to more than a hundred times its size. Bitmaps do not count, by their first bytes: a scan
 * that is mostly white packs a thousandfold, and Word writes such.
 */
export function refuseBomb(size: number, parts: readonly { size: number; head: Buffer }[]): void {
  const counted = parts.reduce((sum, part) => sum + (isBitmap(part.head) ? 0 : part.size), 0);
  if (counted > limits.ratio * size) throw new RejectedDocument('tooLarge');
}

const bitmaps = ['424d', '01000000', 'd7cdc69a', '01000900', '49492a00', '4d4d002a'];
const isBitmap = (head: Buffer) => bitmaps.some((start) => head.toString('hex').startsWith(start));

/** Parts below are written as one piece, with their size before them, as Word writes small ones. */
const streamedFrom = 1_000_000;

async function copyZip(zip: ZipFile, entries: readonly Entry[], path: string, replaced: ReadonlyMap<string, Buffer>) {
  const copy = new yazl.ZipFile();
  for (const entry of entries) {
    const options = { mtime: entry.getLastModDate(), compress: entry.compressionMethod !== 0, forceDosTimestamp: true };
    const open = () => zip.openReadStreamPromise(entry);
    const bytes = replaced.get(nameOf(entry));
    if (entry.fileName.endsWith('/')) copy.addEmptyDirectory(entry.fileName, { mtime: options.mtime });
    else if (bytes) copy.addBuffer(bytes, entry.fileName, options);
    else if (entry.uncompressedSize < streamedFrom) copy.addBuffer(await buffer(await open()), entry.fileName, options);
    else
      copy.addReadStreamLazy(entry.fileName, options, (give) => {
        open().then(
          (stream) => give(null, stream),
          (error: unknown) => give(error, null as never),
        );
      });
  }
  copy.end();
  await pipeline(copy.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}
