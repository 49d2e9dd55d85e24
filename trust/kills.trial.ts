import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openStore } from '../src/files/store.ts';
import { openDb, openPool, type Db } from '../src/server/db.ts';
import { startEmbedded } from '../src/server/postgres.ts';
import { freePort, ready, startBuilt, type Started } from '../src/server/testing-start.ts';
import { judge, startDeeds, type Ledger } from './deeds.ts';
import { tell, tries } from './figure.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A database server of its own, as durable as in life, and the portal on it. */
async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-kills-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const server = join(folder, 'server');
  const postgres = await startEmbedded({ dataDir: server, log: () => {} });
  cleanups.push(() => postgres.stop());
  const dataDir = join(folder, 'data');
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_MIGRATE_URL: postgres.migrateUrl,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
  };
  const start = async () => {
    const portal = await startBuilt(env);
    await ready(portal);
    return portal;
  };
  const db = openDb(openPool(postgres.migrateUrl, 4));
  cleanups.push(() => db.destroy());
  return { server, dataDir, db, start };
}

/** Kills again and again under load; answers what was acknowledged, and how long until the next deed was, in milliseconds. */
async function killUnderLoad(db: Db, portal: () => Started, kills: number, kill: (nth: number) => Promise<void>) {
  const ledger = await startDeeds(db, () => portal().url);
  const recoveries: number[] = [];
  for (let nth = 0; nth < kills; nth++) {
    const before = ledger.count();
    while (ledger.count() < before + 10) await sleep(2);
    await sleep(Math.random() * 80);
    const since = performance.now();
    await kill(nth);
    const then = ledger.count();
    while (ledger.count() === then) await sleep(2);
    recoveries.push(performance.now() - since);
  }
  await ledger.stop();
  return { ledger, recoveries: recoveries.toSorted((a, b) => a - b) };
}

async function report(
  what: string,
  kills: number,
  { ledger, recoveries }: { ledger: Ledger; recoveries: number[] },
  { db, dataDir }: { db: Db; dataDir: string },
) {
  await vi.waitFor(() => sql`SELECT 1`.execute(db), { timeout: 30_000 });
  const { lost, halves } = await judge(db, openStore(undefined, dataDir), ledger);
  const left = (
    await Promise.all(['tmp', 'files/incoming'].map((name) => readdir(join(dataDir, name)).catch(() => [])))
  )
    .flat()
    .filter((name) => name.endsWith('.part')).length;
  const { booking, upload, import: imports, erasure } = ledger.acknowledged;
  const median = Math.round(recoveries[Math.floor(recoveries.length / 2)] ?? NaN);
  tell({
    what,
    result:
      `${kills} kills, ${ledger.count()} acknowledged (${booking.length} bookings, ${upload.length} uploads, ${imports.length} imports, ` +
      `${erasure.length} erasures; ${ledger.again} after another try), ${lost.length} lost, ${halves.length} halves in the data, ` +
      `${left} halves of uploads in the folder to be swept, recovery median ${median} ms, longest ${Math.round(recoveries.at(-1) ?? NaN)} ms`,
    goal: '0 lost, 0 halves in the data',
    holds: lost.length + halves.length + ledger.unexpected.length === 0,
  });
  expect({ lost, halves, unexpected: ledger.unexpected }).toEqual({ lost: [], halves: [], unexpected: [] });
}

test('the app is killed while people book, upload, import and erase', async () => {
  const world = await open();
  let portal = await world.start();
  cleanups.push(async () => {
    portal.child.kill('SIGTERM');
    await portal.ended;
  });
  const kills = tries(200);
  const run = await killUnderLoad(
    world.db,
    () => portal,
    kills,
    async () => {
      portal.child.kill('SIGKILL');
      await portal.ended;
      portal = await world.start();
    },
  );
  await report('Kills of the app', kills, run, world);
});

test('the database is killed and restarted while people book, upload, import and erase: the app goes on', async () => {
  const world = await open();
  const portal = await world.start();
  cleanups.push(async () => {
    portal.child.kill('SIGTERM');
    await portal.ended;
  });
  const kills = tries(100);
  // As by the kernel, and as by pg_ctl restart with -m immediate and -m fast; what supervises it starts it again.
  const signals = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const;
  const run = await killUnderLoad(
    world.db,
    () => portal,
    kills,
    async (nth) => {
      const pid = (await readFile(join(world.server, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0];
      process.kill(Number(pid), signals[nth % signals.length]);
      const ended = () => expect(() => process.kill(Number(pid), 0)).toThrow();
      await vi.waitFor(ended, { timeout: 30_000, interval: 5 });
    },
  );
  expect(portal.child.exitCode).toBeNull();
  await report('Kills and restarts of the database', kills, run, world);
  const waiting = () =>
    world.db.selectFrom('mail').select('id').where('sent_at', 'is', null).where('overtaken_at', 'is', null).execute();
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 120_000, interval: 500 });
});
