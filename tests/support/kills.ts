import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { openDb, openPool, type Db } from '../../src/platform/database/db.ts';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';
import { openStore } from '../../src/platform/storage/store.ts';
import { waitUntilReady, startBuiltPortal, type StartedPortal } from './built-portal.ts';
import { findFreePort } from './ports.ts';
import { findDamage, startWriting, type WriteKind } from './writers.ts';

/** A built portal for tests that kill it or its database. */
export interface KillablePortal {
  dataDir: string;
  /** The portal's database, with the owner's role. */
  db: Db;
  /** Returns the process that was started last. */
  getCurrentPortal: () => StartedPortal;
  killApp(): Promise<void>;
  /** Starts the portal again on the same port; resolves when it is ready. */
  restartApp(): Promise<void>;
  /**
   * Sends a signal to the database server and waits until the server has ended. The server is restarted automatically.
   */
  killDatabase(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

/** The options of `startKillablePortal`. */
export interface KillablePortalOptions {
  /** Whether this process runs the database server. By default, the portal runs its embedded one. */
  hasSeparateServer?: boolean;
  /** Further settings of the portal, as environment variables. */
  env?: Record<string, string>;
}

/** Starts a built portal on a new data directory; resolves when it is ready. */
export async function startKillablePortal(options: KillablePortalOptions = {}): Promise<KillablePortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-kills-'));
  const dataDir = join(folder, 'data');
  const serverDir = options.hasSeparateServer ? join(folder, 'server') : dataDir;
  const server = options.hasSeparateServer ? await startEmbedded({ dataDir: serverDir, log: () => {} }) : null;
  const env = {
    ...options.env,
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    ...(server && { DATABASE_URL: server.url, DATABASE_MIGRATE_URL: server.migrateUrl }),
  };
  const start = async () => {
    const started = await startBuiltPortal(env);
    await waitUntilReady(started);
    return started;
  };
  // PostgreSQL writes its process id, the folder of its socket and its status to lines 1, 5 and 8 of this file.
  const readPostmasterFile = async () =>
    (await readFile(join(serverDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  let portal = await start();
  const [, , , , socketDir = ''] = await readPostmasterFile();
  const ownerUrl = `postgres://portal_owner@localhost/portal?host=${encodeURIComponent(socketDir)}`;
  const db = openDb(openPool(server?.migrateUrl ?? ownerUrl, 4));
  return {
    dataDir,
    db,
    getCurrentPortal: () => portal,
    async killApp() {
      await portal.stop('SIGKILL');
    },
    async restartApp() {
      portal = await start();
    },
    async killDatabase(signal) {
      // The server may still be restarting after the previous kill.
      const pid = await vi.waitFor(
        async () => {
          const lines = await readPostmasterFile();
          expect(lines[7]?.trim()).toBe('ready');
          process.kill(Number(lines[0]), 0);
          return Number(lines[0]);
        },
        { timeout: 60_000, interval: 5 },
      );
      process.kill(pid, signal);
      const expectEnded = () => expect(() => process.kill(pid, 0)).toThrow();
      await vi.waitFor(expectEnded, { timeout: 60_000, interval: 5 });
    },
    async close() {
      await db.destroy();
      await portal.stop();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts writers and calls `kill` as often as `killCount` says, each time with the index of the kill. Waits for ten
 * acknowledged writes before each kill, and for one afterwards. Returns the damage, which tests compare
 * with `noDamage`, and a summary in words. Throws an error with the portal's output if the portal ends by itself.
 */
export async function killUnderLoad(
  killablePortal: KillablePortal,
  {
    killCount,
    writers,
    kill,
  }: { killCount: number; writers: readonly WriteKind[]; kill: (index: number) => Promise<void> },
) {
  const writerRun = await startWriting(killablePortal.db, () => killablePortal.getCurrentPortal().url, writers);
  const waitForWrites = async (count: number) => {
    const target = writerRun.countAcknowledged() + count;
    while (writerRun.countAcknowledged() < target) {
      const { child, readOutput } = killablePortal.getCurrentPortal();
      if (child.exitCode !== null) throw new Error(`the portal has ended by itself: ${readOutput()}`);
      await sleep(2);
    }
  };
  const recoveryTimes: number[] = [];
  try {
    for (let index = 0; index < killCount; index++) {
      await waitForWrites(10);
      await sleep(Math.random() * 80);
      const killedAt = performance.now();
      await kill(index);
      await waitForWrites(1);
      recoveryTimes.push(performance.now() - killedAt);
    }
  } finally {
    await writerRun.stop();
  }
  // The last acknowledged write may be older than the last kill, so the database may still be restarting.
  await vi.waitFor(() => sql`SELECT 1`.execute(killablePortal.db), { timeout: 60_000 });
  const { lostWrites, incompleteWrites } = await findDamage(
    killablePortal.db,
    openStore(undefined, killablePortal.dataDir),
    writerRun,
  );
  const partialUploads = await countPartialUploads(killablePortal.dataDir);
  const { booking, upload, import: imports, erasure } = writerRun.acknowledged;
  const sortedTimes = recoveryTimes.toSorted((a, b) => a - b).map(Math.round);
  return {
    damage: { lostWrites, incompleteWrites, unexpectedResponses: writerRun.unexpectedResponses },
    summary:
      `${killCount} kills, ${writerRun.countAcknowledged()} acknowledged ` +
      `(${booking.length} bookings, ${upload.length} uploads, ` +
      `${imports.length} imports, ${erasure.length} erasures; ${writerRun.retriedWrites} after a retry), ` +
      `${lostWrites.length} lost, ${incompleteWrites.length} incomplete in the data, ` +
      `${partialUploads} partial uploads left for the clean-up, ` +
      `recovery median ${sortedTimes[Math.floor(sortedTimes.length / 2)]} ms, longest ${sortedTimes.at(-1)} ms`,
  };
}

/** The damage that `killUnderLoad` returns if nothing was damaged. */
export const noDamage = { lostWrites: [], incompleteWrites: [], unexpectedResponses: [] };

async function countPartialUploads(dataDir: string): Promise<number> {
  const folders = ['tmp', 'files/incoming'].map((name) => readdir(join(dataDir, name)).catch(() => []));
  return (await Promise.all(folders)).flat().filter((name) => name.endsWith('.part')).length;
}
