import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Settings } from '../settings/settings.ts';
import { DiskFull, isDiskFullError, requireDiskSpace } from './disk-space.ts';
import { temporaryName } from './receive.ts';

/** A complete answer on disk: its size in bytes, and its bytes; reading or destroying them frees the disk space. */
export interface SpooledAnswer {
  size: number;
  bytes: Readable;
}

/** Bytes that are collected, and then written together after a check of the free space. */
const batchBytes = 2_000_000;

/** How long reading may take: enough for 100 MB at 0.25 Mbit/s, less than any DSL contract gives; milliseconds. */
const readTimeout = 3_600_000;

/**
 * Writes a stream to `DATA_DIR/tmp` as fast as it can be read, so that its source (a transaction, a slot of a limited
 * queue) is free before a slow reader has the first byte. The file has mode 0600 and no name: its name is removed
 * before the first byte is written, so that the system deletes it with its last reader, even if this process is killed.
 * A reader that takes longer than `timeout` milliseconds is cut off.
 *
 * Throws DiskFull if less space is left than uploads must leave (`uploads.keepFreeMegabytes`), or the error of the
 * stream; in both cases nothing remains on the disk.
 */
export async function spool(
  source: Readable,
  settings: Pick<Settings, 'dataDir' | 'providerConfig'>,
  timeout = readTimeout,
): Promise<SpooledAnswer> {
  const file = await openNameless(join(settings.dataDir, 'tmp')).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  let size = 0;
  let waiting: Buffer[] = [];
  let bytesWaiting = 0;
  const write = async () => {
    await requireDiskSpace(settings);
    await file.writeFile(Buffer.concat(waiting));
    size += bytesWaiting;
    waiting = [];
    bytesWaiting = 0;
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      bytesWaiting += chunk.length;
      if (bytesWaiting >= batchBytes) await write();
    }
    await write();
  } catch (error) {
    await file.close();
    throw isDiskFullError(error) ? new DiskFull() : error;
  }
  const bytes = file.createReadStream({ start: 0 });
  const cutOff = setTimeout(() => bytes.destroy(), timeout).unref();
  bytes.once('close', () => clearTimeout(cutOff));
  return { size, bytes };
}

/** Opens a new file and removes its name. After a kill in between, `removeAbandoned` later removes the empty file. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, temporaryName());
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}
