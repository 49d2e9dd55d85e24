import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** One file of a zip archive: names are UTF-8, with slashes. */
export interface ZipEntry {
  name: string;
  content: Readable;
}

/**
 * The files as a zip archive, one after the other, in constant memory: nothing is read faster than the archive is. If
 * reading a file fails, the archive fails with the same error; if the archive is closed, so is the file.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new yazl.ZipFile();
  const archive = zip.outputStream as Readable;
  const stopped = new AbortController();
  archive.once('close', () => stopped.abort());
  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  const fill = async () => {
    for await (const { name, content } of entries) {
      zip.addReadStream(content, name);
      await finished(content, { signal: stopped.signal }).finally(() => content.destroy());
    }
    zip.end();
  };
  // Once the archive has ended, nobody can receive the error.
  fill().catch((error: unknown) => stopped.signal.aborted || fail(error));
  return archive;
}

/** Writes the files into a new zip archive. Throws if the archive exists; removes an incomplete one. */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(zipOf(entries), file.createWriteStream({ flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
