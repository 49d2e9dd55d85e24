import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Memory in megabytes, as proportional set sizes, so that memory shared by PostgreSQL's processes counts once. */
export interface Memory {
  node: number;
  postgres: number;
  sum: number;
}

/** The peak memory of a Node process together with the PostgreSQL of a data directory while `work` ran. */
export async function measurePeakMemory(node: number, dataDir: string, work: () => Promise<unknown>): Promise<Memory> {
  let peak: Memory = { node: 0, postgres: 0, sum: 0 };
  const takeSample = () => {
    const [nodeMemory, database] = [
      proportionalSetSize(node),
      postgresPids(dataDir).reduce((sum, pid) => sum + proportionalSetSize(pid), 0),
    ];
    if (nodeMemory + database > peak.sum) peak = { node: nodeMemory, postgres: database, sum: nodeMemory + database };
  };
  const timer = setInterval(takeSample, 250);
  await work();
  clearInterval(timer);
  return { node: Math.round(peak.node), postgres: Math.round(peak.postgres), sum: Math.round(peak.sum) };
}

/** The process ids of the postmaster and its children. */
function postgresPids(dataDir: string): number[] {
  const [first = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return [postmaster, ...children.map(Number)];
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    // The process has ended meanwhile.
    return NaN;
  }
}

function proportionalSetSize(pid: number): number {
  try {
    const [, kB = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kB) / 1000;
  } catch {
    return 0;
  }
}
