import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** PostgreSQL names its socket by a port number even where it listens on no port. */
export const port = 5432;

/** The kernel's limit for the path of a socket in bytes. */
const longestPath = process.platform === 'linux' ? 107 : 103;

/**
 * The directory of the database's socket: `postgres-socket` in the data directory, or, where that path is too long for
 * the kernel, one under the system's temporary directory. Mode 0700 and owned by PostgreSQL's account, for whoever can
 * enter it is let in without a password. Removes a dead server's socket and its lock; call it only as the owner of the
 * data directory and with no server running.
 */
export function prepareSocketDirectory(dataDir: string, mark: string, account: Account | undefined): string {
  const beside = join(dataDir, 'postgres-socket');
  const directory = fits(beside) ? makePrivate(beside, account) : makePrivateInTemp(mark, account);
  if (!directory) throw new Error(`${beside} must be a directory that belongs to PostgreSQL's user with mode 0700.`);
  for (const name of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) rmSync(join(directory, name), { force: true });
  return directory;
}

/** Removes the directory of a stopped server's socket where it lies outside the data directory. */
export function removeSocketDirectory(socketDir: string, dataDir: string): void {
  if (!socketDir.startsWith(`${dataDir}/`)) rmSync(socketDir, { recursive: true, force: true });
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= longestPath;
}

function makePrivateInTemp(mark: string, account: Account | undefined): string {
  const parent = fits(join(tmpdir(), mark)) ? tmpdir() : '/tmp';
  const usual = makePrivate(join(parent, mark), account);
  if (usual) return usual;
  // Somebody else took the usual name in the directory open to all.
  const other = mkdtempSync(join(parent, 'portal-'));
  if (account) chownSync(other, account.uid, account.gid);
  return other;
}

/** The directory, made when missing; undefined when what is there is not a private directory of PostgreSQL's account. */
function makePrivate(directory: string, account: Account | undefined): string | undefined {
  if (!lstatSync(directory, { throwIfNoEntry: false })) mkdirSync(directory, { mode: 0o700 });
  const made = lstatSync(directory);
  // Just made by root, or brought by root out of a backup.
  if (account && made.isDirectory() && made.uid === 0) chownSync(directory, account.uid, account.gid);
  const stat = lstatSync(directory);
  const isPrivate =
    stat.isDirectory() && stat.uid === (account?.uid ?? process.getuid?.()) && (stat.mode & 0o077) === 0;
  return isPrivate ? directory : undefined;
}
