import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** The port after which PostgreSQL names its socket, although it does not listen on that port. */
export const port = 5432;

/** The kernel's limit for the path of a socket, in bytes. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the directory of the database's socket, created if missing: `postgres-socket` in the data directory, or, if
 * that path is too long for the kernel, one in the system's temporary directory. It has mode 0700 and belongs to
 * PostgreSQL's account, because any user who can enter it connects without a password. Removes the socket and lock of a
 * dead server; call it only as the owner of the data directory, while no server runs.
 */
export function prepareSocketDirectory(dataDir: string, mark: string, account: Account | undefined): string {
  const usual = join(dataDir, 'postgres-socket');
  const directory = fits(usual) ? makePrivate(usual, account) : makePrivateInTemp(mark, account);
  if (!directory) throw new Error(`${usual} must be a directory that belongs to PostgreSQL's user with mode 0700.`);
  for (const name of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) rmSync(join(directory, name), { force: true });
  return directory;
}

/** Removes the directory of a stopped server's socket if it is outside the data directory. */
export function removeSocketDirectory(socketDir: string, dataDir: string): void {
  if (!socketDir.startsWith(`${dataDir}/`)) rmSync(socketDir, { recursive: true, force: true });
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= maxPathBytes;
}

function makePrivateInTemp(mark: string, account: Account | undefined): string {
  const parent = fits(join(tmpdir(), mark)) ? tmpdir() : '/tmp';
  const usual = makePrivate(join(parent, mark), account);
  if (usual) return usual;
  // Another user has taken the usual name in the shared directory.
  const other = mkdtempSync(join(parent, 'portal-'));
  if (account) chownSync(other, account.uid, account.gid);
  return other;
}

/**
 * Creates a directory if it is missing and returns it; undefined if its path exists but is not a private directory of
 * PostgreSQL's account.
 */
function makePrivate(directory: string, account: Account | undefined): string | undefined {
  if (!lstatSync(directory, { throwIfNoEntry: false })) mkdirSync(directory, { mode: 0o700 });
  const found = lstatSync(directory);
  // A directory of root was just created here, or restored by root from a backup.
  if (account && found.isDirectory() && found.uid === 0) chownSync(directory, account.uid, account.gid);
  const stat = lstatSync(directory);
  const isPrivate =
    stat.isDirectory() && stat.uid === (account?.uid ?? process.getuid?.()) && (stat.mode & 0o077) === 0;
  return isPrivate ? directory : undefined;
}
