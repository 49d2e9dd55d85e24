import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOwner } from './owner.ts';
import { urlOf } from './roles.ts';

/** How long the database may take to be ready while the portal starts, in milliseconds. */
const startTimeoutMs = 15_000;

/**
 * Finds the embedded database of the portal that runs on a data directory. Returns a URL that connects with the app's
 * role, or null if no portal runs. Throws an error with one plain line if a portal owns the directory but its database
 * does not start.
 */
export async function findRunningUrl(dataDir: string): Promise<string | null> {
  const deadline = performance.now() + startTimeoutMs;
  while ((await findOwner(dataDir)) !== undefined) {
    const socketDir = findSocketDirectory(dataDir);
    if (socketDir) return urlOf(socketDir, 'portal_app');
    if (performance.now() > deadline)
      throw new Error(`The database of the portal that runs on ${dataDir} does not answer.`);
    await sleep(50);
  }
  return null;
}

/** Returns the directory of PostgreSQL's socket, or undefined while PostgreSQL is not ready. */
function findSocketDirectory(dataDir: string): string | undefined {
  try {
    // The fifth line is the directory, and the eighth is the state of the server.
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    return lines[7]?.trim() === 'ready' ? lines[4] : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return undefined;
    throw new Error(`The database in ${dataDir} belongs to another user: run this as the user of the portal.`, {
      cause: error,
    });
  }
}
