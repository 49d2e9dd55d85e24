import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookable } from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipantSessions } from '../support/bookings.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openDb, openPool } from '../../src/platform/database/db.ts';
import { clusterNameOf } from '../../src/platform/postgres/owner.ts';
import { recordFigure, scaledTries } from './figure.ts';
import { startBehindProxy } from './proxied.ts';

const clientCount = 16;
const measuredSeconds = 5;

let portal: Awaited<ReturnType<typeof startBehindProxy>>;
let sessions: string[];
beforeAll(async () => {
  portal = await startBehindProxy({ env: { LOG_LEVEL: 'error' } });
  const db = openDb(openPool(portal.ownerUrl, 2));
  sessions = await seedParticipantSessions(db, clientCount);
  await createFreeSlots(db, 200);
  await db.destroy();
});
afterAll(() => portal.stop());

/** Returns how many lists of 50 free appointments the portal serves per second through the proxy. */
async function measureThroughput(): Promise<number> {
  const end = performance.now() + measuredSeconds * 1000;
  let listsServed = 0;
  const runClient = async (sessionId: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    const content = JSON.stringify({ sessionId, limit: 50 });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    while (performance.now() < end) {
      const status = await new Promise<number>((resolve, reject) => {
        request(portal.address + servicePath(bookable), { agent, method: 'POST', headers }, (response) => {
          response.once('end', () => resolve(response.statusCode ?? 0)).resume();
        })
          .once('error', reject)
          .end(content);
      });
      expect(status).toBe(200);
      listsServed++;
    }
    agent.destroy();
  };
  await Promise.all(sessions.map(runClient));
  return listsServed / measuredSeconds;
}

/** An entry of Linux's list of processes. */
interface Process {
  pid: number;
  parentPid: number;
  commandLine: string;
}

/** Returns the processor time in milliseconds that the matching processes have used so far. Works only on Linux. */
function measureProcessorTime(matches: (process: Process) => boolean): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const times = pids.map((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!matches({ pid: Number(pid), parentPid: Number(fields[1]), commandLine })) return 0;
      // These fields are the time in user mode and in the kernel, in ticks of 10 ms.
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // The process has ended in the meantime.
      return 0;
    }
  });
  return times.reduce((sum, time) => sum + time, 0);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The served lists per second, and the milliseconds of processor time that a list costs in each kind of process. */
interface Rates {
  /** Lists per second with one process. */
  withOne: number;
  /** Lists per second with two processes. */
  withTwo: number;
  /** The processor time of the portal's processes for a list, in milliseconds; likewise the following properties. */
  portal: number;
  database: number;
  proxy: number;
  loadGenerator: number;
}

/**
 * Measures two processes and one process alternately, and returns the medians. The second process is new in each round,
 * so both processes warm up first. `afterWarmUp` can then limit the processes: limited processes would warm up slowly.
 */
async function compareRates(afterWarmUp: () => void): Promise<Rates> {
  // PostgreSQL's processes have their data directory in the command line; the portal's are recognized by their ids.
  const dataDirMark = clusterNameOf(portal.folder);
  const readProcessorTimes = () => ({
    portal: measureProcessorTime(({ pid }) => portal.processes.some(({ child }) => child.pid === pid)),
    database: measureProcessorTime(({ commandLine }) => commandLine.includes(dataDirMark)),
    proxy: measureProcessorTime(({ pid, parentPid }) => [pid, parentPid].includes(portal.proxyPid)),
    loadGenerator: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  const rounds: Rates[] = [];
  for (let round = 0; round < scaledTries(3); round++) {
    await measureThroughput();
    await measureThroughput();
    afterWarmUp();
    await measureThroughput();
    const timesBefore = readProcessorTimes();
    const withTwo = await measureThroughput();
    const timesAfter = readProcessorTimes();
    const lists = withTwo * measuredSeconds;
    const costPerList = (kind: keyof typeof timesBefore) => (timesAfter[kind] - timesBefore[kind]) / lists;
    await portal.end(1, 'SIGTERM');
    const withOne = await measureThroughput();
    await portal.start(1);
    rounds.push({
      withOne,
      withTwo,
      portal: costPerList('portal'),
      database: costPerList('database'),
      proxy: costPerList('proxy'),
      loadGenerator: costPerList('loadGenerator'),
    });
  }
  const medianOf = (key: keyof Rates) => median(rounds.map((round) => round[key]));
  return {
    withOne: medianOf('withOne'),
    withTwo: medianOf('withTwo'),
    portal: medianOf('portal'),
    database: medianOf('database'),
    proxy: medianOf('proxy'),
    loadGenerator: medianOf('loadGenerator'),
  };
}

/**
 * Returns the maximum ratio between the throughput of two processes and of one process, if the portal, the database,
 * the proxy and the load generator share this number of cores. A process uses at most one core.
 */
function computeMaxSpeedup({ portal: portalCost, database, proxy, loadGenerator }: Rates, cores: number): number {
  const maxOnAllCores = cores / (portalCost + database + proxy + loadGenerator);
  const maxWithOne = Math.min(1 / portalCost, maxOnAllCores);
  return Math.min(2, maxOnAllCores / maxWithOne);
}

const describeRates = ({ withOne, withTwo }: Rates) =>
  `${Math.round(withOne)}/s with one, ${Math.round(withTwo)}/s with two: ${(withTwo / withOne).toFixed(2)} ×`;

test('the throughput of one process and of two processes on all cores is recorded', async () => {
  const rates = await compareRates(() => {});
  const cores = availableParallelism();
  const formatCost = (kind: 'portal' | 'database' | 'proxy' | 'loadGenerator') => rates[kind].toFixed(2);
  recordFigure({
    subject:
      'Lists through nginx, one process and two on all cores, with the load generator and the database beside them',
    result:
      `${describeRates(rates)}; a list takes ${formatCost('portal')} ms of a core in the portal, ` +
      `${formatCost('database')} in the database, ${formatCost('proxy')} in nginx ` +
      `and ${formatCost('loadGenerator')} in the load generator: ` +
      `${cores} cores allow ${computeMaxSpeedup(rates, cores).toFixed(2)} ×`,
    goal: 'none: all share the cores',
    holds: true,
  });
});

test('two processes that are limited to a share of a core serve at least 1.5 times as many lists as one', async () => {
  const cgroup = '/sys/fs/cgroup/cpu';
  if (!existsSync(`${cgroup}/cpu.cfs_quota_us`))
    throw new Error('This test needs root and the cpu controller of cgroups version 1.');
  const groups = [0, 1].map((index) => `${cgroup}/portal-${process.pid}-${index}`);
  for (const group of groups) {
    mkdirSync(group);
    // Each process may use 3 of every 20 ms. In longer periods, both processes would work and pause at the same time.
    writeFileSync(`${group}/cpu.cfs_period_us`, '20000');
    writeFileSync(`${group}/cpu.cfs_quota_us`, '3000');
  }
  const limitProcesses = () => {
    for (const [index, group] of groups.entries())
      writeFileSync(`${group}/cgroup.procs`, String(portal.processes[index]?.child.pid));
  };
  try {
    const rates = await compareRates(limitProcesses);
    recordFigure({
      subject: 'Lists through nginx, one process and two, each with 15 % of a core',
      result: describeRates(rates),
      goal: '≥ 1.5 ×',
      holds: rates.withTwo / rates.withOne >= 1.5,
    });
    expect(rates.withTwo / rates.withOne).toBeGreaterThanOrEqual(1.5);
  } finally {
    await Promise.all([portal.end(0, 'SIGTERM'), portal.end(1, 'SIGTERM')]);
    for (const group of groups) rmdirSync(group);
  }
});
