import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Settings } from '../settings/settings.ts';
import { DiskFull, isDiskFullError, requireDiskSpace } from './disk-space.ts';
import { createTemporaryName } from './temporary-files.ts';

/**
 * A stream that has been saved to the disk: its size and its bytes. Reading `bytes` to the end frees the disk space.
 */
export interface SpooledStream {
  size: number;
  bytes: Readable;
}

/** The number of bytes that are written to the disk at a time, after a check of the free space. */
const maxBatchSize = 2_000_000;

/**
 * The time limit for reading, in milliseconds. It is enough for 100 MB at 0.25 Mbit/s, which any DSL connection
 * reaches.
 */
const readTimeoutMs = 3_600_000;

/**
 * Saves a stream to a temporary file and returns a stream of that file, so that a slow client does not keep a source
 * such as a database transaction open.
 *
 * The file is in `DATA_DIR/tmp` with mode 0600. Its name is removed before anything is written, so that the operating
 * system deletes the file when it is closed, even if this process is killed. Reading is aborted after `timeoutMs`.
 *
 * Throws DiskFull if the disk has less free space than `uploads.keepFreeMegabytes`. Throws the error of the source if
 * it fails. In either case, nothing stays on the disk.
 */
export async function spool(
  source: Readable,
  settings: Pick<Settings, 'dataDir' | 'providerConfig'>,
  timeoutMs = readTimeoutMs,
): Promise<SpooledStream> {
  const file = await openUnnamedFile(join(settings.dataDir, 'tmp')).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  let size = 0;
  let batch: Buffer[] = [];
  let batchSize = 0;
  const writeBatch = async () => {
    await requireDiskSpace(settings);
    await file.writeFile(Buffer.concat(batch));
    size += batchSize;
    batch = [];
    batchSize = 0;
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      batch.push(chunk);
      batchSize += chunk.length;
      if (batchSize >= maxBatchSize) await writeBatch();
    }
    await writeBatch();
  } catch (error) {
    await file.close();
    throw isDiskFullError(error) ? new DiskFull() : error;
  }
  const bytes = file.createReadStream({ start: 0 });
  const timer = setTimeout(() => bytes.destroy(), timeoutMs).unref();
  bytes.once('close', () => clearTimeout(timer));
  return { size, bytes };
}

/**
 * Opens a new file and removes its name. If the process is killed in between, `removeAbandonedFilesIn` later removes
 * the empty file.
 */
async function openUnnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, createTemporaryName());
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}
