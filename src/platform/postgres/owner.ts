import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A short name for the database in a data directory, the same for every path that leads there (links, mounts). It is
 * the name of the lock, and PostgreSQL's processes have it in their command lines.
 */
export function markOf(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return `portal-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`;
}

/**
 * Makes this process the only owner of a data directory until it calls `release` or ends. The lock cannot go stale: on
 * Linux it is a socket in the abstract namespace, which the kernel removes; elsewhere it is a socket file, which is
 * replaced if no process answers. Throws a one-line message with the process id of the current owner.
 */
export async function becomeOwner(dataDir: string): Promise<{ release(): Promise<void> }> {
  const address = lockOf(dataDir);
  for (let attempt = 1; ; attempt++) {
    const server = await listen(address);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    const owner = await askOwner(address);
    // Without an answer, the owner has just ended, or has left its socket file behind.
    if (owner !== undefined || attempt === 3) {
      throw new Error(
        `${dataDir} is in use by the portal with process id ${owner ?? 'unknown'}: ` +
          'stop that one, or choose another DATA_DIR.',
      );
    }
    if (!address.startsWith('\0')) rmSync(address, { force: true });
  }
}

/** The process id of the portal that owns a data directory, or a text if it does not answer; undefined if none does. */
export function ownerOf(dataDir: string): Promise<string | undefined> {
  return askOwner(lockOf(dataDir));
}

function lockOf(dataDir: string): string {
  const mark = markOf(dataDir);
  return process.platform === 'linux' ? `\0${mark}` : join(tmpdir(), `${mark}.lock`);
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    // The lock must not keep a program alive that ends without releasing it.
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

function askOwner(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? answer : 'unknown (it does not answer)'));
  });
}
