import type { ReadAt } from './bytes.ts';
import { Refused } from './refused.ts';

/** An entry of a compound file's directory; `top` where it lies directly under the root, `size` in bytes. */
export type CompoundEntry = { name: string; isStream: boolean; top: boolean; size: number; start: number };

/** A compound file's directory, and the first 64 bytes of a stream. */
export type Compound = { entries: CompoundEntry[]; headOf: (stream: CompoundEntry) => Promise<Buffer> };

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const entrySize = 128;
/** A Word document has some dozens. */
const mostEntries = 4000;

/**
 * Looks into a compound file ([MS-CFB], Office before 2007); its directory is empty where the file is none. Reads the directory
 * alone and only so much of it as a document may have, and throws at what is broken: libraries that load every stream
 * run in circles on crafted files.
 */
export async function readCompound(readAt: ReadAt, size: number): Promise<Compound> {
  const header = await readAt(0, 512);
  if (header.length < 512 || !header.subarray(0, 8).equals(magic)) return none;
  const version = header.readUInt16LE(26);
  const shift = header.readUInt16LE(30);
  if (!((version === 3 && shift === 9) || (version === 4 && shift === 12))) throw new Refused('wrongContent');
  const sectorSize = 2 ** shift;

  const readSector = (number: number) => readAt((number + 1) * sectorSize, sectorSize);
  const tables = await readTables(header, readSector, size / sectorSize);
  const perTable = sectorSize / 4;
  const next = async (number: number) => {
    const table = tables[Math.floor(number / perTable)];
    if (table === undefined) throw new Refused('wrongContent');
    return (await readSector(table)).readUInt32LE((number % perTable) * 4);
  };

  const entries: Buffer[] = [];
  for (let number = header.readUInt32LE(48); isSector(number); number = await next(number)) {
    if (entries.length > mostEntries) throw new Refused('wrongContent');
    const sector = await readSector(number);
    for (let at = 0; at < sectorSize; at += entrySize) entries.push(sector.subarray(at, at + entrySize));
  }
  const top = topLevel(entries);
  const headOf = async ({ size: length, start }: CompoundEntry) => {
    if (length >= header.readUInt32LE(56)) return (await readSector(start)).subarray(0, smallSector);
    if (start * smallSector > mostSmall) throw new Refused('wrongContent');
    // Small streams share one stream, which the root's entry names, in sectors of their own.
    let number = entries[0]?.readUInt32LE(116) ?? end;
    for (let left = start * smallSector; left >= sectorSize && isSector(number); left -= sectorSize) {
      number = await next(number);
    }
    const at = (start * smallSector) % sectorSize;
    return isSector(number) ? (await readSector(number)).subarray(at, at + smallSector) : Buffer.alloc(0);
  };
  const listed = entries
    .map((entry, index) => ({
      name: nameOf(entry),
      type: entry[66],
      top: top.has(index),
      size: entry.readUInt32LE(120),
      start: entry.readUInt32LE(116),
    }))
    .filter((entry) => entry.type === 1 || entry.type === 2)
    .map(({ type, ...entry }) => ({ ...entry, isStream: type === 2 }));
  return { entries: listed, headOf };
}

const none: Compound = { entries: [], headOf: () => Promise.resolve(Buffer.alloc(0)) };

/** Bytes of a sector of small streams, and where the first of a document's streams lies at most. */
const smallSector = 64;
const mostSmall = 4_000_000;

/** Numbers above are marks: free, end of chain, a table's own sector. */
const end = 0xfffffffe;
const isSector = (number: number) => number <= 0xfffffffa;

/** Where the tables of successors lie: 109 places stand in the header, further ones in a chain of sectors. */
async function readTables(header: Buffer, readSector: (number: number) => Promise<Buffer>, most: number) {
  const tables: number[] = [];
  for (let at = 76; at < 512; at += 4) tables.push(header.readUInt32LE(at));
  for (let number = header.readUInt32LE(68); isSector(number);) {
    const sector = await readSector(number);
    for (let at = 0; at < sector.length - 4; at += 4) tables.push(sector.readUInt32LE(at));
    number = sector.readUInt32LE(sector.length - 4);
    if (tables.length > most + 109 + sector.length) throw new Refused('wrongContent');
  }
  return tables;
}

const nameOf = (entry: Buffer) => entry.toString('utf16le', 0, Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2)));

/** The entries directly under the root: a tree of left and right neighbours. */
function topLevel(entries: readonly Buffer[]): Set<number> {
  const found = new Set<number>();
  const waiting = [entries[0]?.readUInt32LE(76)];
  while (waiting.length > 0) {
    const index = waiting.pop();
    const entry = index === undefined ? undefined : entries[index];
    if (index === undefined || !entry || found.has(index)) continue;
    found.add(index);
    waiting.push(entry.readUInt32LE(68), entry.readUInt32LE(72));
  }
  return found;
}
