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
 * A backup is one archive: a tar file, compressed with gzip and, if a key is configured, encrypted with age. It
 * contains these files in this order. The files in tables/ and files/ are called parts.
 *
 *   about.json                       where and when the backup was made, and the columns of its tables
 *   tables/NAME.000001.ndjson, …     the rows of each table, one line of JSON for each row
 *   files/KEY, …                     the documents
 *   manifest.json                    the size and SHA-256 of each part, missing documents, numbers of rows
 */

export const aboutFileName = 'about.json';
export const manifestFileName = 'manifest.json';
export const buildTablePartName = (table: string, number: number) =>
  `tables/${table}.${String(number).padStart(6, '0')}.ndjson`;
export const buildFilePartName = (key: string) => `files/${key}`;

/** Returns the table or the key of the document that a part contains; null for about.json and manifest.json. */
export function parsePartName(name: string): { table: string } | { key: string } | null {
  const [, table] = /^tables\/([a-z_]+)\.\d{6}\.ndjson$/.exec(name) ?? [];
  if (table) return { table };
  const [, key] = /^files\/([0-9a-f]{32})$/.exec(name) ?? [];
  return key ? { key } : null;
}

/** The content of manifest.json. */
export const manifestSchema = z.object({
  parts: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.int()),
  /** Ids of documents that were deleted during the backup: it contains their rows, but not their bytes. */
  deleted: z.array(z.int()),
  /** Ids of documents that were missing or damaged in the store. */
  missing: z.array(z.int()),
});
export type Manifest = z.output<typeof manifestSchema>;

const gzipSignature = Buffer.from([0x1f, 0x8b]);
const ageSignature = Buffer.from('age-encryption.org/v1\n');

/**
 * Reads the files of an archive, and decrypts them with `identity` if the archive is encrypted. Throws an error with
 * one plain line if the archive cannot be read.
 */
export async function* readArchive(path: string, identity: string | null): AsyncGenerator<TarEntry> {
  const signature = await readFirstBytes(path, ageSignature.length);
  const isEncrypted = signature.equals(ageSignature);
  if (!isEncrypted && !signature.subarray(0, 2).equals(gzipSignature))
    throw new NotAnArchive(`${path} is not a backup.`);
  if (isEncrypted && identity === null)
    throw new Error(`${path} is encrypted: use --key to name the file with its key (AGE-SECRET-KEY-1…).`);
  const bytes: AsyncIterable<Buffer> = createReadStream(path);
  const source = Readable.from(isEncrypted ? decryptWith(identity ?? '')(bytes) : bytes);
  const gunzip = createGunzip();
  const decompression = pipeline(source, gunzip);
  decompression.catch(() => {});
  try {
    yield* readTar(withPlainErrors(gunzip));
    await decompression;
  } finally {
    gunzip.destroy();
    await decompression.catch(() => {});
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

async function readFirstBytes(path: string, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: length - 1 })) parts.push(chunk as Buffer);
  return Buffer.concat(parts);
}

/** Returns the whole content of one file of an archive; for small files only. */
export async function readContent(entry: TarEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry.content) parts.push(part);
  return Buffer.concat(parts);
}

/** Parses about.json. Throws an error with one plain line if it is invalid, or if its format is newer. */
export function parseAbout(text: Buffer): AboutFile {
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
 * Reads a whole archive and compares its parts with the manifest; writes nothing. Throws an error with one plain line
 * if a part is missing, changed or not listed.
 */
export async function verifyArchive(
  path: string,
  identity: string | null,
): Promise<{ about: AboutFile; manifest: Manifest }> {
  const actualParts = new Map<string, { size: number; sha256: string }>();
  let about: AboutFile | null = null;
  let manifest: Manifest | null = null;
  for await (const entry of readArchive(path, identity)) {
    if (entry.name === aboutFileName) {
      about = parseAbout(await readContent(entry));
    } else if (entry.name === manifestFileName) {
      const parsed = manifestSchema.safeParse(parseJson(await readContent(entry)));
      if (parsed.success) manifest = parsed.data;
    } else {
      const hash = createHash('sha256');
      for await (const part of entry.content) hash.update(part);
      actualParts.set(entry.name, { size: entry.size, sha256: hash.digest('hex') });
    }
  }
  if (!about || !manifest) throw new NotAnArchive('This is not a backup of the portal.');
  const isComplete =
    manifest.parts.length === actualParts.size &&
    manifest.parts.every(({ name, size, sha256 }) => {
      const part = actualParts.get(name);
      return part?.size === size && part.sha256 === sha256;
    });
  if (!isComplete) throw new NotAnArchive('The backup is damaged: its parts differ from its manifest.');
  return { about, manifest };
}
