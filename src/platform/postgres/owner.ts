import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the name of the database cluster in a data directory. The name is the same for every path to the directory,
 * including paths through links and mounts. The lock has this name, and PostgreSQL's processes have it in their command
 * lines.
 */
export function clusterNameOf(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return `portal-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`;
}

/** How many times `becomeOwner` tries to become the owner. */
const maxAttempts = 3;

/**
 * Makes this process the only owner of a data directory until it calls `release` or ends. The lock is a socket. On
 * Linux it is in the abstract namespace, so the kernel removes it when the process ends. Elsewhere it is a file, which
 * is replaced if no process answers on it. If the directory has another owner, throws an error with one plain line that
 * contains the owner's process id.
 */
export async function becomeOwner(dataDir: string): Promise<{ release(): Promise<void> }> {
  const address = lockAddressOf(dataDir);
  for (let attempt = 1; ; attempt++) {
    const server = await tryToListen(address);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    const owner = await askForPid(address);
    // If nobody answers, the owner has just ended, or an earlier owner left its socket file behind.
    if (owner !== undefined || attempt === maxAttempts) {
      throw new Error(
        `${dataDir} is in use by the portal with process id ${owner ?? 'unknown'}: ` +
          'stop that one, or choose another DATA_DIR.',
      );
    }
    if (!address.startsWith('\0')) rmSync(address, { force: true });
  }
}

/**
 * Returns the process id of the portal that owns a data directory, or 'unknown (it does not answer)' if the owner does
 * not send it, or undefined if no portal owns the directory.
 */
export function findOwner(dataDir: string): Promise<string | undefined> {
  return askForPid(lockAddressOf(dataDir));
}

function lockAddressOf(dataDir: string): string {
  const name = clusterNameOf(dataDir);
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.lock`);
}

function tryToListen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    // The lock must not keep alive a program that wants to end without releasing it.
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

function askForPid(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? answer : 'unknown (it does not answer)'));
  });
}
