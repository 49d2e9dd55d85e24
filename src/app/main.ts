import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { dirname, resolve } from 'node:path';
import { serveMetrics } from '../platform/http/monitoring/metrics-server.ts';
import { sendMetricsToPrimary, openWorkerMetrics } from '../platform/http/monitoring/metrics-workers.ts';
import type { RunningPortal } from './application.ts';
import type { DatabaseFacts } from './serve.ts';
import { startEmbedded, type EmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { describeExampleValues, findExampleValues } from '../features/provider/exports.ts';
import { removeOwnerUrl, readSettings, type Settings } from '../platform/settings/settings.ts';
import { describeSystemError } from '../platform/system-error.ts';
import { dateOf } from '../shared/berlin.ts';
import { describeEndedNode } from './node-release.ts';
import { print, printNodeWarnings } from './start-lines.ts';
import { abortRequestsMessage, startWorkers, WorkerStartError, parseWorkerCount } from './cluster.ts';
import { loadOrCreateKey } from '../features/second-factor/secret-encryption.adapter.ts';

const serverFolder = dirname(fileURLToPath(import.meta.url));

/** The server: either the application in this process (then `app` is set) or all workers. */
type RunningServer = Pick<RunningPortal, 'close'> & Partial<Pick<RunningPortal, 'app'>>;

const usage = `npm start                           one process; settings come from the environment (docs/settings.md)
npm start -- --workers 4            four processes behind one port; auto takes one for each core`;

const demoAccounts = `Demo accounts, all with the password Demo-2026!
  teilnehmer@demo.example   participant who can book right away
  neu@demo.example          participant without a document
  coach@demo.example        coach
  speedcoach@demo.example   coach with the full search
  admin@demo.example        admin
`;

const noAdmin = `There is no admin yet. Create one while the portal runs, with the same settings:
  npm run admin -- create --email anna@provider.example
`;
const noDemo = 'DEMO is set, but this database has people already: no demo data were added, and no demo account works.';
const noBackup = 'No backup is made at night: set BACKUP_DIR.';

async function start(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(`${usage}\n`);
  printNodeWarnings();
  const settings = readSettings(process.env);
  const workerCount = parseWorkerCount(process.argv.slice(2));
  // This loads most of the program while PostgreSQL starts.
  const serveModule = import('./serve.ts');
  const embeddedDatabase = settings.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: settings.dataDir,
        log: (line) => print(`database: ${line}`, 'warn'),
        connections: Math.max(100, workerCount * settings.databaseConnections + 20),
      });
  let server: RunningServer | null = null;
  let metricsServer: { close(): void } | null = null;

  let isEnding = false;
  const requestAbort = new AbortController();
  const handleSignal = (signal: NodeJS.Signals) => {
    // A second signal aborts the requests under way. Terminals and service managers send each signal to all processes,
    // so a worker ignores its second signal and waits for a message from the primary process instead.
    if (isEnding) return cluster.isPrimary ? requestAbort.abort() : undefined;
    isEnding = true;
    if (cluster.isPrimary) print(`\n${signal}: finishing the requests under way …`);
    metricsServer?.close();
    void close(server, embeddedDatabase, requestAbort.signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', handleSignal);
  process.on('SIGTERM', handleSignal);
  if (cluster.isWorker) process.on('message', (message) => message === abortRequestsMessage && requestAbort.abort());

  try {
    const url = settings.databaseUrl ?? embeddedDatabase?.url ?? '';
    const { prepareDatabase, serve } = await serveModule;
    const ownerUrl = settings.migrateUrl ?? embeddedDatabase?.migrateUrl ?? url;
    const databaseFacts = cluster.isPrimary ? await prepareDatabase(settings, ownerUrl, url) : null;
    if (embeddedDatabase) settings.secondFactorKey ??= await loadOrCreateKey(settings.dataDir);
    // From here on, only the app's role is needed.
    removeOwnerUrl(process.env);
    const servingSettings = { ...settings, migrateUrl: undefined };
    server =
      cluster.isPrimary && workerCount > 1
        ? await startWorkers(workerCount, workerEnvironment(settings, url, workerCount), (line) => print(line, 'warn'))
        : await serve(servingSettings, url, serverFolder);
    if (cluster.isPrimary) metricsServer = await startMetricsServer(settings, server);
    else if (server.app) sendMetricsToPrimary(server.app.metrics);
    if (databaseFacts && !isEnding) printWelcome(settings, databaseFacts);
  } catch (error) {
    // If a signal has stopped the database during the start, the handler of the signal also ends the process.
    if (isEnding) return;
    metricsServer?.close();
    await close(server, embeddedDatabase);
    throw error;
  }
}

/**
 * Returns the environment of a worker, which uses the prepared database with the app's role. `SHARED_BY` says how many
 * processes share the machine.
 */
function workerEnvironment(settings: Settings, url: string, workerCount: number): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATABASE_URL_FILE: '',
    SECOND_FACTOR_KEY: settings.secondFactorKey ?? '',
    SECOND_FACTOR_KEY_FILE: '',
    SHARED_BY: String(workerCount),
  };
}

/** Serves the metrics of this process, or of all its workers together. Does nothing without METRICS_PORT. */
async function startMetricsServer(
  { metricsPort, host }: Settings,
  { app }: RunningServer,
): Promise<{ close(): void } | null> {
  if (metricsPort === undefined) return null;
  return serveMetrics({ port: metricsPort, host }, app ? () => app.metrics.readText() : await openWorkerMetrics());
}

async function close(
  server: RunningServer | null,
  embeddedDatabase: EmbeddedPostgres | null,
  abortSignal?: AbortSignal,
): Promise<void> {
  // The database stops last, because the requests under way need it.
  await server?.close(abortSignal);
  await embeddedDatabase?.stop();
}

function printWelcome(settings: Settings, { hasAdmin, hasDemo }: DatabaseFacts): void {
  print(`\nThe portal is ready: ${settings.publicUrl}\n`);
  const isDemo = settings.demo && hasDemo;
  if (isDemo) print(demoAccounts);
  else if (settings.demo) print(`${noDemo}\n`, 'warn');
  if (!hasAdmin) print(noAdmin, 'warn');
  const endedNode = describeEndedNode(process.versions.node, dateOf(new Date()));
  if (endedNode) print(`${endedNode}\n`, 'warn');
  const exampleValues = findExampleValues(settings);
  if (exampleValues.length > 0) print(`${describeExampleValues(exampleValues)}\n`, 'warn');
  if (!isDemo && settings.backupDir === undefined) print(`${noBackup}\n`, 'warn');
  const { smtpUrl, dataDir } = settings;
  print(
    `Mails ${smtpUrl ? `are sent through ${new URL(smtpUrl).host}` : `are written to ${resolve(dataDir, 'mails')}`}\n`,
  );
}

start().catch((error: unknown) => {
  if (error instanceof WorkerStartError) process.exit(1);
  const message = describeSystemError(error) ?? (error instanceof Error && error.message ? error.message : null);
  print(`The portal cannot start: ${message ?? 'unknown error'}`, 'fatal');
  process.exit(1);
});
