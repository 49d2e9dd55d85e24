import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { countStatements, measureCalls, measureImport } from './calls.ts';
import { startServer } from './server.ts';
import { measureSizes, tooHeavy } from './sizes.ts';
import { openBenchWorld, size } from './world.ts';

// `npm run bench`, without a word behind it: figures of this machine. Client and database share its cores with the server, and so does whatever
// else runs: the load average before the start is told along.
const loadBefore = Math.round((loadavg()[0] ?? 0) * 10) / 10;
const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));

/** Time to the first answer with the embedded database: on an empty data directory, and when started again. */
async function measureStart() {
  const settings = { DATA_DIR: join(folder, 'start'), DATABASE_URL: '', DEMO: '1' };
  // The first start may have to build.
  await (await startServer({ ...settings, DATA_DIR: join(folder, 'build') })).stop();
  const first = await startServer(settings);
  await first.stop();
  const again = await startServer(settings);
  await again.stop();
  return { firstMs: first.readyAfterMs, againMs: again.readyAfterMs };
}

async function measure() {
  const start = await measureStart();
  const world = await openBenchWorld(join(folder, 'database'));
  try {
    const statements = await countStatements(world, join(folder, 'counted'));
    const database = { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl };
    const server = await startServer({ ...database, DATA_DIR: join(folder, 'data'), DEMO: '0' });
    try {
      const calls = await measureCalls(server.address, world);
      const csv = await measureImport(server.address, world);
      return { postgres: world.postgres, start, statements, calls, import: csv };
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

try {
  const figures = await measure();
  const sizes = measureSizes(resolve(import.meta.dirname, '../dist/web'));
  const { postgres, start, statements, calls, import: csv } = figures;
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  console.log(`\n${machine}, Node ${process.versions.node}, PostgreSQL ${postgres}, load from the same machine`);
  console.log(`Load average before: ${loadBefore}`);
  console.log(`${size.participants} participants, ${size.free} free and ${size.past} past appointments\n`);
  console.log('Calls over 32 connections; latencies in ms');
  console.table(calls);
  console.log('SQL statements of one call (BEGIN and COMMIT count)');
  console.table(statements);
  console.log(`Import of ${csv.rows} rows: ${csv.seconds} s`);
  console.log(`Start with demo data: ${start.firstMs} ms on an empty directory, ${start.againMs} ms again\n`);
  console.log('Screens in bytes over the wire; a lazy part counts what it adds to the entry');
  console.table(sizes);

  const date = new Date().toISOString();
  const results = resolve(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  const file = join(results, `${date.slice(0, 19).replaceAll(':', '-')}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ date, machine, node: process.versions.node, loadBefore, size, ...figures, sizes }, null, 2)}\n`,
  );
  console.log(`Written to ${file}`);

  const failed = Object.entries(calls).filter(([, call]) => call.failed > 0);
  const heavy = tooHeavy(sizes);
  for (const [name] of failed) console.error(`${name}: some answers were no success.`);
  for (const sentence of heavy) console.error(sentence);
  process.exitCode = failed.length + heavy.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
