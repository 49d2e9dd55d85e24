import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file on its way is larger than it may be. Carries no name: error texts reach the log. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  constructor(readonly limit: number) {
    super(`file exceeds ${limit} bytes`);
  }
}

/** A received file: where it lies for now, its size in bytes and its SHA-256 in lower-case hex. */
export type ReceivedFile = { path: string; size: number; sha256: string };

/**
 * Writes a stream to a new file of mode 0600 in `into` (made with 0700 where it is missing), counting and hashing on the
 * way. More than `limit` bytes: FileTooLarge. Where the stream fails or ends too early nothing is left behind; on
 * success the file is the caller's to remove.
 */
export async function receiveFile(
  stream: Readable,
  { into, limit }: { into: string; limit: number },
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(new FileTooLarge(limit));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const path = join(into, `${randomUUID()}.part`);
  let file: WriteStream | undefined;
  try {
    await mkdir(into, { recursive: true, mode: 0o700 });
    file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(stream, count, file);
    return { path, size, sha256: hash.digest('hex') };
  } catch (error) {
    stream.destroy();
    // A file that is just being opened would come into being after it was removed.
    if (file) await closed(file);
    // The first error is the one to tell, whatever becomes of the clean-up.
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

function closed(file: WriteStream): Promise<void> {
  return new Promise((done) => {
    if (file.closed) return done();
    file
      .once('close', done)
      .once('error', () => {})
      .destroy();
  });
}

/** Longer than anything pauses that is still on its way, in milliseconds: a body that stalls is cut off after a minute. */
const abandonedAfter = 3_600_000;

/**
 * Removes received files that nobody took away, as a process leaves them that is killed while it receives: a CV must not
 * lie about. Those written to within the hour may still be on their way and stay. A folder that does not exist is no fault.
 */
export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.part'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { force: true });
  }
}
