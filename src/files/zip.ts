import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { Source } from './bytes.ts';
import { Refused } from './refused.ts';

/** What a zip may hold at most (contract §7): bytes unpacked, also as a multiple of its size, and entries. */
const limits = { unpacked: 500_000_000, ratio: 100, entries: 2000 } as const;

/** Most bytes that are kept in memory of the parts asked for; real documents have some dozen kilobytes of them. */
const mostKept = 2_000_000;

/** Names and parts of a zip; both speak lower case, as Office does not tell `Word/` from `word/`. */
export type Unzipped = { names: string[]; parts: Map<string, Buffer> };

/**
 * Looks through a whole zip without unpacking it to disk: refuses bombs, entries that overlap, lie about their size, are
 * encrypted, are links, share a name or would leave their folder. Keeps the parts that `wanted` names. A file that is no
 * zip throws an ordinary error.
 */
export async function readZip(source: Source, size: number, wanted: (name: string) => boolean): Promise<Unzipped> {
  const zip = await open(source);
  try {
    if (zip.entryCount > limits.entries) throw new Refused('tooLarge');
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    check(entries, size);

    // Every entry is inflated, not only those wanted: the library stops where an entry holds more than it declared, and
    // what is declared has been checked, so no document that passes unpacks to more than the limits elsewhere.
    const parts = new Map<string, Buffer>();
    let kept = 0;
    for (const entry of entries) {
      const name = entry.fileName.toLowerCase();
      const keep = wanted(name);
      if (keep) kept += entry.uncompressedSize;
      if (kept > mostKept) throw new Refused('tooLarge');
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) if (keep) chunks.push(chunk as Buffer);
      if (keep) parts.set(name, Buffer.concat(chunks));
    }
    return { names: entries.map((entry) => entry.fileName.toLowerCase()), parts };
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

/** Absolute names and `..` the library has refused already. */
function check(entries: readonly Entry[], size: number): void {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > Math.min(limits.unpacked, limits.ratio * size)) throw new Refused('tooLarge');
  if (entries.some((entry) => entry.isEncrypted())) throw new Refused('protected');

  const names = new Set(entries.map((entry) => entry.fileName.toLowerCase()));
  const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (names.size < entries.length || entries.some((entry) => isLink(entry) || /\p{Cc}/u.test(entry.fileName))) {
    throw new Refused('wrongContent');
  }

  const headerSize = 30;
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new Refused('wrongContent');
    end = entry.relativeOffsetOfLocalHeader + headerSize + entry.fileNameLength + entry.compressedSize;
  }
}
