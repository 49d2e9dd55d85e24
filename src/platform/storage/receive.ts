import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../server/db.ts';

/** A file on its way is larger than it may be. Carries no name: error texts reach the log. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  constructor(readonly limit: number) {
    super(`file exceeds ${limit} bytes`);
  }
}

/** A received file: where it lies for now, its size in bytes and its SHA-256 in lower-case hex. */
export type ReceivedFile = { path: string; size: number; sha256: string };

/** Names of temporary files tell whose they are: the machine, and the number of the process. */
const host = hostname().replace(/[^\w.]/g, '_');

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
  const path = join(into, `${host}-${process.pid}-${randomUUID()}.part`);
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

/** Size in bytes and SHA-256 in lower-case hex of a file on disk. */
export async function measureFile(path: string): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

/** Longer than anything pauses that is still on its way, in milliseconds: a body that stalls is cut off after a minute. */
const abandonedAfter = 3_600_000;

/**
 * Removes received files that nobody took away, as a process leaves them that is killed while it receives: a CV must not
 * lie about. Those of a process of this machine that has ended go at once. Others may still be on their way and stay until
 * nobody has written to them for an hour. A folder that does not exist is no fault.
 */
export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.part'))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && (Date.now() - found.mtimeMs > abandonedAfter || hasEnded(name, found.mtimeMs)))
      await rm(path, { force: true });
  }
}

/** Whether a temporary file is that of an ended process of this machine; in containers the next one often has its number. */
function hasEnded(name: string, writtenAt: number): boolean {
  const pid = Number(new RegExp(`^${host.replaceAll('.', '\\.')}-(\\d+)-`).exec(name)?.[1] ?? 0);
  if (pid === 0) return false;
  if (pid === process.pid) return writtenAt < Date.now() - process.uptime() * 1000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
