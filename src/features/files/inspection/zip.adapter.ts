import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { isCompound, streamsOf } from './programs.adapter.ts';
import { RejectedDocument } from './rejected-document.rules.ts';

/** Limits of a zip (reference 5.3): its unpacked bytes, in total and as a multiple of its size, and its entries. */
const limits = { unpacked: 500_000_000, ratio: 100, entries: 2000 } as const;

/** Receives the bytes of a part while it is inflated. */
export interface PartReader {
  write(chunk: Buffer): void;
  end(): void;
}

/** The bytes that a document and the documents within it unpack to, as their zips declare them. */
export interface Unpacked {
  bytes: number;
}

/** An open zip whose list of entries has been checked. Names of parts are in lower case, as Office compares them. */
export interface OpenZip {
  entries: readonly Entry[];
  names: ReadonlySet<string>;
  unpacked: Unpacked;
  /** Returns a whole part, or null if it does not exist; refuses a part of more than `maxBytes` as 'tooLarge'. */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
  /** Inflates a part into a reader, and returns its first bytes. */
  inflate(entry: Entry, reader: PartReader | null): Promise<Buffer>;
  /** Rewrites the zip with some parts replaced; all others keep their content, order and time. */
  copy(path: string, replaced: ReadonlyMap<string, Buffer>): Promise<void>;
}

/** How many of a part's first bytes are returned. */
const headLength = 64;

/**
 * Opens a zip that begins with the first byte. Refuses encrypted entries, too many entries, entries that share a name
 * or bytes, entries whose own header differs from the directory, and, before anything is unpacked, entries that declare
 * too many bytes: as a multiple of the zip's size, or together with those of the document around it (`unpacked`). The
 * library throws as soon as an entry unpacks to more than it declares. Bytes after the zip's end are accepted, since
 * some mail programs and portals append them. Any error of the library means that the file is not a zip.
 */
export async function openZip(bytes: Buffer, unpacked: Unpacked = { bytes: 0 }): Promise<OpenZip> {
  // Office writes a docx with a password in this form.
  if (isCompound(bytes) && streamsOf(bytes).some(({ path }) => path === '/EncryptedPackage'))
    throw new RejectedDocument('protected');
  // If other content preceded the zip, the file could be of two kinds.
  if (!isZip(bytes)) throw new RejectedDocument('wrongContent');
  const zip = await yauzl.fromBufferPromise(bytes.subarray(0, endOfZip(bytes)));
  if (zip.entryCount > limits.entries) throw new RejectedDocument('tooLarge');
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  unpacked.bytes += declaredBytes(entries);
  if (unpacked.bytes > limits.unpacked) throw new RejectedDocument('tooLarge');
  await checkEntries(zip, entries);
  await refuseBomb(zip, entries, bytes.length);
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  return {
    entries,
    names: new Set(byName.keys()),
    unpacked,
    async read(name, maxBytes) {
      const entry = byName.get(name);
      if (!entry) return null;
      if (entry.uncompressedSize > maxBytes) throw new RejectedDocument('tooLarge');
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

/** The position where a zip ends, after the last complete end record with its comment; 0 if there is no such record. */
function endOfZip(bytes: Buffer): number {
  for (
    let at = bytes.lastIndexOf('PK\u0005\u0006');
    at >= 0;
    at = at > 0 ? bytes.lastIndexOf('PK\u0005\u0006', at - 1) : -1
  ) {
    const end = at + 22 + (at + 22 <= bytes.length ? bytes.readUInt16LE(at + 20) : Infinity);
    if (end <= bytes.length) return end;
    if (bytes.length - at > maxEndLength) break;
  }
  return 0;
}

/** The length of a zip's end record with the longest possible comment, in bytes. */
const maxEndLength = 65_557;

/** Whether a file of another kind is also a zip: an end record with its comment reaches exactly to the file's end. */
export function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-maxEndLength);
  for (let at = tail.indexOf('PK\u0005\u0006'); at >= 0; at = tail.indexOf('PK\u0005\u0006', at + 1))
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  return false;
}

async function checkEntries(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  if (entries.some((entry) => entry.isEncrypted())) throw new RejectedDocument('protected');
  if (new Set(entries.map(nameOf)).size < entries.length || entries.some(isSuspicious))
    throw new RejectedDocument('wrongContent');
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new RejectedDocument('wrongContent');
    const localHeader = await zip.readLocalFileHeaderPromise(entry);
    if (localHeader.compressionMethod !== entry.compressionMethod || !localHeader.fileName.equals(entry.fileNameRaw))
      throw new RejectedDocument('wrongContent');
    end = localHeader.fileDataStart + entry.compressedSize;
  }
}

/** Names that some programs read as a second name of a part: the name of a piece, or letters written as %41. */
const doubleName = /\[\d+\](\.last)?\.piece$|%(2[def]|3\d|4[\da-f]|5[\dacf]|6[\da-f]|7[\dae])/i;

function isSuspicious({ fileName, fileNameRaw, externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (isLink || /\p{Cc}/u.test(fileName) || doubleName.test(fileName)) return true;
  // A second name in an extra field, which Office ignores.
  const plain = fileNameRaw.toString('latin1').replaceAll('\\', '/');
  return /^[\x20-\x7e]*$/.test(plain) && plain !== fileName;
}

const declaredBytes = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);

/**
 * Refuses a zip of `size` bytes whose declared unpacked size is more than a hundred times as large. Bitmaps (by their
 * first bytes) do not count: a mostly white scan is packed a thousandfold, and Word writes such files. Parts that are
 * read as XML always count.
 */
async function refuseBomb(zip: ZipFile, entries: readonly Entry[], size: number): Promise<void> {
  const maxBytes = limits.ratio * size;
  if (declaredBytes(entries) <= maxBytes) return;
  let countedBytes = 0;
  for (const entry of entries) {
    if (/\.(xml|rels)$/.test(nameOf(entry)) || !isBitmap(await firstBytes(zip, entry)))
      countedBytes += entry.uncompressedSize;
    if (countedBytes > maxBytes) throw new RejectedDocument('tooLarge');
  }
}

/** Returns the beginning of a part, without unpacking the rest. */
async function firstBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)]);
    if (head.length === headLength) break;
  }
  return head;
}

const bitmaps = ['424d', '01000000', 'd7cdc69a', '01000900', '49492a00', '4d4d002a'];
const isBitmap = (head: Buffer) => bitmaps.some((start) => head.toString('hex').startsWith(start));

/** The size in bytes below which a part is written as a whole, with its size in front, as Word does. */
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
      copy.addReadStreamLazy(entry.fileName, options, (provide) => {
        open().then(
          (stream) => provide(null, stream),
          (error: unknown) => provide(error, null as never),
        );
      });
  }
  copy.end();
  await pipeline(copy.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}
