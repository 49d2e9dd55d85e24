import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDb, openPool } from '../src/platform/database/db.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { fillDatabase } from '../tests/support/fill.ts';
import { openFilledDatabase, type FilledDatabase } from './filled.ts';
import { groups } from './growth-calls.ts';
import { openPortal, type Portal } from './growth-portal.ts';
import type { Answer, Group, TurnState } from './growth-steps.ts';
import { median } from './ratios.ts';

/**
 * The amounts of data in the small database: a portal in its second month. It has as much data per day as the large
 * database, so that answers are equally long.
 */
const smallAmounts = { participants: 200, appointments: 2000, coaches: 2, auditEntries: 2000, pastDays: 26 };

/** The first turns warm up caches, connections and the compiler; the other turns are measured. */
const warmupTurns = 15;
const turns = 30;

/**
 * `npm run bench -- growth`: measures every call of participants and coaches alternately on a small database (2,000
 * appointments) and on the large database of `npm run bench -- fill`, one request at a time. Prints medians in
 * milliseconds, how many times slower the large database is, and the sizes of both answers.
 */
export async function runGrowth(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-growth-'));
  const largeDatabase = await openFilledDatabase();
  const smallDatabase = await openSmallDatabase(join(folder, 'small'));
  const loadBefore = loadavg()[0];
  try {
    const portals = [
      await openPortal(smallDatabase, join(folder, 'small-files'), warmupTurns + turns),
      await openPortal(largeDatabase, join(folder, 'large-files'), warmupTurns + turns),
    ] as const;
    try {
      const rows = [];
      for (const group of groups) rows.push(...(await compareGroup(group, portals)));
      console.table(rows);
      console.log(`Load average ${loadBefore?.toFixed(1)} before, ${loadavg()[0]?.toFixed(1)} after; ${turns} turns.`);
    } finally {
      for (const portal of portals) await portal.close();
    }
  } finally {
    await smallDatabase.close();
    await largeDatabase.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openSmallDatabase(dataDir: string): Promise<FilledDatabase> {
  const { url, migrateUrl, stop } = await startEmbedded({ dataDir, log: () => {}, disposable: true });
  await migrate(migrateUrl, url, resolve(import.meta.dirname, '../db/migrations'));
  const pool = openPool(migrateUrl, 1);
  await fillDatabase(openDb(pool), smallAmounts);
  await pool.end();
  return { appUrl: url, ownerUrl: migrateUrl, close: stop };
}

/** Makes the calls of a group on both portals in each turn. The portals alternate in being called first. */
async function compareGroup(group: Group, portals: readonly [Portal, Portal]) {
  const answersByPortal = portals.map(() => new Map<string, Answer[]>(Object.keys(group).map((name) => [name, []])));
  for (let turn = 0; turn < warmupTurns + turns; turn++)
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const portal = portals[index as 0 | 1];
      const state: TurnState = { createdId: 0, slotId: 0, previewedCount: 0, sessionId: '', feedPath: '' };
      for (const [name, step] of Object.entries(group)) {
        const answer = await step(portal, turn, state);
        if (turn >= warmupTurns) answersByPortal[index]?.get(name)?.push(answer);
      }
    }
  return Object.keys(group).map((name) => {
    const [small, large] = answersByPortal.map((answers) => answers.get(name) ?? []) as [Answer[], Answer[]];
    const measureMedian = (answers: Answer[]) => median(answers.map(({ milliseconds }) => milliseconds));
    const roundToHundredths = (figure: number) => Math.round(figure * 100) / 100;
    return {
      call: name,
      small: roundToHundredths(measureMedian(small)),
      large: roundToHundredths(measureMedian(large)),
      slower: roundToHundredths(measureMedian(large) / measureMedian(small)),
      answered: `${describeSize(small)} / ${describeSize(large)}`,
    };
  });
}

/** Describes the size of the last answer: the length of its list or, if it has no list, its number of bytes. */
function describeSize(answers: Answer[]): string {
  const body = answers.at(-1)?.body ?? '';
  try {
    const { data, meta } = JSON.parse(body) as { data?: unknown; meta?: { total?: number } };
    if (Array.isArray(data)) return meta?.total === undefined ? `${data.length}` : `${data.length} of ${meta.total}`;
  } catch {
    // The answer is a file, not JSON.
  }
  return `${Buffer.byteLength(body)} bytes`;
}
