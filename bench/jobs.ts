import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication } from '../src/app/application.ts';
import { createJobs } from '../src/app/jobs.ts';
import { readSettings } from '../src/platform/settings/settings.ts';
import { openFilledDatabase } from './filled.ts';
import { median } from './ratios.ts';

/** The longest time that a job of every minute may take, in milliseconds. */
const limitMs = 1_000;
const repetitions = 7;

/**
 * `npm run bench -- jobs`: measures the jobs that run every minute or more often, on the filled database, without
 * anything beside them. Prints the first time, which finds the most work, and the median of the others, in
 * milliseconds. Fails if one takes longer than a second.
 */
export async function runJobs(): Promise<void> {
  const database = await openFilledDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'portal-jobs-'));
  const settings = readSettings({ DATABASE_URL: database.appUrl, DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const portal = await createApplication(settings, database.appUrl, null, { runsJobs: false });
  try {
    const { tasks, timetable, periodicWork } = createJobs(portal.app, portal.fastify.log);
    const everyMinute = timetable
      .filter((line) => line.startsWith('* * * * *'))
      .map((line) => line.split(' ')[5] ?? '');
    const times: Record<string, { first: number; median: number }> = {};
    for (const name of everyMinute) times[name] = await measure(() => tasks[name]?.({}));
    const [mails, webhooks] = periodicWork ?? [];
    times['handing over mails, four times a second'] = await measure(() => mails?.work());
    times['looking for deliveries to webhooks, twice a second'] = await measure(() => webhooks?.work());
    console.table(times);
    const slowJobs = Object.entries(times).filter(([, time]) => Math.max(time.first, time.median) > limitMs);
    for (const [name, time] of slowJobs) console.error(`${name}: ${time.first} ms, more than ${limitMs}.`);
    process.exitCode = slowJobs.length > 0 ? 1 : 0;
  } finally {
    await portal.close();
    rmSync(folder, { recursive: true, force: true });
    await database.close();
  }
}

async function measure(work: () => Promise<void> | undefined): Promise<{ first: number; median: number }> {
  const durations: number[] = [];
  for (let count = 0; count < repetitions; count++) {
    const startedAt = performance.now();
    await work();
    durations.push(Math.round((performance.now() - startedAt) * 10) / 10);
  }
  const [first = NaN, ...later] = durations;
  return { first, median: median(later) };
}
