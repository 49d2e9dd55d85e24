import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../database/db.ts';

/** A file is larger than allowed. The message has no file name, because it may reach the log. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  constructor(readonly limit: number) {
    super(`file exceeds ${limit} bytes`);
  }
}

/** A received file: its temporary path, its size in bytes and its SHA-256 in lower-case hex. */
export type ReceivedFile = { path: string; size: number; sha256: string };

/** Names of temporary files begin with the name of the machine and the id of the process. */
const host = hostname().replace(/[^\w.]/g, '_');

/**
 * Returns a new name for a temporary file or folder of this process, by which `removeAbandoned` recognises it. It ends
 * with `id`, which no other file of this process may have at the same time.
 */
export const temporaryName = (id: string = randomUUID()) => `${host}-${process.pid}-${id}.part`;

/**
 * Writes a stream to a new file of mode 0600 in the folder `into` (created with 0700 if missing), and counts and hashes
 * its bytes. Throws FileTooLarge beyond `limit` bytes. If the stream fails or ends too early, the file is removed;
 * otherwise the caller has to remove it.
 */
export async function receiveFile(
  stream: Readable,
  { into, limit }: { into: string; limit: number },
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(new FileTooLarge(limit));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const path = join(into, temporaryName());
  let file: WriteStream | undefined;
  try {
    await mkdir(into, { recursive: true, mode: 0o700 });
    file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(stream, counter, file);
    return { path, size, sha256: hash.digest('hex') };
  } catch (error) {
    stream.destroy();
    // A file that is still being opened would appear again after its removal.
    if (file) await close(file);
    // The first error is thrown, even if the clean-up fails as well.
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

function close(file: WriteStream): Promise<void> {
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

/** Longer than any pause of an upload under way, because stalled uploads are aborted after a minute; milliseconds. */
const abandonedAfter = 3_600_000;

/**
 * Removes abandoned temporary files and folders, which a process leaves if it is killed during an upload or while it
 * writes a mail: their content must not stay on the disk. Those of an ended process of this machine are removed
 * immediately; others may still be in use and stay until they have not changed for an hour. The folder need not exist.
 * `onRemove` is called with the path of each before its removal.
 */
export async function removeAbandoned(
  folder: string,
  onRemove: (path: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.part'))) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (!stats || (Date.now() - stats.mtimeMs <= abandonedAfter && !hasEnded(name, stats.mtimeMs))) continue;
    await onRemove(path);
    await rm(path, { recursive: true, force: true });
  }
}

/** Whether the process that wrote a temporary file ran on this machine and has ended. Containers often reuse pids. */
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
