import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { encryptFor } from '../operations/backup/age.ts';
import { openTableFiles } from '../platform/spreadsheet/table-files.ts';
import { openScanner } from '../platform/storage/clamd.ts';
import { openInspectors, type InspectionLimits } from '../features/files/inspection/inspectors.adapter.ts';
import { openPdfs } from '../platform/pdf/pdfs.ts';
import { openPictures } from '../platform/picture/pictures.ts';
import { openSpreadsheets } from '../platform/spreadsheet/spreadsheets.ts';
import { openStore } from '../platform/storage/store.ts';
import { deleteOldMailFiles } from '../features/mail/delivery/old-files.jobs.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { createServer } from '../platform/http/server.ts';
import type { ConnectionLimits } from '../platform/http/edge/connection-limits.ts';
import { callLimits, openDb, openPool, type Clock } from '../platform/database/db.ts';
import type { App } from '../platform/http/calls/handler.ts';
import type { Log } from '../platform/log.ts';
import { noMetrics, openMetrics } from '../platform/http/monitoring/metrics.ts';
import { outgoingMessages, routes } from './features.ts';
import { createJobs } from './jobs.ts';
import { createContentRenderer, openPageRenderer } from './rendered-pages.ts';
import { readBackups } from '../features/backups/exports.ts';
import { openReportReader } from '../platform/database/replica.ts';
import { registerCalendarFeed } from '../features/calendar-feed/feed.server.ts';
import { registerCoachPictures } from '../features/coaches/introduction/picture.server.ts';
import { registerSingleSignOn } from '../features/single-sign-on/callback.server.ts';
import { toPublicPortal } from '../features/provider/exports.ts';
import { createFindSession } from '../features/sessions/session.steps.ts';
import { sessionCookieOf } from '../features/sessions/session-cookie.adapter.ts';
import { deviceCookieOf } from '../features/sessions/device-cookie.adapter.ts';
import { createFindToken } from '../features/tokens/exports.ts';
import { findTrustedDevice } from '../features/sessions/exports.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { OnProcessLost } from '../platform/sandbox/sandboxes.ts';
import { openRateLimiter } from '../platform/rate-limit/rate-limiter.ts';
import { removeAbandonedFiles } from '../operations/cleanup.ts';
import { describeUnwritableFolder, findUnwritableFolders } from '../operations/folders.ts';

/** How long `close` waits for aborted uploads, and then again for the database connections, in milliseconds. */
const closeTimeout = 2_000;

async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(milliseconds, undefined, { ref: false })]);
}

/** The running application. */
export interface RunningPortal {
  fastify: FastifyInstance;
  app: App;
  /**
   * Finishes the requests under way, then closes everything except the database server. Takes at most half a minute
   * longer than DRAIN_SECONDS. `abortSignal` aborts the requests under way.
   */
  close(abortSignal?: AbortSignal): Promise<void>;
}

/** Options that only tests set. */
export interface TestOptions {
  /** A shifted clock. */
  clock?: Clock;
  /** Whether bookings lock the rows that they decide on; true by default. */
  usesLocks?: boolean;
  /** Whether this process runs jobs, such as sending mails; true by default. */
  runsJobs?: boolean;
  /** Receives the log lines. */
  logStream?: Writable;
  /** Connection limits that are short enough for a test to wait for. */
  limits?: ConnectionLimits;
  /** Other limits for the inspection of documents, or another program for it. */
  inspection?: Partial<InspectionLimits>;
  /** How long calls wait for a connection to the database, in milliseconds. */
  poolTimeout?: number;
}

/** The database connections for jobs: one listens, two jobs use up to two each, and one is for the timetable. */
const jobConnectionCount = 6;

/**
 * Builds the application from its settings: database connections, file store, rate limiter, HTTP server and jobs. It
 * does not listen yet. `url` connects to the migrated database with the app's role. `webRoot` is the folder of the
 * built screens, or null to serve no screens.
 */
export async function createApplication(
  settings: Settings,
  url: string,
  webRoot: string | null,
  options: TestOptions = {},
): Promise<RunningPortal> {
  // `encryptFor` throws if a recipient is invalid, so the start fails instead of the nightly backup.
  if (settings.backupRecipients.length > 0) await encryptFor(settings.backupRecipients);
  const runsJobs = options.runsJobs !== false;
  const jobPool = runsJobs ? openPool(settings.jobsUrl ?? url, jobConnectionCount) : null;
  const pool = openPool(url, settings.databaseConnections - (jobPool ? jobConnectionCount : 0), {
    ...callLimits,
    ...(options.poolTimeout === undefined ? {} : { connectionTimeoutMillis: options.poolTimeout }),
  });
  const db = openDb(pool);
  const clock = options.clock ?? { shiftMs: 0 };
  const metricsDb = jobPool ? openDb(jobPool) : db;
  const metricSources = {
    db: metricsDb,
    readBackups: () => readBackups(metricsDb, { clock, settings }),
    pools: jobPool ? { calls: pool, jobs: jobPool } : { calls: pool },
    folders: { data: settings.dataDir, ...(settings.backupDir === undefined ? {} : { backup: settings.backupDir }) },
  };
  const onLost: OnProcessLost = (program, { loss, exitCause }) => {
    app.metrics.countLostProcess(program, loss);
    fastify.log.warn({ program, loss, how: exitCause }, 'A sandboxed process was lost with its task.');
  };
  const spreadsheets = openSpreadsheets(onLost);
  const app: App = {
    settings,
    db,
    clock,
    authentication: {
      findSession: createFindSession(db, clock, settings.providerConfig),
      findToken: createFindToken(db, clock),
      sessionCookie: (request, reply) => sessionCookieOf(request, reply, settings),
      deviceCookie: (request, reply) => deviceCookieOf(request, reply, settings),
      findTrustedPerson: async (hashes) => (await findTrustedDevice(db, clock, hashes, null))?.person ?? null,
    },
    store: openStore(settings.fileStoreUrl, settings.dataDir),
    inspectors: openInspectors({ temporaryFolder: join(settings.dataDir, 'tmp'), onLost, ...options.inspection }),
    spreadsheets,
    tableFiles: openTableFiles(spreadsheets, onLost),
    pdfs: openPdfs(onLost),
    pictures: openPictures(),
    scanner: openScanner(settings.clamd),
    rateLimiter: openRateLimiter(pool, settings.rateLimitFactor),
    reportReader: openReportReader(db, settings.replicaUrl),
    metrics: settings.metricsPort === undefined ? noMetrics : await openMetrics(metricSources),
    usesLocks: options.usesLocks ?? true,
    isClosing: false,
    uploads: new Set(),
  };
  const pages = openPageRenderer(onLost);
  const pageData = toPublicPortal(settings);
  const renderContent = createContentRenderer(app, pages, routes, pageData);
  const screens = webRoot === null ? null : { webRoot, pageData, renderContent };
  const extraRoutes = [registerCalendarFeed, registerCoachPictures, registerSingleSignOn];
  const fastify = await createServer(app, routes, screens, { ...options, extraRoutes, outgoingMessages });
  const worker = jobPool ? await startJobs({ ...app, db: openDb(jobPool) }, jobPool, fastify.log) : null;
  for (const folder of await findUnwritableFolders(settings)) fastify.log.error(describeUnwritableFolder(folder));
  const removeOldFiles = () => {
    void removeAbandonedFiles(settings).catch(() => fastify.log.warn('Abandoned files could not be removed.'));
    void deleteOldMailFiles(app).catch(() => fastify.log.warn('Old messages on disk could not be removed.'));
  };
  removeOldFiles();
  const cleanUpTimer = setInterval(removeOldFiles, 3_600_000).unref();
  return {
    fastify,
    app,
    async close(abortSignal) {
      app.isClosing = true;
      clearInterval(cleanUpTimer);
      abortSignal?.addEventListener('abort', () => fastify.abortAllRequests());
      await fastify.close();
      // Aborted uploads are still removing their temporary files.
      await waitAtMost(closeTimeout, Promise.allSettled(app.uploads));
      const { inspectors, tableFiles, pdfs } = app;
      await Promise.all([inspectors, spreadsheets, tableFiles, pdfs, pages].map((sandboxes) => sandboxes.close()));
      await worker?.stop();
      // Queries that take longer than this are abandoned.
      await waitAtMost(closeTimeout, Promise.all([app.reportReader.close(), jobPool?.end(), pool.end()]));
    },
  };
}

/** Starts the worker for all jobs. `pool` is the pool of `app.db`. */
function startJobs(app: App, pool: pg.Pool, log: Log) {
  return startWorker({ db: app.db, pool, log, ...createJobs(app, log) });
}
