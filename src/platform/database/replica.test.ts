import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getBookingOverview } from '../../features/booking/contract.ts';
import { getDashboardData, getDashboardFigures, getWelcomeData } from '../../features/dashboard/contract.ts';
import { getRatingAnalytics, getRatingOverview } from '../../features/ratings/contract.ts';
import { exportSteering, getSteering } from '../../features/steering/contract.ts';
import { dateOf } from '../../shared/berlin.ts';
import type { Db } from './db.ts';
import { routes } from '../../app/features.ts';
import { openReportReader, reportsApplicationName } from './replica.ts';
import { servicePath } from '../http/calls/calls.ts';
import { startPostgresWithReplica } from '../../../tests/support/replica.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';

const withinAMinute = { timeout: 60_000, interval: 50 };
let servers: Awaited<ReturnType<typeof startPostgresWithReplica>>;
let world: World;
beforeAll(async () => {
  servers = await startPostgresWithReplica();
  world = await openWorld({ server: servers.server });
});
afterAll(async () => {
  await world.close();
  await servers.stop();
});

const today = dateOf(new Date());
const steeringFilters = { fromDate: today, tillDate: today, coachId: null };
const ratingFilters = { fromDate: today, toDate: today, ratingFrom: 1, ratingTo: 5 };
const reports = [
  { call: getBookingOverview, input: { fromDate: today, tillDate: today, coachId: null } },
  { call: getDashboardData, input: {} },
  { call: getDashboardFigures, input: {} },
  { call: getWelcomeData, input: { date: today, limit: 5 } },
  { call: getRatingAnalytics, input: ratingFilters },
  { call: getRatingOverview, input: ratingFilters },
  { call: getSteering, input: steeringFilters },
  { call: exportSteering, input: steeringFilters },
];

/** Makes a call and returns whether it answers with data or with a file. */
async function callSucceeds(path: string, input: object): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(world.address + servicePath({ path }), {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  });
  const isFile = response.headers.get('content-disposition')?.startsWith('attachment') ?? false;
  return isFile || ((await response.json()) as { meta: { status: string } }).meta.status === 'success';
}

test('exactly eight calls are declared as reports, and the replica answers each of them', async () => {
  const declaredPaths = routes.flatMap(({ call }) => (call.isReport ? [call.path] : []));
  expect(reports.map(({ call }) => call.path).sort()).toEqual(declaredPaths.sort());
  const admin = await world.signIn(await world.addAdmin());
  for (const { call, input } of reports) {
    const [row] = await servers.queryReplica('SELECT clock_timestamp()::text AS now');
    // On a busy machine a report may stop waiting for the replica and read from the primary, so it is repeated.
    await vi.waitFor(async () => {
      expect(await callSucceeds(call.path, { ...input, sessionId: admin })).toBe(true);
      // The query with which the portal checks the replica is not part of the report.
      const queries = await servers.queryReplica(
        `SELECT query FROM pg_stat_activity WHERE application_name = '${reportsApplicationName}'
          AND query_start > '${String(row?.['now'])}' AND query !~ 'pg_is_in_recovery'`,
      );
      expect(queries).not.toHaveLength(0);
    }, withinAMinute);
  }
});

/** Opens a report reader that avoids the replica only briefly after an error. */
function openReader() {
  const reader = openReportReader(world.app.db, world.settings.replicaUrl, 50);
  onTestFinished(() => reader.close());
  return { read: <T>(query: (db: Db) => Promise<T>) => reader.read(query, world.log) };
}

/** Asks the database which server answers. */
const askWhichServer = async (db: Db) => {
  const { rows } = await sql<{ replica: boolean }>`SELECT pg_is_in_recovery() AS replica`.execute(db);
  return rows[0]?.replica ? 'replica' : 'primary';
};

test('a report includes everything that was committed before it: if the replica lags, the primary answers', async () => {
  const { read } = openReader();
  await vi.waitFor(async () => expect(await read(askWhichServer)).toBe('replica'), withinAMinute);
  await servers.queryReplica('SELECT pg_wal_replay_pause()');
  const location = await world.addLocation('Spätstadt');
  const row = await read(async (db) => {
    expect(await askWhichServer(db)).toBe('primary');
    return db.selectFrom('location').select('label').where('id', '=', location).executeTakeFirst();
  });
  expect(row?.label).toBe('Spätstadt');
  await servers.queryReplica('SELECT pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await read(askWhichServer)).toBe('replica'), withinAMinute);
});

test('if the replica crashes, even during a report, the primary answers, and the replica is used again later', async () => {
  const { read } = openReader();
  await vi.waitFor(async () => expect(await read(askWhichServer)).toBe('replica'), withinAMinute);
  const triedServers: string[] = [];
  const answeringServer = await read(async (db) => {
    const server = await askWhichServer(db);
    triedServers.push(server);
    if (server === 'replica') {
      await servers.killReplica();
      // The server's processes notice the kill with a delay.
      await vi.waitFor(() => expect(askWhichServer(db)).rejects.toThrow(), withinAMinute);
    }
    return askWhichServer(db);
  });
  expect({ tried: triedServers, answered: answeringServer }).toEqual({
    tried: ['replica', 'primary'],
    answered: 'primary',
  });
  expect(await read(askWhichServer)).toBe('primary');
  await servers.startReplica();
  await vi.waitFor(async () => expect(await read(askWhichServer)).toBe('replica'), withinAMinute);
});

test('a server that is not a replica never answers a report', async () => {
  const reader = openReportReader(world.app.db, world.appUrl);
  onTestFinished(() => reader.close());
  const databases: Db[] = [];
  await reader.read(async (db) => void databases.push(db), world.log);
  expect(databases).toEqual([world.app.db]);
});
