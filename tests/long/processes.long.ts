import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookable } from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipants } from '../support/bookings.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openDb, openPool } from '../../src/platform/database/db.ts';
import { markOf } from '../../src/platform/postgres/owner.ts';
import { recordFigure, scaledTries } from './figure.ts';
import { startBehindProxy } from './proxied.ts';

const connections = 16;
const seconds = 5;

let portal: Awaited<ReturnType<typeof startBehindProxy>>;
let sessions: string[];
beforeAll(async () => {
  portal = await startBehindProxy({ env: { LOG_LEVEL: 'error' } });
  const db = openDb(openPool(portal.ownerUrl, 2));
  sessions = await seedParticipants(db, connections);
  await createFreeSlots(db, 200);
  await db.destroy();
});
afterAll(() => portal.stop());

/** Measures how many lists of 50 free appointments are answered per second through the proxy. */
async function throughput(): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const client = async (sessionId: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    const content = JSON.stringify({ sessionId, limit: 50 });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    while (performance.now() < end) {
      const status = await new Promise<number>((resolve, reject) => {
        request(portal.address + servicePath(bookable), { agent, method: 'POST', headers }, (answer) => {
          answer.once('end', () => resolve(answer.statusCode ?? 0)).resume();
        })
          .once('error', reject)
          .end(content);
      });
      expect(status).toBe(200);
      answered++;
    }
    agent.destroy();
  };
  await Promise.all(sessions.map(client));
  return answered / seconds;
}

/** A process as Linux lists it. */
interface Process {
  pid: number;
  parent: number;
  /** Its command line. */
  line: string;
}

/** Milliseconds of processor time that the matching processes have used so far; Linux only. */
function processorTime(matches: (process: Process) => boolean): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const times = pids.map((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!matches({ pid: Number(pid), parent: Number(fields[1]), line })) return 0;
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // The process has ended meanwhile.
      return 0;
    }
  });
  return times.reduce((sum, time) => sum + time, 0);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * Medians: the lists per second with one process and with two, and how many milliseconds of a core each kind of process
 * spends on one list.
 */
interface Rates {
  one: number;
  two: number;
  portal: number;
  database: number;
  proxy: number;
  load: number;
}

/**
 * Measures one process and two, alternately. Before two are measured, both warm up, because the second one is new each
 * time and compiles longer when its share of a core is limited; then `prepare` runs.
 */
async function compare(prepare: () => void): Promise<Rates> {
  // PostgreSQL's processes have their data directory in the command line; the portal's are recognized by their ids.
  const mark = markOf(portal.folder);
  const spent = () => ({
    portal: processorTime(({ pid }) => portal.processes.some(({ child }) => child.pid === pid)),
    database: processorTime(({ line }) => line.includes(mark)),
    proxy: processorTime(({ pid, parent }) => [pid, parent].includes(portal.proxyPid)),
    load: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  const rounds: Rates[] = [];
  for (let round = 0; round < scaledTries(3); round++) {
    await throughput();
    await throughput();
    prepare();
    await throughput();
    const before = spent();
    const two = await throughput();
    const after = spent();
    const lists = two * seconds;
    const each = (who: keyof typeof before) => (after[who] - before[who]) / lists;
    await portal.end(1, 'SIGTERM');
    const one = await throughput();
    await portal.start(1);
    const costs = { portal: each('portal'), database: each('database'), proxy: each('proxy'), load: each('load') };
    rounds.push({ one, two, ...costs });
  }
  const medianOf = (key: keyof Rates) => median(rounds.map((round) => round[key]));
  return {
    one: medianOf('one'),
    two: medianOf('two'),
    portal: medianOf('portal'),
    database: medianOf('database'),
    proxy: medianOf('proxy'),
    load: medianOf('load'),
  };
}

/** The factor by which two processes on this many shared cores could serve more lists than one if no time were lost. */
function possibleSpeedup({ portal: own, database, proxy, load }: Rates, cores: number): number {
  const all = cores / (own + database + proxy + load);
  return Math.min(2, all / Math.min(1 / own, all));
}

const perSecond = ({ one, two }: Rates) =>
  `${Math.round(one)}/s with one, ${Math.round(two)}/s with two: ${(two / one).toFixed(2)} ×`;

test('the throughput of one process and of two on all cores is recorded', async () => {
  const rates = await compare(() => {});
  const cores = availableParallelism();
  const ms = (who: 'portal' | 'database' | 'proxy' | 'load') => rates[who].toFixed(2);
  recordFigure({
    what: 'Lists through nginx, one process and two on all cores, with the load generator and the database beside them',
    result:
      `${perSecond(rates)}; a list takes ${ms('portal')} ms of a core in the portal, ${ms('database')} in the database, ${ms('proxy')} in nginx and ${ms('load')} in the load generator: ` +
      `${cores} cores allow ${possibleSpeedup(rates, cores).toFixed(2)} ×`,
    goal: 'none: all share the cores',
    holds: true,
  });
});

test('two processes serve at least 1.5 times as many lists as one if each has a limited share of a core', async () => {
  const cgroup = '/sys/fs/cgroup/cpu';
  if (!existsSync(`${cgroup}/cpu.cfs_quota_us`))
    throw new Error('This test needs the cpu group of cgroups, version 1, and root.');
  const groups = [0, 1].map((index) => `${cgroup}/portal-${process.pid}-${index}`);
  for (const group of groups) {
    mkdirSync(group);
    // The periods are short, because in long ones both processes would work and pause at the same time.
    writeFileSync(`${group}/cpu.cfs_period_us`, '20000');
    writeFileSync(`${group}/cpu.cfs_quota_us`, '3000');
  }
  const limit = () => {
    for (const [index, group] of groups.entries())
      writeFileSync(`${group}/cgroup.procs`, String(portal.processes[index]?.child.pid));
  };
  try {
    const rates = await compare(limit);
    recordFigure({
      what: 'Lists through nginx, one process and two, each with 15 % of a core',
      result: perSecond(rates),
      goal: '≥ 1.5 ×',
      holds: rates.two / rates.one >= 1.5,
    });
    expect(rates.two / rates.one).toBeGreaterThanOrEqual(1.5);
  } finally {
    await Promise.all([portal.end(0, 'SIGTERM'), portal.end(1, 'SIGTERM')]);
    for (const group of groups) rmdirSync(group);
  }
});
