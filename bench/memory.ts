import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Megabytes: proportional set sizes, so that memory which PostgreSQL's processes share counts once. */
export interface Memory {
  node: number;
  postgres: number;
  sum: number;
}

/** The most that a Node process and the PostgreSQL of a data directory took together while `work` ran. */
export async function mostMemory(node: number, dataDir: string, work: () => Promise<unknown>): Promise<Memory> {
  let most: Memory = { node: 0, postgres: 0, sum: 0 };
  const look = () => {
    const [own, database] = [pss(node), postgresOf(dataDir).reduce((sum, pid) => sum + pss(pid), 0)];
    if (own + database > most.sum) most = { node: own, postgres: database, sum: own + database };
  };
  const looking = setInterval(look, 250);
  await work();
  clearInterval(looking);
  return { node: Math.round(most.node), postgres: Math.round(most.postgres), sum: Math.round(most.sum) };
}

/** The postmaster and its children. */
function postgresOf(dataDir: string): number[] {
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

function pss(pid: number): number {
  try {
    const [, kB = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kB) / 1000;
  } catch {
    return 0;
  }
}
