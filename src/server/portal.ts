import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { keepSeals } from '../audit/seal-list.ts';
import { encryptFor } from '../backup/age.ts';
import { noteErasures } from '../backup/erased.ts';
import { openScanner } from '../files/clamd.ts';
import { forgetFiles } from '../files/forget.ts';
import { openInspectors, type InspectionLimits } from '../files/inspection/pool.ts';
import { openStore } from '../files/store.ts';
import { forgetMails } from '../mail/forget.ts';
import { startMailWorker } from '../mail/worker.ts';
import { createApp } from './app.ts';
import type { ConnectionLimits } from './connections.ts';
import { callLimits, openDb, openPool, type Clock } from './db.ts';
import type { App } from './handler.ts';
import type { Log } from './log.ts';
import { noMetrics, openMetrics } from './metrics.ts';
import { nightly } from './nightly.ts';
import { allServed } from './nouns.ts';
import { openReports } from './replica.ts';
import { openSessions } from './session.ts';
import type { Settings } from './settings.ts';
import { openThrottle } from './throttle.ts';
import { tidyFolders } from './tidy.ts';

/** How long uploads that were broken off are waited for, and then the connections to the database; milliseconds. */
const longestFarewell = 2_000;

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(milliseconds, undefined, { ref: false })]);
}

/** A portal that is ready to listen, on a migrated database. */
export interface Portal {
  fastify: FastifyInstance;
  app: App;
  /**
   * Answers what is under way, then closes everything but the database server: at the latest half a minute after
   * the settings' pause. `hurry` breaks off what is under way.
   */
  close(hurry?: AbortSignal): Promise<void>;
}

/** What only tests decide: a shifted clock, a booking without its locks, no worker that sends mails, the log's place, shorter limits. */
export interface Guards {
  clock?: Clock;
  locks?: boolean;
  sendMails?: boolean;
  /** Takes the log's lines. */
  logStream?: Writable;
  /** Shorter limits of connections than anybody would wait for. */
  limits?: ConnectionLimits;
  /** Other limits of the look into documents, or another program for it. */
  inspection?: Partial<InspectionLimits>;
  /** How long calls wait for a connection to the database, in milliseconds. */
  poolWait?: number;
}

/** Of the connections of a process: one listens, two jobs work with up to two each, one takes what comes by the clock. */
const jobConnections = 6;

/**
 * Puts the portal together: connections, store, throttle, mail worker, HTTP. `url` is the app's own role; `webRoot` the
 * folder of the built screens, or null.
 */
export async function openPortal(
  settings: Settings,
  url: string,
  webRoot: string | null,
  guards: Guards = {},
): Promise<Portal> {
  // A key that is none is told now, not at night.
  if (settings.backupRecipients.length > 0) await encryptFor(settings.backupRecipients);
  const sendsMails = guards.sendMails !== false;
  const jobs = sendsMails ? openPool(settings.jobsUrl ?? url, jobConnections) : null;
  const pool = openPool(url, settings.databaseConnections - (jobs ? jobConnections : 0), {
    ...callLimits,
    ...(guards.poolWait === undefined ? {} : { connectionTimeoutMillis: guards.poolWait }),
  });
  const db = openDb(pool);
  const clock = guards.clock ?? { shiftMs: 0 };
  const measured = { db: jobs ? openDb(jobs) : db, pools: jobs ? { calls: pool, jobs } : { calls: pool } };
  const app: App = {
    settings,
    db,
    clock,
    findSession: openSessions(db, clock, settings.portal),
    store: openStore(settings.fileStoreUrl, settings.dataDir),
    inspectors: openInspectors(guards.inspection),
    scanner: openScanner(settings.clamd),
    throttle: openThrottle(pool, settings.rateLimitFactor),
    reports: openReports(db, settings.replicaUrl),
    metrics: settings.metricsPort === undefined ? noMetrics : await openMetrics(measured),
    locks: guards.locks ?? true,
    ending: false,
    uploads: new Set(),
  };
  const fastify = await createApp(app, allServed, webRoot, guards);
  const worker = jobs ? await startJobs({ ...app, db: openDb(jobs) }, jobs, fastify.log) : null;
  const tidyOwn = () =>
    void tidyFolders(settings).catch(() => fastify.log.warn('Halves of uploads could not be removed.'));
  tidyOwn();
  const tidying = setInterval(tidyOwn, 3_600_000).unref();
  return {
    fastify,
    app,
    async close(hurry) {
      app.ending = true;
      clearInterval(tidying);
      hurry?.addEventListener('abort', () => fastify.breakOff());
      await fastify.close();
      // Uploads that were broken off take their halves away.
      await atMost(longestFarewell, Promise.allSettled(app.uploads));
      await app.inspectors.close();
      await worker?.stop();
      // Whoever still waits for the database is left to it.
      await atMost(longestFarewell, Promise.all([app.reports.close(), jobs?.end(), pool.end()]));
    },
  };
}

/** Mails, the nightly work and what deeds leave to be done later; `pool` is the one behind the app's `db`. */
function startJobs(app: App, pool: pg.Pool, log: Log) {
  return startMailWorker({
    db: app.db,
    pool,
    settings: app.settings,
    clock: app.clock,
    log,
    nightly: () => nightly(app, log),
    jobs: {
      forgetFiles: (job) => forgetFiles(app, job),
      forgetMails: (job) => forgetMails(app, job),
      noteErasures: () => noteErasures(app),
      sealLog: () => keepSeals(app, log),
    },
  });
}
