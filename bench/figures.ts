import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { listBookableSlots } from '../src/features/booking/contract.ts';
import { countStatements, measureImport } from './calls.ts';
import { evaluateGoals, reportGoals, type Figures } from './goals.ts';
import { runLoad, preparePost } from '../tests/support/load.ts';
import { measurePeakMemory } from './memory.ts';
import { measurePage } from './page.ts';
import { measureRatios } from './ratios.ts';
import { startServer } from './server.ts';
import { openBenchWorld, amounts } from './world.ts';

// `npm run bench` without arguments: measures the figures of this machine and compares them with the goals, in about
// two minutes; it fails if a floor is missed. The client, the database and all other programs share the cores with the server, so the load average
// before the start is recorded, too.
const loadBefore = Math.round((loadavg()[0] ?? 0) * 10) / 10;
const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));

/** Measures the time to the first answer with the embedded database: on an empty data directory, and at a restart. */
async function measureStart() {
  const settings = { DATA_DIR: join(folder, 'start'), DATABASE_URL: '', DEMO: '1' };
  // The first start may have to build.
  await (await startServer({ ...settings, DATA_DIR: join(folder, 'build') })).stop();
  const firstServer = await startServer(settings);
  await firstServer.stop();
  const restartedServer = await startServer(settings);
  await restartedServer.stop();
  return { firstMs: firstServer.readyAfterMs, restartMs: restartedServer.readyAfterMs };
}

async function measureAll(): Promise<Figures & { postgres: string }> {
  const start = await measureStart();
  const databaseFolder = join(folder, 'database');
  const world = await openBenchWorld(databaseFolder);
  try {
    const statements = await countStatements(world, join(folder, 'counted'));
    const urls = { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl };
    const server = await startServer({ ...urls, DATA_DIR: join(folder, 'data'), DEMO: '0' });
    try {
      const [sessionId = ''] = world.participantSessions;
      const page = await measurePage(server.address, sessionId);
      const list = preparePost(servicePath(listBookableSlots), { sessionId, limit: 50 });
      const memory = await measurePeakMemory(server.pid, databaseFolder, () =>
        runLoad(server.address, 32, () => list, 8),
      );
      const ratios = await measureRatios(server.address, world, folder);
      const importFigures = await measureImport(server.address, world);
      return { postgres: world.postgresVersion, start, statements, page, memory, ratios, import: importFigures };
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

try {
  const figures = await measureAll();
  const goals = evaluateGoals(figures);
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  console.log(
    `\n${machine}, Node ${process.versions.node}, PostgreSQL ${figures.postgres}, load from the same machine`,
  );
  console.log(`Load average before: ${loadBefore}`);
  console.log(`${amounts.participants} participants, ${amounts.free} free and ${amounts.past} past appointments\n`);
  console.log(
    'Reference loads and calls over 32 connections (L5: 16). Medians of: requests per second, p99 in milliseconds, ' +
      'ratio to the reference load',
  );
  console.table(figures.ratios.limits);
  console.table(figures.ratios.calls);

  const date = new Date().toISOString();
  const results = resolve(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const file = join(results, `${date.slice(0, 10)}-${commit}.json`);
  const report = { date, commit, machine, node: process.versions.node, loadBefore, size: amounts, ...figures, goals };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written to ${file}`);
  reportGoals(goals);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
