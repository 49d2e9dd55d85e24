import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerOf } from './owner.ts';
import { urlOf } from './roles.ts';

/** How long a portal that is starting may take until its database is up, milliseconds. */
const patience = 15_000;

/**
 * The app's URL of the embedded database that a running portal keeps in a data directory; null where none runs.
 * Throws one clear line when a portal owns the directory but its database does not come up.
 */
export async function findRunning(dataDir: string): Promise<string | null> {
  const end = performance.now() + patience;
  while ((await ownerOf(dataDir)) !== undefined) {
    const socketDir = socketOf(dataDir);
    if (socketDir) return urlOf(socketDir, 'portal_app');
    if (performance.now() > end) throw new Error(`The portal that runs on ${dataDir} has no database that answers.`);
    await sleep(50);
  }
  return null;
}

/** Where PostgreSQL says that its socket is; undefined while it is not ready. */
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
