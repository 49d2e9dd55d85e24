import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { codeOf } from '../server/db.ts';
import { decryptWith } from './age.ts';
import { about, type About } from './tables.ts';
import { NotAnArchive, readTar, type TarEntry } from './tar.ts';

/*
 * A backup is one archive (tar, gzip, and age where it is encrypted) of these files, in this order:
 *
 *   about.json                       where it comes from, the shape of its tables
 *   tables/NAME.000001.ndjson, …     the rows of each table, a line of JSON each
 *   files/KEY, …                     the documents
 *   manifest.json                    every part with its size and SHA-256, the gaps, the counts
 */

export const aboutName = 'about.json';
export const manifestName = 'manifest.json';
export const tablePart = (table: string, number: number) => `tables/${table}.${String(number).padStart(6, '0')}.ndjson`;
export const filePart = (key: string) => `files/${key}`;

/** The table or the key of a document that a part belongs to; null for the two files of the archive itself. */
export function partOf(name: string): { table: string } | { key: string } | null {
  const [, table] = /^tables\/([a-z_]+)\.\d{6}\.ndjson$/.exec(name) ?? [];
  if (table) return { table };
  const [, key] = /^files\/([0-9a-f]{32})$/.exec(name) ?? [];
  return key ? { key } : null;
}

/** An archive's last file. */
export const manifest = z.object({
  parts: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  /** Documents that were deleted while the backup was made: the row is in it, the bytes are not. By id. */
  deleted: z.array(z.int()),
  /** Documents whose bytes the store did not have, or had changed. By id. */
  missing: z.array(z.int()),
});
export type Manifest = z.output<typeof manifest>;

const gzipMark = Buffer.from([0x1f, 0x8b]);
const ageMark = Buffer.from('age-encryption.org/v1\n');

/** The files of an archive, decrypted where it is encrypted; throws one plain line where it cannot be read. */
export async function* readArchive(path: string, identity: string | null): AsyncGenerator<TarEntry> {
  const mark = await firstBytes(path, ageMark.length);
  const encrypted = mark.equals(ageMark);
  if (!encrypted && !mark.subarray(0, 2).equals(gzipMark)) throw new NotAnArchive(`${path} is not a backup.`);
  if (encrypted && identity === null)
    throw new Error(`${path} is encrypted: name the file with its key (AGE-SECRET-KEY-1…) by --key.`);
  const bytes: AsyncIterable<Buffer> = createReadStream(path);
  const source = Readable.from(encrypted ? decryptWith(identity ?? '')(bytes) : bytes);
  const output = createGunzip();
  const reading = pipeline(source, output);
  reading.catch(() => {});
  try {
    yield* readTar(plainly(output));
    await reading;
  } finally {
    output.destroy();
    await reading.catch(() => {});
  }
}

/** The same bytes, with a plain line where what was compressed is not whole. */
async function* plainly(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (/^Z_/.test(codeOf(error))) throw new NotAnArchive('The file is torn or damaged.', { cause: error });
    throw error;
  }
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: length - 1 })) parts.push(chunk as Buffer);
  return Buffer.concat(parts);
}

/** A file of an archive as a whole; for those that are small by their nature. */
export async function contentOf(entry: TarEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry.content) parts.push(part);
  return Buffer.concat(parts);
}

/** What the first file of an archive says; throws one plain line where this is no backup, or one of a later form. */
export function readAbout(text: Buffer): About {
  const parsed = about.safeParse(jsonIn(text));
  if (!parsed.success) throw new NotAnArchive('This is no backup of the portal, or one of a newer version.');
  return parsed.data;
}

function jsonIn(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Reads an archive to its end and compares every part with the manifest: nothing is missing, changed or added. Throws
 * one plain line where it is not whole; writes nothing.
 */
export async function verifyArchive(
  path: string,
  identity: string | null,
): Promise<{ about: About; manifest: Manifest }> {
  const found = new Map<string, { size: number; sha256: string }>();
  let first: About | null = null;
  let last: Manifest | null = null;
  for await (const entry of readArchive(path, identity)) {
    if (entry.name === aboutName) {
      first = readAbout(await contentOf(entry));
    } else if (entry.name === manifestName) {
      const parsed = manifest.safeParse(jsonIn(await contentOf(entry)));
      if (parsed.success) last = parsed.data;
    } else {
      const hash = createHash('sha256');
      for await (const part of entry.content) hash.update(part);
      found.set(entry.name, { size: entry.size, sha256: hash.digest('hex') });
    }
  }
  if (!first || !last) throw new NotAnArchive('This is no backup of the portal.');
  const whole =
    last.parts.length === found.size &&
    last.parts.every(({ name, size, sha256 }) => {
      const part = found.get(name);
      return part?.size === size && part.sha256 === sha256;
    });
  if (!whole) throw new NotAnArchive('The backup is damaged: its parts are not what its manifest says.');
  return { about: first, manifest: last };
}
