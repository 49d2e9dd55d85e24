import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookAppointment } from '../booking/contract.ts';
import { crowd, freeSlots, ground } from '../booking/testing.ts';
import { uploadFiles } from '../files/contract.ts';
import { endlessFiles } from '../files/testdata/busy.ts';
import { servicePath } from './calls.ts';
import { openDb, openPool, type Db } from './db.ts';

const built = resolve(import.meta.dirname, '../../dist/server/main.js');
const kills = 20;
const writers = 8;

let dataDir: string;
let port: number;
let app: ChildProcess;
let db: Db;

beforeAll(async () => {
  if (!existsSync(built)) throw new Error('build the server first: npm run build');
  dataDir = await mkdtemp(join(tmpdir(), 'portal-kills-'));
  port = await freePort();
  await startApp();
  const socket = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[4] ?? '';
  db = openDb(openPool(`postgres://portal_owner@localhost/portal?host=${encodeURIComponent(socket)}`, 2));
  await ground(db);
}, 60_000);

afterAll(async () => {
  await db.destroy();
  app.kill('SIGTERM');
  await ended(app);
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((done) => child.once('exit', () => done()));

async function startApp(): Promise<void> {
  app = spawn(process.execPath, [built], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '0',
    },
    stdio: 'ignore',
  });
  await ready();
}

/** Waits until the portal says that it and its database are ready; answers how long that took, in milliseconds. */
async function ready(): Promise<number> {
  const from = performance.now();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return performance.now() - from;
    if (performance.now() - from > 30_000) throw new Error('the portal did not come back');
    await pause(20);
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface Attempt {
  session: string;
  slot: number;
}

/** Books pair after pair, each again until an answer came; `booked` lists those that were acknowledged. */
function load(attempts: Attempt[]) {
  const booked: Attempt[] = [];
  const unexpected: string[] = [];
  let running = true;
  async function write() {
    for (let attempt = attempts.pop(); attempt && running; attempt = attempts.pop()) {
      const answer = await fetch(`http://127.0.0.1:${port}${servicePath(bookAppointment)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: attempt.session, appointmentId: attempt.slot }),
      }).catch(() => null);
      if (answer?.status === 200) booked.push(attempt);
      else {
        // No answer, or 503 while the database is away: a retry does no harm.
        if (answer && answer.status !== 503) unexpected.push(`${answer.status} ${await answer.text()}`);
        attempts.push(attempt);
        await pause(50);
      }
    }
  }
  const done = Promise.all(Array.from({ length: writers }, write));
  return {
    booked,
    unexpected,
    stop: async () => {
      running = false;
      await done;
    },
  };
}

/** Kills `victim()` over and over while bookings run; answers what was acknowledged and the recovery times. */
async function killUnderLoad(victim: () => Promise<number>, restart: () => Promise<void>) {
  const size = 2500;
  const sessions = await crowd(db, size);
  const slots = await freeSlots(db, size);
  const traffic = load(sessions.map((session, index) => ({ session, slot: slots[index] ?? 0 })));
  const recoveries: number[] = [];
  for (let round = 0; round < kills; round++) {
    const before = traffic.booked.length;
    while (traffic.booked.length < before + 10) await pause(5);
    await pause(Math.random() * 60);
    process.kill(await victim(), 'SIGKILL');
    const from = performance.now();
    await restart();
    await ready();
    recoveries.push(performance.now() - from);
  }
  await traffic.stop();
  return { ...traffic, recoveries: recoveries.sort((a, b) => a - b) };
}

async function expectNothingLost(acknowledged: Attempt[], unexpected: string[]): Promise<void> {
  // The portal may have said that it is ready in the instant before it noticed the last kill.
  await vi.waitFor(() => sql`SELECT 1`.execute(db), { timeout: 15_000 });
  expect(unexpected).toEqual([]);
  const slots = acknowledged.map((attempt) => attempt.slot);
  const kept = await db
    .selectFrom('appointment as a')
    .innerJoin('audit as u', (join) => join.onRef('u.appointment_id', '=', 'a.id').on('u.action', '=', 'booked'))
    .select((e) => e.fn.count<number>('a.id').distinct().as('count'))
    .where('a.status', '=', 'G')
    .where('a.id', 'in', slots)
    .where((e) => e.exists(e.selectFrom('mail as m').select('m.id').whereRef('m.appointment_id', '=', 'a.id')))
    .executeTakeFirstOrThrow();
  expect(Number(kept.count)).toBe(slots.length);
}

function report(what: string, acknowledged: number, recoveries: number[]): void {
  const median = recoveries[Math.floor(recoveries.length / 2)] ?? 0;
  console.info(
    `${kills} kills of the ${what}: ${acknowledged} bookings acknowledged, recovery median ${Math.round(median)} ms, ` +
      `longest ${Math.round(recoveries.at(-1) ?? 0)} ms`,
  );
}

test('20 kills of the app under booking load: no acknowledged booking is lost', async () => {
  const { booked, unexpected, recoveries } = await killUnderLoad(
    () => Promise.resolve(app.pid ?? 0),
    async () => {
      await ended(app);
      await startApp();
    },
  );
  await expectNothingLost(booked, unexpected);
  report('app', booked.length, recoveries);
}, 240_000);

test('20 kills of the database under booking load: the app brings it back, and no acknowledged booking is lost', async () => {
  const { booked, unexpected, recoveries } = await killUnderLoad(
    async () => Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
    async () => {},
  );
  await expectNothingLost(booked, unexpected);
  expect(app.exitCode).toBeNull();
  report('database', booked.length, recoveries);
}, 240_000);

test('a kill while a document is looked into leaves nothing of it behind the next start', async () => {
  const [session = ''] = await crowd(db, 1);
  const form = new FormData();
  for (const { bytes } of endlessFiles) form.append(`file_${session}_0`, new Blob([bytes()]), 'CV.pdf');
  const answer = fetch(`http://127.0.0.1:${port}${servicePath(uploadFiles)}`, { method: 'POST', body: form });
  const failed = answer.catch((error: unknown) => error);
  const temporary = () => readdir(join(dataDir, 'tmp')).catch(() => []);
  await vi.waitFor(async () => expect(await temporary()).not.toEqual([]), { timeout: 20_000 });
  app.kill('SIGKILL');
  await ended(app);
  expect(await failed).toBeInstanceOf(Error);
  expect(await temporary()).not.toEqual([]);

  await startApp();
  await vi.waitFor(async () => expect(await temporary()).toEqual([]), { timeout: 20_000 });
}, 60_000);
