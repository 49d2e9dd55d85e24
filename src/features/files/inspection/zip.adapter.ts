import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { isCompound, readStreams } from './programs.adapter.ts';
import { RefusedDocument } from './refused-document.rules.ts';

/** The signature of a zip's end record, and the record's length without the comment that follows it, in bytes. */
const endSignature = 'PK\u0005\u0006';
const endLength = 22;
/** The length of an end record with the longest possible comment, in bytes. */
const maxEndLength = 65_557;

/**
 * The limits of a zip (reference 5.3): the total number of its unpacked bytes, the ratio of the unpacked bytes to the
 * zip's size, and the number of its entries.
 */
const limits = { unpackedBytes: 500_000_000, ratio: 100, entries: 2000 } as const;

/** Receives the bytes of a part (a file in a zip) while it is inflated. */
export interface PartReader {
  write(chunk: Buffer): void;
  end(): void;
}

/** Counts the unpacked bytes that the zips of a document and of its embedded documents declare. */
export interface UnpackedCounter {
  bytes: number;
}

/** An open zip whose entries have been checked. Part names are in lower case, because Office ignores their case. */
export interface OpenZip {
  entries: readonly Entry[];
  names: ReadonlySet<string>;
  unpackedCounter: UnpackedCounter;
  /** Returns the content of a part, or null if the part does not exist; refuses more than `maxBytes` as 'tooLarge'. */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
  /** Inflates a part, passes its bytes to a reader, and returns the first bytes. */
  inflate(entry: Entry, reader: PartReader | null): Promise<Buffer>;
  /**
   * Writes a copy of the zip to a path, with some parts replaced, and without those that are replaced by null. All
   * parts keep their order, and their times unless `time` is given for all of them.
   */
  copy(path: string, replacements: ReadonlyMap<string, Buffer | null>, time?: Date): Promise<void>;
}

/** The number of first bytes by which the kind of a part is recognised. */
const headLength = 64;

/**
 * Opens a zip and checks its entries before any of them is unpacked. Refuses encrypted entries, too many entries,
 * entries that share a name or bytes, and entries whose own header differs from the zip's directory. Also refuses
 * entries that declare too many unpacked bytes: in relation to the zip's size, or together with the document that
 * contains this zip, as counted in `unpackedCounter`. The library throws as soon as an entry unpacks to more than it
 * declares. Bytes after the zip's end are accepted, since some mail programs and websites append them. Throws an error
 * of the library if the zip is malformed.
 */
export async function openZip(bytes: Buffer, unpackedCounter: UnpackedCounter = { bytes: 0 }): Promise<OpenZip> {
  // Office writes a docx with a password as a compound file.
  if (isCompound(bytes) && readStreams(bytes).some(({ path }) => path === '/EncryptedPackage'))
    throw new RefusedDocument('protected');
  // A file with other content before the zip could be read as two kinds of file.
  if (!isZip(bytes)) throw new RefusedDocument('wrongContent');
  const zip = await yauzl.fromBufferPromise(bytes.subarray(0, findEndOfZip(bytes)));
  if (zip.entryCount > limits.entries) throw new RefusedDocument('tooLarge');
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  unpackedCounter.bytes += declaredBytes(entries);
  if (unpackedCounter.bytes > limits.unpackedBytes) throw new RefusedDocument('tooLarge');
  await checkEntries(zip, entries);
  await refuseZipBomb(zip, entries, bytes.length);
  const byName = new Map(entries.map((entry) => [partNameOf(entry), entry]));
  return {
    entries,
    names: new Set(byName.keys()),
    unpackedCounter,
    async read(name, maxBytes) {
      const entry = byName.get(name);
      if (!entry) return null;
      if (entry.uncompressedSize > maxBytes) throw new RefusedDocument('tooLarge');
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
    copy: (path, replacements, time) => copyZip(zip, entries, { path, replacements, time }),
  };
}

/** Whether a file begins like a zip. */
export const isZip = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PK\u0003\u0004';

/** The name of an entry, in lower case. */
export const partNameOf = (entry: Entry): string => entry.fileName.toLowerCase();

/** Returns the position where a zip ends, after its last complete end record and comment; 0 if it has no end record. */
function findEndOfZip(bytes: Buffer): number {
  for (let at = bytes.lastIndexOf(endSignature); at >= 0; at = at > 0 ? bytes.lastIndexOf(endSignature, at - 1) : -1) {
    const isComplete = at + endLength <= bytes.length;
    const end = at + endLength + (isComplete ? commentLengthAt(bytes, at) : Infinity);
    if (end <= bytes.length) return end;
    if (bytes.length - at > maxEndLength) break;
  }
  return 0;
}

/** Returns the length of the comment after the end record at a position, which the record's last two bytes contain. */
const commentLengthAt = (bytes: Buffer, at: number) => bytes.readUInt16LE(at + endLength - 2);

/**
 * Whether a file of another format could also be read as a zip, because it ends with a zip's end record and comment.
 */
export function endsLikeZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-maxEndLength);
  for (let at = tail.indexOf(endSignature); at >= 0; at = tail.indexOf(endSignature, at + 1))
    if (at + endLength <= tail.length && at + endLength + commentLengthAt(tail, at) === tail.length) return true;
  return false;
}

/**
 * Refuses encrypted entries, entries with suspicious or equal names, entries that overlap, and entries whose own header
 * differs from the zip's directory.
 */
async function checkEntries(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  if (entries.some((entry) => entry.isEncrypted())) throw new RefusedDocument('protected');
  if (new Set(entries.map(partNameOf)).size < entries.length || entries.some(isSuspicious))
    throw new RefusedDocument('wrongContent');
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new RefusedDocument('wrongContent');
    const localHeader = await zip.readLocalFileHeaderPromise(entry);
    if (localHeader.compressionMethod !== entry.compressionMethod || !localHeader.fileName.equals(entry.fileNameRaw))
      throw new RefusedDocument('wrongContent');
    end = localHeader.fileDataStart + entry.compressedSize;
  }
}

/**
 * Matches names that some programs read as the name of another part: names of the pieces of a part, and names with
 * escaped characters such as %41.
 */
const ambiguousName = /\[\d+\](\.last)?\.piece$|%(2[def]|3\d|4[\da-f]|5[\dacf]|6[\da-f]|7[\dae])/i;

/** Whether an entry is a symbolic link, or its name could be read in two ways. */
function isSuspicious({ fileName, fileNameRaw, externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (isLink || /\p{Cc}/u.test(fileName) || ambiguousName.test(fileName)) return true;
  // An extra field may contain a second name, which the library returns but Office ignores.
  const nameForOffice = fileNameRaw.toString('latin1').replaceAll('\\', '/');
  return /^[\x20-\x7e]*$/.test(nameForOffice) && nameForOffice !== fileName;
}

const declaredBytes = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);

/**
 * Refuses a zip of `size` bytes if its entries declare more than a hundred times as many unpacked bytes. Entries that
 * begin like bitmaps do not count, since Word writes documents with scans that are mostly white and compress extremely
 * well. Parts that are read as XML always count.
 */
async function refuseZipBomb(zip: ZipFile, entries: readonly Entry[], size: number): Promise<void> {
  const maxBytes = limits.ratio * size;
  if (declaredBytes(entries) <= maxBytes) return;
  let countedBytes = 0;
  for (const entry of entries) {
    if (/\.(xml|rels)$/.test(partNameOf(entry)) || !isBitmap(await readFirstBytes(zip, entry)))
      countedBytes += entry.uncompressedSize;
    if (countedBytes > maxBytes) throw new RefusedDocument('tooLarge');
  }
}

/** Returns the first bytes of a part, without unpacking the rest. */
async function readFirstBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)]);
    if (head.length === headLength) break;
  }
  return head;
}

/** The first bytes of bitmaps, metafiles and TIFF pictures, in hex. */
const bitmapSignatures = ['424d', '01000000', 'd7cdc69a', '01000900', '49492a00', '4d4d002a'];
const isBitmap = (head: Buffer) => bitmapSignatures.some((signature) => head.toString('hex').startsWith(signature));

/**
 * The size in bytes from which a part is streamed into the copy. The headers of smaller parts contain their sizes, as
 * in files written by Word.
 */
const minStreamedBytes = 1_000_000;

async function copyZip(
  zip: ZipFile,
  entries: readonly Entry[],
  {
    path,
    replacements,
    time,
  }: { path: string; replacements: ReadonlyMap<string, Buffer | null>; time?: Date | undefined },
) {
  const copy = new yazl.ZipFile();
  for (const entry of entries) {
    const options = {
      mtime: time ?? entry.getLastModDate(),
      compress: entry.compressionMethod !== 0,
      forceDosTimestamp: true,
    };
    const open = () => zip.openReadStreamPromise(entry);
    const bytes = replacements.get(partNameOf(entry));
    if (bytes === null) continue;
    if (entry.fileName.endsWith('/')) copy.addEmptyDirectory(entry.fileName, { mtime: options.mtime });
    else if (bytes) copy.addBuffer(bytes, entry.fileName, options);
    else if (entry.uncompressedSize < minStreamedBytes)
      copy.addBuffer(await buffer(await open()), entry.fileName, options);
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
