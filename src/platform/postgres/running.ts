import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerOf } from './owner.ts';
import { urlOf } from './roles.ts';

/** How long the database of a starting portal may take to be ready; milliseconds. */
const patience = 15_000;

/**
 * Returns the URL, with the app's role, of the embedded database of the portal that runs on a data directory; null if
 * no portal runs. Throws a one-line message if a portal owns the directory but its database does not start.
 */
export async function findRunning(dataDir: string): Promise<string | null> {
  const end = performance.now() + patience;
  while ((await ownerOf(dataDir)) !== undefined) {
    const socketDir = socketOf(dataDir);
    if (socketDir) return urlOf(socketDir, 'portal_app');
    if (performance.now() > end) throw new Error(`The database of the portal that runs on ${dataDir} does not answer.`);
    await sleep(50);
  }
  return null;
}

/** The directory of PostgreSQL's socket; undefined while PostgreSQL is not ready. */
function socketOf(dataDir: string): string | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    return lines[7]?.trim() === 'ready' ? lines[4] : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return undefined;
    throw new Error(`The database in ${dataDir} belongs to another user: run this as the user of the portal.`, {
      cause: error,
    });
  }
}
