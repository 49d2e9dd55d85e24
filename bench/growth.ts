import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDb, openPool } from '../src/platform/database/db.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { fill } from '../tests/support/fill.ts';
import { openFilled, type Filled } from './filled.ts';
import { groups, type Answer, type Group } from './growth-calls.ts';
import { openSide, type Side } from './growth-side.ts';
import { median } from './ratios.ts';

/** The second month of a portal as busy as the filled one: each day holds as much, so answers are as long. */
const small = { participants: 200, appointments: 2000, coaches: 2, entries: 2000, days: 26 };

/**
 * Turns of each call on each database; the first ones warm up caches, connections and the compiler, and are not
 * counted.
 */
const warming = 15;
const turns = 30;

/**
 * `npm run bench -- growth`: every call of participants and coaches on 2,000 appointments and on the filled database,
 * by turns within milliseconds, one request after the other; medians in milliseconds, how many times slower the large
 * one is, and how much both answered.
 */
export async function runGrowth(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-growth-'));
  const large = await openFilled();
  const little = await openSmall(join(folder, 'small'));
  const before = loadavg()[0];
  try {
    const portals = [
      await openSide(little, join(folder, 'small-files'), warming + turns),
      await openSide(large, join(folder, 'large-files'), warming + turns),
    ] as const;
    try {
      const rows = [];
      for (const group of groups) rows.push(...(await compare(group, portals)));
      console.table(rows);
      console.log(`Load average ${before?.toFixed(1)} before, ${loadavg()[0]?.toFixed(1)} behind; ${turns} turns.`);
    } finally {
      for (const side of portals) await side.close();
    }
  } finally {
    await little.close();
    await large.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openSmall(dataDir: string): Promise<Filled> {
  const { url, migrateUrl, stop } = await startEmbedded({ dataDir, log: () => {}, disposable: true });
  await migrate(migrateUrl, url, resolve(import.meta.dirname, '../db/migrations'));
  const pool = openPool(migrateUrl, 1);
  await fill(openDb(pool), small);
  await pool.end();
  return { appUrl: url, ownerUrl: migrateUrl, close: stop };
}

/** Makes a group's calls on both portals alternately, and alternates which side is first. */
async function compare(group: Group, portals: readonly [Side, Side]) {
  const seen = portals.map(() => new Map<string, Answer[]>(Object.keys(group).map((name) => [name, []])));
  for (let turn = 0; turn < warming + turns; turn++)
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const side = portals[index as 0 | 1];
      const state = { id: 0, text: '' };
      for (const [name, step] of Object.entries(group)) {
        const answer = await step(side, turn, state);
        if (turn >= warming) seen[index]?.get(name)?.push(answer);
      }
    }
  return Object.keys(group).map((name) => {
    const [before, after] = seen.map((side) => side.get(name) ?? []) as [Answer[], Answer[]];
    const of = (answers: Answer[]) => median(answers.map(({ milliseconds }) => milliseconds));
    const round = (figure: number) => Math.round(figure * 100) / 100;
    return {
      call: name,
      ...{ small: round(of(before)), large: round(of(after)), slower: round(of(after) / of(before)) },
      answered: `${amount(before)} / ${amount(after)}`,
    };
  });
}

/** The size of the last answer: the entries of its list, else its bytes. */
function amount(answers: Answer[]): string {
  const body = answers.at(-1)?.body ?? '';
  try {
    const { data, meta } = JSON.parse(body) as { data?: unknown; meta?: { total?: number } };
    if (Array.isArray(data)) return meta?.total === undefined ? `${data.length}` : `${data.length} of ${meta.total}`;
  } catch {
    // A file.
  }
  return `${body.length} bytes`;
}
