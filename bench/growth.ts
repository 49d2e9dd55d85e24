import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDb, openPool } from '../src/server/db.ts';
import { migrate } from '../src/server/migrate.ts';
import { startEmbedded } from '../src/server/postgres.ts';
import { dateOf } from '../src/shared/berlin.ts';
import { cases } from './cases.ts';
import { fill } from './fill.ts';
import { openFilled, type Filled } from './filled.ts';
import { measureCases, signIn } from './lists.ts';
import { median } from './ratios.ts';

/** The second month of a portal as busy as the filled one: the same days hold as much, and so do the answers. */
const small = { participants: 200, appointments: 2000, coaches: 2, entries: 2000, days: 26 };
const turns = 3;

/**
 * `npm run bench -- growth`: every list of participants and coaches on 2,000 appointments and on the filled database, by
 * turns, one request after the other; medians in milliseconds and how many times slower the large one is.
 */
export async function runGrowth(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-growth-'));
  const large = await openFilled();
  const little = await openSmall(join(folder, 'small'));
  try {
    const [ofSmall, ofLarge] = [await medians(little, folder), await medians(large, folder)];
    for (let turn = 1; turn < turns; turn++) {
      append(ofSmall, await medians(little, folder));
      append(ofLarge, await medians(large, folder));
    }
    const table = Object.keys(ofSmall).map((name) => {
      const [before, after] = [median(ofSmall[name] ?? []), median(ofLarge[name] ?? [])];
      return { name, small: before, large: after, slower: Math.round((after / before) * 100) / 100 };
    });
    console.table(table);
  } finally {
    await little.close();
    await large.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openSmall(dataDir: string): Promise<Filled> {
  const { url, migrateUrl, stop } = await startEmbedded({ dataDir, log: () => {} });
  await migrate(migrateUrl, url, resolve(import.meta.dirname, '../db/migrations'));
  const pool = openPool(migrateUrl, 1);
  await fill(openDb(pool), small);
  await pool.end();
  return { appUrl: url, ownerUrl: migrateUrl, close: stop };
}

async function medians(filled: Filled, folder: string): Promise<Record<string, number[]>> {
  const { sessions, coach } = await signIn(filled);
  const wanted = cases(dateOf(new Date()), coach).filter(({ who }) => who !== 'admin');
  const times = await measureCases(filled, wanted, sessions, join(folder, 'data'), 40);
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, [time.median]]));
}

function append(all: Record<string, number[]>, more: Record<string, number[]>): void {
  for (const [name, figures] of Object.entries(more)) all[name]?.push(...figures);
}
