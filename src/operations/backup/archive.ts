import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { codeOf } from '../../platform/database/db.ts';
import { decryptWith } from './age.ts';
import { aboutSchema, type AboutFile } from './tables.ts';
import { NotAnArchive, readTar, type TarEntry } from './tar.ts';

/*
 * A backup is one archive (tar, gzip, and age where it is encrypted) of these files, in this order:
 *
 *   about.json                       its origin and the columns of its tables
 *   tables/NAME.000001.ndjson, …     the rows of each table, a line of JSON each
 *   files/KEY, …                     the documents
 *   manifest.json                    every part with its size and SHA-256, missing documents, counts
 */

export const aboutName = 'about.json';
export const manifestName = 'manifest.json';
export const tablePartName = (table: string, number: number) =>
  `tables/${table}.${String(number).padStart(6, '0')}.ndjson`;
export const filePartName = (key: string) => `files/${key}`;

/** The table or the document's key that a part belongs to; null for the two files about the archive itself. */
export function parsePartName(name: string): { table: string } | { key: string } | null {
  const [, table] = /^tables\/([a-z_]+)\.\d{6}\.ndjson$/.exec(name) ?? [];
  if (table) return { table };
  const [, key] = /^files\/([0-9a-f]{32})$/.exec(name) ?? [];
  return key ? { key } : null;
}

/** An archive's last file. */
export const manifestSchema = z.object({
  parts: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  /** Ids of documents that were deleted during the backup, which has their rows, but not their bytes. */
  deleted: z.array(z.int()),
  /** Ids of documents whose bytes were missing in the store, or changed. */
  missing: z.array(z.int()),
});
export type Manifest = z.output<typeof manifestSchema>;

const gzipSignature = Buffer.from([0x1f, 0x8b]);
const ageSignature = Buffer.from('age-encryption.org/v1\n');

/** The files of an archive, decrypted if necessary; throws one plain line if it cannot be read. */
export async function* readArchive(path: string, identity: string | null): AsyncGenerator<TarEntry> {
  const signature = await firstBytes(path, ageSignature.length);
  const encrypted = signature.equals(ageSignature);
  if (!encrypted && !signature.subarray(0, 2).equals(gzipSignature)) throw new NotAnArchive(`${path} is not a backup.`);
  if (encrypted && identity === null)
    throw new Error(`${path} is encrypted: use --key to name the file with its key (AGE-SECRET-KEY-1…).`);
  const bytes: AsyncIterable<Buffer> = createReadStream(path);
  const source = Readable.from(encrypted ? decryptWith(identity ?? '')(bytes) : bytes);
  const output = createGunzip();
  const reading = pipeline(source, output);
  reading.catch(() => {});
  try {
    yield* readTar(withPlainErrors(output));
    await reading;
  } finally {
    output.destroy();
    await reading.catch(() => {});
  }
}

/** Passes the bytes on, but throws a plain error message if the compressed data are damaged. */
async function* withPlainErrors(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (/^Z_/.test(codeOf(error))) throw new NotAnArchive('The file is incomplete or damaged.', { cause: error });
    throw error;
  }
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: length - 1 })) parts.push(chunk as Buffer);
  return Buffer.concat(parts);
}

/** The whole content of one file of an archive; for small files only. */
export async function readContent(entry: TarEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry.content) parts.push(part);
  return Buffer.concat(parts);
}

/** Parses the first file of an archive; throws one plain line if this is not a backup, or one of a newer format. */
export function readAbout(text: Buffer): AboutFile {
  const parsed = aboutSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new NotAnArchive('This is not a backup of the portal, or it is one of a newer version.');
  return parsed.data;
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Reads a whole archive and compares every part with the manifest: nothing may be missing, changed or added. Throws one
 * plain line otherwise; writes nothing.
 */
export async function verifyArchive(
  path: string,
  identity: string | null,
): Promise<{ about: AboutFile; manifest: Manifest }> {
  const actualParts = new Map<string, { size: number; sha256: string }>();
  let first: AboutFile | null = null;
  let last: Manifest | null = null;
  for await (const entry of readArchive(path, identity)) {
    if (entry.name === aboutName) {
      first = readAbout(await readContent(entry));
    } else if (entry.name === manifestName) {
      const parsed = manifestSchema.safeParse(parseJson(await readContent(entry)));
      if (parsed.success) last = parsed.data;
    } else {
      const hash = createHash('sha256');
      for await (const part of entry.content) hash.update(part);
      actualParts.set(entry.name, { size: entry.size, sha256: hash.digest('hex') });
    }
  }
  if (!first || !last) throw new NotAnArchive('This is not a backup of the portal.');
  const isComplete =
    last.parts.length === actualParts.size &&
    last.parts.every(({ name, size, sha256 }) => {
      const part = actualParts.get(name);
      return part?.size === size && part.sha256 === sha256;
    });
  if (!isComplete) throw new NotAnArchive('The backup is damaged: its parts differ from its manifest.');
  return { about: first, manifest: last };
}
