import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Settings } from '../settings/settings.ts';
import { DiskFull, isFull, requireDiskSpace } from './disk-space.ts';
import { temporaryName } from './receive.ts';

/** A complete answer on disk: its size in bytes, and its bytes, which free the disk once they are read or destroyed. */
export interface Spooled {
  size: number;
  bytes: Readable;
}

/** Bytes that are written at once, after the free space is checked. */
const batch = 2_000_000;

/** Long enough for 100 MB at 0.25 Mbit/s, less than any DSL contract gives; milliseconds. */
const readWithin = 3_600_000;

/**
 * Writes a stream to `DATA_DIR/tmp` as fast as it can be read, so that whatever makes it (a transaction, a place) is
 * free before a slow reader has the first byte. The file has mode 0600 and no name: its name is removed before the
 * first byte is written, so that the system deletes it with its last reader, even if this process is killed. Whoever
 * has not read it within `within` milliseconds is cut off.
 *
 * Throws DiskFull when less space is left than uploads must leave (`uploads.keepFreeMegabytes`), and the error of the
 * stream; nothing remains then.
 */
export async function spool(
  source: Readable,
  settings: Pick<Settings, 'dataDir' | 'providerConfig'>,
  within = readWithin,
): Promise<Spooled> {
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
      if (bytesWaiting >= batch) await write();
    }
    await write();
  } catch (error) {
    await file.close();
    throw isFull(error) ? new DiskFull() : error;
  }
  const bytes = file.createReadStream({ start: 0 });
  const cutOff = setTimeout(() => bytes.destroy(), within).unref();
  bytes.once('close', () => clearTimeout(cutOff));
  return { size, bytes };
}

/** Opens a new file and removes its name. After a kill in between, an empty file waits for `removeAbandoned`. */
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
