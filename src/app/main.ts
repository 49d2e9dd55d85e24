import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { dirname, resolve } from 'node:path';
import { serveMetrics } from './metrics-server.ts';
import { answerFirst, gatherWorkers } from './metrics-workers.ts';
import type { Portal } from './portal.ts';
import { startEmbedded, type EmbeddedPostgres } from './postgres.ts';
import { SettingsError } from './settings-error.ts';
import { forgetOwner, readSettings, type Settings } from './settings.ts';
import { hurryUp, startWorkers, WorkerFailed, workersWanted } from './workers.ts';
import { ownKey } from '../second-factor/seal.ts';

const here = dirname(fileURLToPath(import.meta.url));

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What serves: the portal in this process, or its workers. */
type Serving = Pick<Portal, 'close'> & Partial<Pick<Portal, 'app'>>;

const usage = `npm start                           one process; settings come from the environment (README.md)
npm start -- --workers 4            so many behind one port; auto takes one for each core`;

async function start(): Promise<void> {
  if (process.argv.includes('--help')) return void say(usage);
  const settings = readSettings(process.env);
  const workers = workersWanted(process.argv.slice(2));
  // By far the larger part of the program is read while PostgreSQL starts.
  const program = import('./serving.ts');
  const embedded = settings.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: settings.dataDir,
        log: (line) => say(`database: ${line}`),
        connections: Math.max(100, workers * settings.databaseConnections + 20),
      });
  let serving: Serving | null = null;
  let metrics: { close(): void } | null = null;

  let ending = false;
  const hurry = new AbortController();
  const end = (signal: NodeJS.Signals) => {
    // Who asks twice will not wait: what is under way is broken off, as by a kill. A worker hears the same from
    // above, for terminals and service managers tell all processes at once, and the first one tells them again.
    if (ending) return cluster.isPrimary ? hurry.abort() : undefined;
    ending = true;
    if (cluster.isPrimary) say(`\n${signal}: finishing what is under way …`);
    metrics?.close();
    void close(serving, embedded, hurry.signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  if (cluster.isWorker) process.on('message', (message) => message === hurryUp && hurry.abort());

  try {
    const url = settings.databaseUrl ?? embedded?.url ?? '';
    const { prepareDatabase, serve } = await program;
    const ownerUrl = settings.migrateUrl ?? embedded?.migrateUrl ?? url;
    const found = cluster.isPrimary ? await prepareDatabase(settings, ownerUrl, url) : null;
    if (embedded) settings.secondFactorKey ??= await ownKey(settings.dataDir);
    // What serves works with the app's role alone.
    forgetOwner(process.env);
    const serves = { ...settings, migrateUrl: undefined };
    serving =
      cluster.isPrimary && workers > 1
        ? await startWorkers(workers, workerEnvironment(settings, url, workers), say)
        : await serve(serves, url, here);
    if (cluster.isPrimary) metrics = await watch(settings, serving);
    else if (serving.app) answerFirst(serving.app.metrics);
    if (found && !ending) greet(settings, found);
  } catch (error) {
    // A signal takes the database away from a start that is not through yet, and ends the process itself.
    if (ending) return;
    metrics?.close();
    await close(serving, embedded);
    throw error;
  }
}

/** A worker finds its database ready and needs the app's role alone; it shares the cores with the others. */
function workerEnvironment(settings: Settings, url: string, workers: number): Record<string, string> {
  return {
    ...{ DATABASE_URL: url, DATABASE_URL_FILE: '' },
    ...{ SECOND_FACTOR_KEY: settings.secondFactorKey ?? '', SECOND_FACTOR_KEY_FILE: '' },
    SHARED_BY: String(workers),
  };
}

/** Tells what is counted where METRICS_PORT names a port: in this process, or in its workers together. */
async function watch({ metricsPort, host }: Settings, { app }: Serving): Promise<{ close(): void } | null> {
  if (metricsPort === undefined) return null;
  return serveMetrics({ port: metricsPort, host }, app ? () => app.metrics.text() : await gatherWorkers());
}

async function close(serving: Serving | null, embedded: EmbeddedPostgres | null, hurry?: AbortSignal): Promise<void> {
  // The database goes last: requests under way still need it.
  await serving?.close(hurry);
  await embedded?.stop();
}

function greet(settings: Settings, { hasAdmin }: { hasAdmin: boolean }): void {
  say(`\nThe portal is ready: ${settings.publicUrl}\n`);
  if (settings.demo) {
    say('Demo accounts, all with the password Demo-2026!');
    say('  teilnehmer@demo.example   participant, books at once');
    say('  neu@demo.example          participant without a document');
    say('  coach@demo.example        coach');
    say('  speedcoach@demo.example   coach with the full search');
    say('  admin@demo.example        admin\n');
  } else if (!hasAdmin) {
    say('There is no admin yet. With the same settings, while this runs:');
    say('  npm run admin -- create --email anna@provider.example\n');
  }
  const { smtpUrl, dataDir } = settings;
  say(`Mails ${smtpUrl ? `leave through ${new URL(smtpUrl).host}` : `are written to ${resolve(dataDir, 'mails')}`}\n`);
}

start().catch((error: unknown) => {
  if (error instanceof WorkerFailed) process.exit(1);
  const told = error instanceof SettingsError || (error instanceof Error && error.message !== '');
  process.stderr.write(`The portal cannot start: ${told ? (error as Error).message : 'unknown error'}\n`);
  process.exit(1);
});
