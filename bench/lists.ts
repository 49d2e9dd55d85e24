import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { openDb, openPool, transact } from '../src/platform/database/db.ts';
import { createApplication } from '../src/app/application.ts';
import { startSession } from '../src/features/sessions/session.steps.ts';
import { readSettings } from '../src/platform/settings/settings.ts';
import { dateOf } from '../src/shared/berlin.ts';
import { listCases, type ListCase } from '../tests/support/list-cases.ts';
import { findFullyScannedTables, readPlan, recordStatements } from '../tests/support/explain.ts';
import { openFilledDatabase, type FilledDatabase } from './filled.ts';
import { startServer } from './server.ts';

type DatabaseUrls = Pick<FilledDatabase, 'appUrl' | 'ownerUrl'>;

/** `npm run bench -- lists`: prints the times of lists on the filled database, and the plans of their statements. */
export async function runLists(args: string[]): Promise<void> {
  const database = await openFilledDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'portal-lists-'));
  try {
    const { sessions, coach } = await signIn(database);
    const selectedCases = listCases(dateOf(new Date()), coach).filter(({ name }) =>
      args.every((word) => name.includes(word)),
    );
    const fullTableReads = await printPlans(database, selectedCases, sessions, folder);
    const times = await measureCases(database, selectedCases, sessions, folder);
    console.table(times);
    const slowLists = Object.entries(times).filter(([, { median, limit }]) => median > limit);
    for (const [name, { median, limit }] of slowLists) console.error(`${name}: ${median} ms, more than ${limit}.`);
    for (const [name, tables] of fullTableReads) console.error(`${name} reads ${tables.join(', ')} completely.`);
    process.exitCode = slowLists.length + fullTableReads.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.close();
  }
}

export type SessionIds = Record<ListCase['role'], string>;

/** Signs in an admin, a coach and a participant whom `npm run bench -- fill` has created. */
export async function signIn({ ownerUrl }: DatabaseUrls): Promise<{ sessions: SessionIds; coach: number }> {
  const pool = openPool(ownerUrl, 1);
  const db = openDb(pool);
  try {
    const findId = async (email: string) =>
      (await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst())?.id;
    const [admin, coach] = [await findId('admin@probe.example'), await findId('c1@probe.example')];
    const participant = await findId('p1@probe.example');
    if (!admin || !coach || !participant) throw new Error('This database was not filled: npm run bench -- fill');
    const startSessionOf = async (person: number) =>
      (await transact(db, (tx) => startSession(tx, { shiftMs: 0 }, person))).sessionId;
    return {
      sessions: {
        admin: await startSessionOf(admin),
        coach: await startSessionOf(coach),
        participant: await startSessionOf(participant),
      },
      coach,
    };
  } finally {
    await pool.end();
  }
}

/** Prints the plan of each statement. Returns the cases that read big tables completely. */
async function printPlans(database: FilledDatabase, selectedCases: ListCase[], sessions: SessionIds, dataDir: string) {
  const settings = readSettings({ DATABASE_URL: database.appUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const portal = await createApplication(settings, database.appUrl, null, { runsJobs: false });
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  const fullTableReads: [name: string, tables: string[]][] = [];
  try {
    for (const { name, role, call, input } of selectedCases) {
      const payload = { ...input, sessionId: sessions[role] };
      const statements = await recordStatements(() =>
        portal.fastify.inject({ method: 'POST', url: servicePath(call), payload }),
      );
      console.log(`\n${name}`);
      for (const statement of statements) {
        const plan = await readPlan(client, statement);
        console.log(plan.map((line) => `  ${line}`).join('\n'));
        const tables = findFullyScannedTables(plan);
        if (tables.length > 0) fullTableReads.push([name, tables]);
      }
    }
    return fullTableReads;
  } finally {
    await client.end();
    await portal.close();
  }
}

/** Measures lists over HTTP, one request at a time. Times are in milliseconds until the client has the answer. */
export async function measureCases(
  database: DatabaseUrls,
  selectedCases: ListCase[],
  sessions: SessionIds,
  dataDir: string,
  repetitions = 15,
) {
  const urls = { DATABASE_URL: database.appUrl, DATABASE_MIGRATE_URL: database.ownerUrl };
  const server = await startServer({ ...urls, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' });
  try {
    const times: Record<string, { min: number; median: number; max: number; limit: number; kB: number }> = {};
    for (const { name, role, call, input, maxMs } of selectedCases) {
      const durations: number[] = [];
      let bytes = 0;
      for (let count = 0; count < repetitions; count++) {
        const startedAt = performance.now();
        const response = await fetch(server.address + servicePath(call), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...input, sessionId: sessions[role] }),
        });
        const body = await response.text();
        durations.push(performance.now() - startedAt);
        bytes = Buffer.byteLength(body);
        if (!response.ok || body.includes('"status":"error"')) throw new Error(`${name}: ${body.slice(0, 200)}`);
      }
      // The first requests warm the connection and the cache.
      const warmDurations = durations.slice(3).sort((a, b) => a - b);
      const quantile = (share: number) =>
        Math.round((warmDurations[Math.floor((warmDurations.length - 1) * share)] ?? NaN) * 10) / 10;
      times[name] = {
        min: quantile(0),
        median: quantile(0.5),
        max: quantile(1),
        limit: maxMs,
        kB: Math.round(bytes / 1000),
      };
    }
    return times;
  } finally {
    await server.stop();
  }
}
