import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { productVersion } from '../../settings/paths.ts';
import type { Db } from '../../database/db.ts';

/** The metrics of one process, as they are sent between processes. */
export type Reading = MetricObjectWithValues<MetricValue<string>>[];

/** The metrics of a process. Labels are paths of calls, codes and roles, and hold no personal data. */
export interface Metrics {
  /** An appointment was booked, by a participant or by a member of staff for a participant. */
  countBooking(by: 'participant' | 'staff'): void;
  /** A call was answered; `outcome` is `success` or the code of its refusal. */
  countCall(path: string, outcome: string, seconds: number): void;
  /** A sandboxed process was lost with its task; `loss` is the reason. */
  countLostProcess(program: string, loss: string): void;
  /** The metrics in the text format of Prometheus. */
  text(): Promise<string>;
  reading(): Promise<Reading>;
}

/** Counts nothing; used without METRICS_PORT. */
export const noMetrics: Metrics = {
  countBooking() {},
  countCall() {},
  countLostProcess() {},
  text: () => Promise.resolve(''),
  reading: () => Promise.resolve([]),
};

declare module 'fastify' {
  interface FastifyRequest {
    /** How a call ended: `success`, or the code of its refusal. */
    outcome: string;
  }
}

/** Counts each call when it is answered or its caller has hung up. */
export function registerMetrics(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.decorateRequest('outcome', 'success');
  fastify.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    const outcome = reply.raw.writableFinished ? request.outcome : 'hungUp';
    if (call) metrics.countCall(call.path, outcome, reply.elapsedTime / 1000);
    done();
  });
}

/** The sources of values that are read when the metrics are requested. */
interface Sources {
  db: Db;
  pools: Record<string, pg.Pool>;
}

const uploads = ['participant/uploadFiles', 'coach/uploadFiles'];

/** Starts counting. The library is loaded only if METRICS_PORT is set. */
export async function openMetrics({ db, pools }: Sources): Promise<Metrics> {
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
  const refused = new Counter({
    name: 'portal_uploads_refused_total',
    help: 'Uploads of documents refused, by code.',
    registers,
    labelNames: ['reason'] as const,
  });
  const lost = new Counter({
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
  }).set({ version: productVersion() }, 1);
  watchLoop(registry, Gauge);
  watchPools(registry, Gauge, pools);
  watchMails(registry, Gauge, db);
  return {
    countBooking: (by) => bookings.inc({ by }),
    countCall(path, outcome, seconds) {
      calls.inc({ path, outcome });
      latency.observe({ path }, seconds);
      if (outcome !== 'success' && uploads.includes(path)) refused.inc({ reason: outcome });
    },
    countLostProcess: (program, loss) => lost.inc({ program, loss }),
    text: () => registry.metrics(),
    reading: () => registry.getMetricsAsJSON(),
  };
}

type GaugeClass = typeof import('prom-client').Gauge;

/** The share of time since the last reading in which the event loop was busy; with several workers, the highest. */
function watchLoop(registry: Registry, Gauge: GaugeClass): void {
  let before = performance.eventLoopUtilization();
  new Gauge({
    name: 'portal_event_loop_utilization',
    help: 'Share of busy time since the last reading, 0 to 1.',
    registers: [registry],
    aggregator: 'max' as const,
    collect() {
      this.set(performance.eventLoopUtilization(before).utilization);
      before = performance.eventLoopUtilization();
    },
  });
}

/** Connections to the database, those of calls and those of jobs. */
function watchPools(registry: Registry, Gauge: GaugeClass, pools: Sources['pools']): void {
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

/** Mails of the whole portal, whichever process is asked; the figures are absent while the database is unavailable. */
function watchMails(registry: Registry, Gauge: GaugeClass, db: Db): void {
  const common = { registers: [registry], aggregator: 'max' as const };
  // Both gauges are read at the same time and share one query.
  let query: ReturnType<typeof mailsIn> | null = null;
  const mails = () =>
    (query ??= mailsIn(db)
      .catch(() => null)
      .finally(() => (query = null)));
  new Gauge({
    name: 'portal_mail_oldest_seconds',
    help: 'Age of the oldest waiting mail; 0 if there is none.',
    ...common,
    async collect() {
      this.remove();
      const counts = await mails();
      if (counts) this.set(counts.oldest);
    },
  });
  new Gauge({
    name: 'portal_mails',
    help: 'Waiting mails, and those that failed within seven days.',
    ...common,
    labelNames: ['state'] as const,
    async collect() {
      this.reset();
      const counts = await mails();
      if (!counts) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'failed' }, counts.failed);
    },
  });
}

async function mailsIn(db: Db) {
  const { rows } = await sql<{ waiting: number; failed: number; oldest: number }>`
    SELECT (SELECT count(*) FROM mail WHERE failed_at > clock_timestamp() - interval '7 days') AS failed, w.* FROM (
      SELECT count(*) AS waiting, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest
      FROM mail WHERE sent_at IS NULL AND failed_at IS NULL AND overtaken_at IS NULL
    ) w
  `.execute(db);
  return rows[0] ?? null;
}
