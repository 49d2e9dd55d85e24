import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Memory in megabytes: the sum of proportional set sizes, in which shared memory is counted only once. */
export interface Memory {
  node: number;
  postgres: number;
  sum: number;
}

/** Measures the peak memory of a Node process and of the PostgreSQL in `dataDir` together, while `work` runs. */
export async function measurePeakMemory(
  nodePid: number,
  dataDir: string,
  work: () => Promise<unknown>,
): Promise<Memory> {
  let peak: Memory = { node: 0, postgres: 0, sum: 0 };
  const takeSample = () => {
    const [nodeMemory, postgresMemory] = [
      readProportionalSetSize(nodePid),
      listPostgresPids(dataDir).reduce((total, pid) => total + readProportionalSetSize(pid), 0),
    ];
    const sum = nodeMemory + postgresMemory;
    if (sum > peak.sum) peak = { node: nodeMemory, postgres: postgresMemory, sum };
  };
  const timer = setInterval(takeSample, 250);
  await work();
  clearInterval(timer);
  return { node: Math.round(peak.node), postgres: Math.round(peak.postgres), sum: Math.round(peak.sum) };
}

/** Returns the process ids of the postmaster and its children. */
function listPostgresPids(dataDir: string): number[] {
  const [firstLine = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(firstLine);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readParentPid(name) === postmaster);
  return [postmaster, ...children.map(Number)];
}

function readParentPid(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    // The process has just ended.
    return NaN;
  }
}

/** Returns the proportional set size of a process in megabytes; 0 if it has ended. */
function readProportionalSetSize(pid: number): number {
  try {
    const [, kB = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kB) / 1000;
  } catch {
    return 0;
  }
}
