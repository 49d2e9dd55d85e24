import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { openDb, openPool, type Db } from '../../src/platform/database/db.ts';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';
import { openStore } from '../../src/platform/storage/store.ts';
import { waitUntilReady, startBuilt, type StartedPortal } from './built-portal.ts';
import { freePort } from './ports.ts';
import { findDamage, startWriting, type WriteKind } from './writers.ts';

/** A built portal for tests that kill it or its database. */
export interface KillablePortal {
  dataDir: string;
  /** Its database, with the owner's role. */
  db: Db;
  portal: () => StartedPortal;
  killApp(): Promise<void>;
  /** Starts the portal again on the same port; resolves when it is ready. */
  restartApp(): Promise<void>;
  /** Sends the database server a signal and waits until the server has ended; its supervisor restarts it. */
  killDatabase(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a portal with its embedded database or, with `ownServer`, on a database server that this process supervises.
 * `env` holds further settings.
 */
export async function openKillablePortal({
  ownServer = false,
  env: settings = {} as Record<string, string>,
} = {}): Promise<KillablePortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-kills-'));
  const dataDir = join(folder, 'data');
  const serverDir = ownServer ? join(folder, 'server') : dataDir;
  const server = ownServer ? await startEmbedded({ dataDir: serverDir, log: () => {} }) : null;
  const env = {
    ...settings,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ...(server && { DATABASE_URL: server.url, DATABASE_MIGRATE_URL: server.migrateUrl }),
  };
  const start = async () => {
    const started = await startBuilt(env);
    await waitUntilReady(started);
    return started;
  };
  const postmaster = async () => (await readFile(join(serverDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  let portal = await start();
  const [, , , , socket = ''] = await postmaster();
  const ownerUrl = `postgres://portal_owner@localhost/portal?host=${encodeURIComponent(socket)}`;
  const db = openDb(openPool(server?.migrateUrl ?? ownerUrl, 4));
  return {
    dataDir,
    db,
    portal: () => portal,
    async killApp() {
      await portal.stop('SIGKILL');
    },
    async restartApp() {
      portal = await start();
    },
    async killDatabase(signal) {
      // The server may still be starting: the last acknowledged write may date from before the previous kill.
      const pid = await vi.waitFor(
        async () => {
          const lines = await postmaster();
          expect(lines[7]?.trim()).toBe('ready');
          process.kill(Number(lines[0]), 0);
          return Number(lines[0]);
        },
        { timeout: 60_000, interval: 5 },
      );
      process.kill(pid, signal);
      const gone = () => expect(() => process.kill(pid, 0)).toThrow();
      await vi.waitFor(gone, { timeout: 60_000, interval: 5 });
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
 * Calls `kill` `kills` times while requests write data, each time after ten more acknowledged writes, and then waits
 * until another write is acknowledged. Returns the damage, which must be empty, and a summary.
 */
export async function killUnderLoad(
  victim: KillablePortal,
  { kills, writers, kill }: { kills: number; writers: readonly WriteKind[]; kill: (nth: number) => Promise<void> },
) {
  const ledger = await startWriting(victim.db, () => victim.portal().url, writers);
  const recoveries: number[] = [];
  for (let nth = 0; nth < kills; nth++) {
    const before = ledger.count();
    while (ledger.count() < before + 10) await sleep(2);
    await sleep(Math.random() * 80);
    const since = performance.now();
    await kill(nth);
    const afterKill = ledger.count();
    while (ledger.count() === afterKill) await sleep(2);
    recoveries.push(performance.now() - since);
  }
  await ledger.stop();
  // The portal may have acknowledged a write just before the last kill.
  await vi.waitFor(() => sql`SELECT 1`.execute(victim.db), { timeout: 60_000 });
  const { lost, halves } = await findDamage(victim.db, openStore(undefined, victim.dataDir), ledger);
  const leftovers = await countPartialUploads(victim.dataDir);
  const { booking, upload, import: imports, erasure } = ledger.acknowledged;
  const sorted = recoveries.toSorted((a, b) => a - b).map(Math.round);
  return {
    damage: { lost, halves, unexpected: ledger.unexpected },
    summary:
      `${kills} kills, ${ledger.count()} acknowledged (${booking.length} bookings, ${upload.length} uploads, ` +
      `${imports.length} imports, ${erasure.length} erasures; ${ledger.retried} after a retry), ${lost.length} lost, ` +
      `${halves.length} incomplete in the data, ${leftovers} partial uploads left for the clean-up, ` +
      `recovery median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`,
  };
}

/** The result that `killUnderLoad` must have. */
export const noDamage = { lost: [], halves: [], unexpected: [] };

async function countPartialUploads(dataDir: string): Promise<number> {
  const folders = ['tmp', 'files/incoming'].map((name) => readdir(join(dataDir, name)).catch(() => []));
  return (await Promise.all(folders)).flat().filter((name) => name.endsWith('.part')).length;
}
