import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** The port number in the name of PostgreSQL's socket file. PostgreSQL does not listen on this port. */
export const socketPort = 5432;

/** The maximum length of a socket's path that the kernel allows, in bytes. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/**
 * Creates the directory of the database's socket if it is missing, and returns it. It is `postgres-socket` in the data
 * directory, or a directory in the system's temporary directory if that path is too long for the kernel. It has mode
 * 0700 and belongs to PostgreSQL's account, because any user who can enter it can connect without a password.
 *
 * Removes the socket and the lock that a dead server left there. Therefore call this function only as the owner of the
 * data directory, and only while no server runs.
 */
export function prepareSocketDirectory(dataDir: string, clusterName: string, account: Account | undefined): string {
  const usualDir = join(dataDir, 'postgres-socket');
  const directory = isShortEnough(usualDir)
    ? ensurePrivateDirectory(usualDir, account)
    : ensurePrivateTempDirectory(clusterName, account);
  if (!directory) throw new Error(`${usualDir} must be a directory that belongs to PostgreSQL's user with mode 0700.`);
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`])
    rmSync(join(directory, name), { force: true });
  return directory;
}

/** Removes the directory of the socket after the server has stopped, if it is outside the data directory. */
export function removeSocketDirectory(socketDir: string, dataDir: string): void {
  if (!socketDir.startsWith(`${dataDir}/`)) rmSync(socketDir, { recursive: true, force: true });
}

function isShortEnough(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= maxPathBytes;
}

function ensurePrivateTempDirectory(clusterName: string, account: Account | undefined): string {
  const parent = isShortEnough(join(tmpdir(), clusterName)) ? tmpdir() : '/tmp';
  const usualDir = ensurePrivateDirectory(join(parent, clusterName), account);
  if (usualDir) return usualDir;
  // Another user has created a directory with the usual name, so a new one with a random name is used.
  const randomDir = mkdtempSync(join(parent, 'portal-'));
  if (account) chownSync(randomDir, account.uid, account.gid);
  return randomDir;
}

/**
 * Creates a directory if it is missing, and returns it. Returns undefined if the path exists but is not a directory
 * that belongs to PostgreSQL's account with mode 0700.
 */
function ensurePrivateDirectory(directory: string, account: Account | undefined): string | undefined {
  if (!lstatSync(directory, { throwIfNoEntry: false })) mkdirSync(directory, { mode: 0o700 });
  const existing = lstatSync(directory);
  // A directory that belongs to root was created in the line above, or root restored it from a backup.
  if (account && existing.isDirectory() && existing.uid === 0) chownSync(directory, account.uid, account.gid);
  const stat = lstatSync(directory);
  const isPrivate =
    stat.isDirectory() && stat.uid === (account?.uid ?? process.getuid?.()) && (stat.mode & 0o077) === 0;
  return isPrivate ? directory : undefined;
}
