import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookableSlots } from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipantSessions } from '../support/bookings.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openDb, openPool } from '../../src/platform/database/db.ts';
import { clusterNameOf } from '../../src/platform/postgres/owner.ts';
import { recordFigure, scaledCount } from './figure.ts';
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
  const endsAt = performance.now() + measuredSeconds * 1000;
  let listsServed = 0;
  const runClient = async (sessionId: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    const content = JSON.stringify({ sessionId, limit: 50 });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    while (performance.now() < endsAt) {
      const status = await new Promise<number>((resolve, reject) => {
        request(portal.address + servicePath(listBookableSlots), { agent, method: 'POST', headers }, (response) => {
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

/**
 * The lists that one process and two processes serve per second, and the processor time in milliseconds that a list
 * costs in each kind of process.
 */
interface Measurement {
  throughputOfOne: number;
  throughputOfTwo: number;
  portalCost: number;
  databaseCost: number;
  proxyCost: number;
  loadGeneratorCost: number;
}

/**
 * Measures two processes and one process alternately, and returns the medians. The second process is new in each round,
 * so both processes warm up first. `afterWarmUp` can limit the processes, which would warm up slowly with a limit.
 */
async function measureProcesses(afterWarmUp: () => void): Promise<Measurement> {
  // The command lines of PostgreSQL's processes contain the name of the cluster.
  const clusterName = clusterNameOf(portal.folder);
  const readProcessorTimes = () => ({
    portal: measureProcessorTime(({ pid }) => portal.processes.some(({ child }) => child.pid === pid)),
    database: measureProcessorTime(({ commandLine }) => commandLine.includes(clusterName)),
    proxy: measureProcessorTime(({ pid, parentPid }) => [pid, parentPid].includes(portal.proxyPid)),
    loadGenerator: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  const rounds: Measurement[] = [];
  for (let round = 0; round < scaledCount(3); round++) {
    await measureThroughput();
    await measureThroughput();
    afterWarmUp();
    await measureThroughput();
    const timesBefore = readProcessorTimes();
    const throughputOfTwo = await measureThroughput();
    const timesAfter = readProcessorTimes();
    const listCount = throughputOfTwo * measuredSeconds;
    const costPerList = (kind: keyof typeof timesBefore) => (timesAfter[kind] - timesBefore[kind]) / listCount;
    await portal.endProcess(1, 'SIGTERM');
    const throughputOfOne = await measureThroughput();
    await portal.startProcess(1);
    rounds.push({
      throughputOfOne,
      throughputOfTwo,
      portalCost: costPerList('portal'),
      databaseCost: costPerList('database'),
      proxyCost: costPerList('proxy'),
      loadGeneratorCost: costPerList('loadGenerator'),
    });
  }
  const medianOf = (key: keyof Measurement) => median(rounds.map((round) => round[key]));
  return {
    throughputOfOne: medianOf('throughputOfOne'),
    throughputOfTwo: medianOf('throughputOfTwo'),
    portalCost: medianOf('portalCost'),
    databaseCost: medianOf('databaseCost'),
    proxyCost: medianOf('proxyCost'),
    loadGeneratorCost: medianOf('loadGeneratorCost'),
  };
}

/**
 * Returns the maximum ratio between the throughput of two processes and of one process, if the portal, the database,
 * the proxy and the load generator share this number of cores. A process uses at most one core.
 */
function computeMaxSpeedup(
  { portalCost, databaseCost, proxyCost, loadGeneratorCost }: Measurement,
  cores: number,
): number {
  const maxThroughputOnAllCores = cores / (portalCost + databaseCost + proxyCost + loadGeneratorCost);
  const maxThroughputOfOne = Math.min(1 / portalCost, maxThroughputOnAllCores);
  return Math.min(2, maxThroughputOnAllCores / maxThroughputOfOne);
}

const describeThroughputs = ({ throughputOfOne, throughputOfTwo }: Measurement) =>
  `${Math.round(throughputOfOne)}/s with one, ${Math.round(throughputOfTwo)}/s with two: ` +
  `${(throughputOfTwo / throughputOfOne).toFixed(2)} ×`;

test('the throughput of one process and of two processes on all cores is recorded', async () => {
  const medians = await measureProcesses(() => {});
  const cores = availableParallelism();
  const formatCost = (key: keyof Measurement) => medians[key].toFixed(2);
  recordFigure({
    subject:
      'Lists through nginx, one process and two on all cores, with the load generator and the database beside them',
    result:
      `${describeThroughputs(medians)}; a list takes ${formatCost('portalCost')} ms of a core in the portal, ` +
      `${formatCost('databaseCost')} in the database, ${formatCost('proxyCost')} in nginx ` +
      `and ${formatCost('loadGeneratorCost')} in the load generator: ` +
      `${cores} cores allow ${computeMaxSpeedup(medians, cores).toFixed(2)} ×`,
    goal: 'none: all share the cores',
    isMet: true,
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
    const medians = await measureProcesses(limitProcesses);
    const speedup = medians.throughputOfTwo / medians.throughputOfOne;
    recordFigure({
      subject: 'Lists through nginx, one process and two, each with 15 % of a core',
      result: describeThroughputs(medians),
      goal: '≥ 1.5 ×',
      isMet: speedup >= 1.5,
    });
    expect(speedup).toBeGreaterThanOrEqual(1.5);
  } finally {
    await Promise.all([portal.endProcess(0, 'SIGTERM'), portal.endProcess(1, 'SIGTERM')]);
    for (const group of groups) rmdirSync(group);
  }
});
