import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { addPath } from '../../../platform/system-error.ts';

/** A file of a zip archive. Slashes in its name separate folders. */
export interface ZipEntry {
  name: string;
  content: Readable;
}

/**
 * Packs the files into a zip archive, one after another. Needs constant memory, since the files are read only as fast
 * as the archive is read. If reading a file fails, the archive fails with the same error. If the archive is closed
 * early, the file that is being read is closed too.
 */
export function createZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new yazl.ZipFile();
  const archive = zip.outputStream as Readable;
  const closing = new AbortController();
  archive.once('close', () => closing.abort());
  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  const fill = async () => {
    for await (const { name, content } of entries) {
      zip.addReadStream(content, name);
      await finished(content, { signal: closing.signal }).finally(() => content.destroy());
    }
    zip.end();
  };
  // If the archive is already closed, nobody is left to receive the error.
  fill().catch((error: unknown) => closing.signal.aborted || fail(error));
  return archive;
}

/** Writes the files into a new zip archive. Throws if `path` exists. Removes an incomplete archive after an error. */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(createZip(entries), file.createWriteStream({ flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    throw addPath(error, path);
  }
}
