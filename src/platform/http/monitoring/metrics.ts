import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { readProductVersion } from '../../settings/paths.ts';
import type { Db } from '../../database/db.ts';

/** The values of the metrics of one process, in the format in which processes send them to each other. */
export type Reading = MetricObjectWithValues<MetricValue<string>>[];

/** The metrics of a process. Their labels are paths of calls, codes and roles, which are not personal data. */
export interface Metrics {
  /** Counts a booking by a participant, or by a member of staff for a participant. */
  countBooking(by: 'participant' | 'staff'): void;
  /** Counts a call. `outcome` is `success`, the code of its error, or `hungUp`. */
  countCall(path: string, outcome: string, seconds: number): void;
  /** Counts a sandboxed process that has ended before its task was done. */
  countLostProcess(program: string, reason: string): void;
  /** Returns the metrics in the text format of Prometheus. */
  readText(): Promise<string>;
  /** Returns the values of the metrics. */
  read(): Promise<Reading>;
}

/** Metrics that count nothing, for a portal without METRICS_PORT. */
export const noMetrics: Metrics = {
  countBooking() {},
  countCall() {},
  countLostProcess() {},
  readText: () => Promise.resolve(''),
  read: () => Promise.resolve([]),
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The outcome of a call: `success`, or the code of its error. */
    outcome: string;
  }
}

/** Counts each call after its response, or when its caller hangs up. */
export function registerMetrics(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.decorateRequest('outcome', 'success');
  fastify.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    const outcome = reply.raw.writableFinished ? request.outcome : 'hungUp';
    if (call) metrics.countCall(call.path, outcome, reply.elapsedTime / 1000);
    done();
  });
}

/** The sources of the values that are read only when the metrics are requested. The keys of `pools` are their names. */
interface Sources {
  db: Db;
  pools: Record<string, pg.Pool>;
  /** The folders whose disks are watched, by their names in the metrics. */
  folders: Record<string, string>;
  /**
   * Returns the age of the newest backup, and whether the last attempt at night failed; null if none is made at night.
   */
  readBackups: () => Promise<{ ageSeconds: number; failed: boolean } | null>;
}

const uploadPaths = ['participant/uploadFiles', 'coach/uploadFiles'];

/** Creates metrics that count. The library is imported here, so that it is loaded only if METRICS_PORT is set. */
export async function openMetrics({ db, pools, folders, readBackups }: Sources): Promise<Metrics> {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'portal_calls_total',
    help: 'Calls answered, by path and outcome.',
    registers,
    labelNames: ['path', 'outcome'] as const,
  });
  const latency = new Histogram({
    name: 'portal_call_seconds',
    help: 'Time from the head of a call to the end of its answer.',
    registers,
    labelNames: ['path'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const bookings = new Counter({
    name: 'portal_bookings_total',
    help: 'Appointments booked, by participants or by staff.',
    registers,
    labelNames: ['by'] as const,
  });
  const refusedUploads = new Counter({
    name: 'portal_uploads_refused_total',
    help: 'Uploads of documents refused, by code.',
    registers,
    labelNames: ['reason'] as const,
  });
  const lostProcesses = new Counter({
    name: 'portal_sandboxes_lost_total',
    help: 'Sandboxed processes lost, by program and reason.',
    registers,
    labelNames: ['program', 'loss'] as const,
  });
  new Gauge({
    name: 'portal_info',
    help: 'The version that runs.',
    registers,
    aggregator: 'first' as const,
    labelNames: ['version'],
  }).set({ version: readProductVersion() }, 1);
  registerEventLoopGauge(registry, Gauge);
  registerPoolGauges(registry, Gauge, pools);
  registerMailGauges(registry, Gauge, db);
  registerNightlyGauge(registry, Gauge, db);
  registerBackupGauges(registry, Gauge, readBackups);
  registerDiskGauge(registry, Gauge, folders);
  return {
    countBooking: (by) => bookings.inc({ by }),
    countCall(path, outcome, seconds) {
      calls.inc({ path, outcome });
      latency.observe({ path }, seconds);
      if (outcome !== 'success' && uploadPaths.includes(path)) refusedUploads.inc({ reason: outcome });
    },
    countLostProcess: (program, reason) => lostProcesses.inc({ program, loss: reason }),
    readText: () => registry.metrics(),
    read: () => registry.getMetricsAsJSON(),
  };
}

type GaugeClass = typeof import('prom-client').Gauge;

/**
 * Registers the share of time in which the event loop was busy since the last reading. With several workers, it is the
 * highest share.
 */
function registerEventLoopGauge(registry: Registry, Gauge: GaugeClass): void {
  let lastUtilization = performance.eventLoopUtilization();
  new Gauge({
    name: 'portal_event_loop_utilization',
    help: 'Share of busy time since the last reading, 0 to 1.',
    registers: [registry],
    aggregator: 'max' as const,
    collect() {
      this.set(performance.eventLoopUtilization(lastUtilization).utilization);
      lastUtilization = performance.eventLoopUtilization();
    },
  });
}

/** Registers the numbers of database connections and waiting queries of each pool. */
function registerPoolGauges(registry: Registry, Gauge: GaugeClass, pools: Sources['pools']): void {
  const registers = [registry];
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections to the database, by pool and state.',
    registers,
    labelNames: ['pool', 'state'] as const,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'portal_database_waiting',
    help: 'Queries that wait for a database connection, by pool.',
    registers,
    labelNames: ['pool'] as const,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount);
    },
  });
}

/**
 * Registers the numbers of mails. They are read from the database, so each process reports the numbers of the whole
 * portal. The metrics have no values while the database is unavailable.
 */
function registerMailGauges(registry: Registry, Gauge: GaugeClass, db: Db): void {
  const commonOptions = { registers: [registry], aggregator: 'max' as const };
  // The two gauges are read at the same time, so they share a query.
  let query: ReturnType<typeof countMails> | null = null;
  const readCounts = () =>
    (query ??= countMails(db)
      .catch(() => null)
      .finally(() => (query = null)));
  new Gauge({
    name: 'portal_mail_oldest_seconds',
    help: 'Age of the oldest waiting mail; 0 if there is none.',
    ...commonOptions,
    async collect() {
      this.remove();
      const counts = await readCounts();
      if (counts) this.set(counts.oldest);
    },
  });
  new Gauge({
    name: 'portal_mails',
    help: 'Waiting mails, and those that failed within seven days.',
    ...commonOptions,
    labelNames: ['state'] as const,
    async collect() {
      this.reset();
      const counts = await readCounts();
      if (!counts) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'failed' }, counts.failed);
    },
  });
}

async function countMails(db: Db) {
  const { rows } = await sql<{ waiting: number; failed: number; oldest: number }>`
    SELECT (SELECT count(*) FROM mail WHERE failed_at > clock_timestamp() - interval '7 days') AS failed, w.* FROM (
      SELECT count(*) AS waiting, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest
      FROM mail WHERE sent_at IS NULL AND failed_at IS NULL AND overtaken_at IS NULL
    ) w
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Registers the time since the nightly work was started. It is read from the database, so each process reports the same,
 * and has no value before the first night.
 */
function registerNightlyGauge(registry: Registry, Gauge: GaugeClass, db: Db): void {
  new Gauge({
    name: 'portal_nightly_age_seconds',
    help: 'Time since the nightly work was started.',
    registers: [registry],
    aggregator: 'max' as const,
    async collect() {
      this.remove();
      const query = sql<{ age: number | null }>`
        SELECT extract(epoch FROM clock_timestamp() - last_execution)::float8 AS age
        FROM graphile_worker._private_known_crontabs WHERE identifier = 'nightly'
      `;
      const age = (await query.execute(db).catch(() => null))?.rows[0]?.age ?? null;
      if (age !== null) this.set(age);
    },
  });
}

/**
 * Registers the age of the newest backup, and whether the last attempt at night failed, as the admins' start page and
 * `doctor` know them. They have no values while no backup is made at night.
 */
function registerBackupGauges(registry: Registry, Gauge: GaugeClass, readBackups: Sources['readBackups']): void {
  const commonOptions = { registers: [registry], aggregator: 'max' as const };
  const gauges = [
    ['portal_backup_age_seconds', 'Age of the newest backup; without one, of the installation.', 'ageSeconds'],
    ['portal_backup_failed', '1 if the last nightly backup failed and none was made since, else 0.', 'failed'],
  ] as const;
  // The two gauges are read at the same time, so they share a reading.
  let reading: ReturnType<typeof readBackups> | null = null;
  const readOnce = () =>
    (reading ??= readBackups()
      .catch(() => null)
      .finally(() => (reading = null)));
  for (const [name, help, key] of gauges)
    new Gauge({
      name,
      help,
      ...commonOptions,
      async collect() {
        this.remove();
        const backups = await readOnce();
        if (backups) this.set(Number(backups[key]));
      },
    });
}

/** Registers the free share of each folder's disk. A folder that cannot be read has no value. */
function registerDiskGauge(registry: Registry, Gauge: GaugeClass, folders: Sources['folders']): void {
  new Gauge({
    name: 'portal_disk_free_ratio',
    help: 'Free share of the disk of a folder, 0 to 1.',
    registers: [registry],
    aggregator: 'min' as const,
    labelNames: ['folder'] as const,
    async collect() {
      this.reset();
      for (const [folder, path] of Object.entries(folders)) {
        const disk = await statfs(path).catch(() => null);
        if (disk) this.set({ folder }, disk.bavail / Math.max(disk.blocks, 1));
      }
    },
  });
}
