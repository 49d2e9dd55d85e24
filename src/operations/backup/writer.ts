import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf } from '../../platform/database/db.ts';
import { makeDurable } from '../../platform/storage/durable.ts';
import type { StreamTransform } from './age.ts';
import { tarEnd, createTarHeader, createTarPadding } from './tar.ts';

/** One file of an archive, as the manifest lists it. */
export interface Part {
  name: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** An archive that is being written. */
export interface ArchiveWriter {
  /** Adds a file of exactly `size` bytes, and returns its entry for the manifest. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part>;
}

const diskFullCodes = new Set(['ENOSPC', 'EFBIG', 'EDQUOT']);

/**
 * Writes a compressed archive, encrypted unless `encrypt` is null, and returns its size in bytes. `fill` adds the files
 * in order, and `at` is their time. The archive appears at `path` only once it is complete and safely on disk.
 */
export async function writeArchive(
  path: string,
  { at, encrypt }: { at: Date; encrypt: StreamTransform | null },
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  // If this process is killed, removeAbandonedFilesIn later deletes the file, because of its suffix.
  const partialPath = `${path}.part`;
  const input = new PassThrough();
  const file = createWriteStream(partialPath, { flags: 'wx', mode: 0o600 });
  // The fastest level: documents are already compressed, and even at this level the tables shrink to a fifth.
  const gzip = createGzip({ level: 1 });
  const failure = new AbortController();
  const writing = encrypt ? pipeline(input, gzip, encrypt, file) : pipeline(input, gzip, file);
  writing.catch((error: unknown) => failure.abort(error));

  const write = async (bytes: Uint8Array): Promise<void> => {
    failure.signal.throwIfAborted();
    if (bytes.length === 0 || input.write(bytes)) return;
    await once(input, 'drain', { signal: failure.signal }).catch(() => failure.signal.throwIfAborted());
  };
  try {
    await fill({
      async add(name, size, content) {
        const hash = createHash('sha256');
        let remaining = size;
        await write(createTarHeader(name, size, at));
        for await (const chunk of content) {
          remaining -= chunk.length;
          hash.update(chunk);
          await write(chunk);
        }
        if (remaining !== 0) throw new Error('a part of the backup does not have the announced size');
        await write(createTarPadding(size));
        return { name, size, sha256: hash.digest('hex') };
      },
    });
    await write(tarEnd);
    input.end();
    await writing;
    await makeDurable(partialPath);
    await rename(partialPath, path);
    await makeDurable(dirname(path));
    return file.bytesWritten;
  } catch (error) {
    input.destroy();
    await writing.catch(() => {});
    // If the removal fails as well, the first error is thrown.
    await rm(partialPath, { force: true }).catch(() => undefined);
    if (diskFullCodes.has(codeOf(error)))
      throw new Error(`The disk of ${dirname(path)} is full; no backup was made.`, { cause: error });
    throw error;
  }
}
