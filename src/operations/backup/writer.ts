import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf } from '../server/db.ts';
import type { Step } from './age.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

/** One file of an archive, as the manifest lists it. */
export interface Part {
  name: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** An archive that is being written. */
export interface ArchiveWriter {
  /** Adds a file of exactly `size` bytes; with its hash. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part>;
}

const full = new Set(['ENOSPC', 'EFBIG', 'EDQUOT']);

/**
 * Writes a compressed, and where `encrypt` is given encrypted, archive: it appears under `path` complete and durable, or
 * not at all. `fill` adds the files, in their order. Answers the size of the archive in bytes.
 */
export async function writeArchive(
  path: string,
  { at, encrypt }: { at: Date; encrypt: Step | null },
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  // removeAbandoned knows this ending.
  const unfinished = `${path}.part`;
  const input = new PassThrough();
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
  // Documents are compressed already; the rest shrinks to a fifth even so.
  const gzip = createGzip({ level: 1 });
  const failed = new AbortController();
  const written = encrypt ? pipeline(input, gzip, encrypt, file) : pipeline(input, gzip, file);
  written.catch((error: unknown) => failed.abort(error));

  const write = async (bytes: Uint8Array): Promise<void> => {
    failed.signal.throwIfAborted();
    if (bytes.length === 0 || input.write(bytes)) return;
    await once(input, 'drain', { signal: failed.signal }).catch(() => failed.signal.throwIfAborted());
  };
  try {
    await fill({
      async add(name, size, content) {
        const hash = createHash('sha256');
        let left = size;
        await write(tarHeader(name, size, at));
        for await (const chunk of content) {
          left -= chunk.length;
          hash.update(chunk);
          await write(chunk);
        }
        if (left !== 0) throw new Error('a part of the backup was not as long as announced');
        await write(tarPadding(size));
        return { name, size, sha256: hash.digest('hex') };
      },
    });
    await write(tarEnd);
    input.end();
    await written;
    await makeDurable(unfinished);
    await rename(unfinished, path);
    await makeDurable(dirname(path));
    return file.bytesWritten;
  } catch (error) {
    input.destroy();
    await written.catch(() => {});
    await rm(unfinished, { force: true });
    if (full.has(codeOf(error)))
      throw new Error(`There is no room left in ${dirname(path)}; no backup was made.`, { cause: error });
    throw error;
  }
}

/** Returns once a file's bytes, or a folder's names, are on the disk. */
export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
