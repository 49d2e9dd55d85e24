import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../database/db.ts';
import { addPath } from '../system-error.ts';

/** Thrown if a file is larger than allowed. The message does not contain the file name, because it may be logged. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  constructor(readonly limit: number) {
    super(`file exceeds ${limit} bytes`);
  }
}

/** A received file: its temporary path, its size in bytes and its SHA-256 in lower-case hex. */
export type ReceivedFile = { path: string; size: number; sha256: string };

/** The name of this machine, with which the names of temporary files begin. */
const host = hostname().replace(/[^\w.]/g, '_');

/**
 * Creates the name of a temporary file or folder. It contains the machine, the process id and `id`, so that
 * `removeAbandonedFilesIn` can check whether the process has ended. `id` must be unique among the temporary files of
 * this process.
 */
export const createTemporaryName = (id: string = randomUUID()) => `${host}-${process.pid}-${id}.part`;

/**
 * Writes a stream to a new temporary file with mode 0600 in the folder `into`, which is created with mode 0700 if it
 * does not exist. Returns its size and hash. Throws FileTooLarge if the stream has more than `limit` bytes. The file is
 * removed if this function throws; otherwise the caller must remove it.
 */
export async function receiveFile(
  stream: Readable,
  { into: folder, limit }: { into: string; limit: number },
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(new FileTooLarge(limit));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const path = join(folder, createTemporaryName());
  let file: WriteStream | undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(stream, measure, file);
    return { path, size, sha256: hash.digest('hex') };
  } catch (error) {
    stream.destroy();
    // A file that is still being opened would be created after its removal, so it is closed first.
    if (file) await closeFile(file);
    // If the removal fails as well, the first error is thrown.
    await rm(path, { force: true }).catch(() => undefined);
    throw addPath(error, path);
  }
}

function closeFile(file: WriteStream): Promise<void> {
  return new Promise((done) => {
    if (file.closed) return done();
    file
      .once('close', done)
      .once('error', () => {})
      .destroy();
  });
}

/** Reads a file and returns its size in bytes and its SHA-256 in lower-case hex. */
export async function measureFile(path: string): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

/**
 * The time without a change after which a temporary file counts as abandoned, in milliseconds. An upload in progress
 * changes its file more often, because stalled uploads are aborted after a minute.
 */
const abandonedAfterMs = 3_600_000;

/**
 * Removes temporary files and folders that a killed process has left in `folder`, because their content must not stay
 * on the disk. Files of an ended process of this machine are removed immediately. Other files may still be in use, so
 * they are removed only if they have not been changed for an hour. `folder` need not exist. `beforeRemoval` is called
 * with the path of each file before it is removed.
 */
export async function removeAbandonedFilesIn(
  folder: string,
  beforeRemoval: (path: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.part'))) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (!stats || (Date.now() - stats.mtimeMs <= abandonedAfterMs && !hasWriterEnded(name, stats.mtimeMs))) continue;
    await beforeRemoval(path);
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Whether the process that wrote a temporary file ran on this machine and has ended. Containers often reuse process
 * ids, so a file with the id of this process is from an ended process if the file is older than this process.
 */
function hasWriterEnded(name: string, writtenAt: number): boolean {
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
