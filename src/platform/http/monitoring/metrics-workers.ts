import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics, Reading } from './metrics.ts';

/** The message with which the primary process asks its workers for their metrics. */
const question = 'metrics';
/** How long a worker may take to answer, in milliseconds; after that its previous answer counts. */
const patience = 2_000;

/** In a worker: sends the metrics of this process to the primary process when that asks. */
export function sendMetricsToPrimary(metrics: Metrics): void {
  process.on('message', (message) => {
    if (message === question) void metrics.reading().then((reading) => process.send?.({ reading }));
  });
}

/**
 * In the primary process: returns a function that reads the metrics of all workers together, in the text format of
 * Prometheus. The last answer of a worker that has ended stays in the sums, so that no counter ever falls; what the
 * worker counted after that is lost.
 */
export async function openWorkerMetrics(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import('prom-client');
  const lastReadings = new Map<Worker, Reading>();
  let endedReadings: Promise<Reading> = Promise.resolve([]);
  let pending = new Map<Worker, () => void>();
  cluster.on('message', (worker, message: { reading?: Reading }) => {
    if (!message.reading) return;
    lastReadings.set(worker, message.reading);
    pending.get(worker)?.();
  });
  cluster.on('exit', (worker) => {
    const sums = (lastReadings.get(worker) ?? []).filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    lastReadings.delete(worker);
    pending.get(worker)?.();
    endedReadings = endedReadings.then((before) => AggregatorRegistry.aggregate([before, sums]).getMetricsAsJSON());
  });

  const gather = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
    const answered = new Set<Worker>();
    const answers = workers.map(
      (worker) =>
        new Promise<void>((resolve) => {
          pending.set(worker, () => {
            answered.add(worker);
            resolve();
          });
          worker.send(question);
        }),
    );
    await Promise.race([Promise.all(answers), sleep(patience, undefined, { ref: false })]);
    pending = new Map();
    const silent = workers.length - answered.size;
    const all = [workersReading(answered.size, silent), await endedReadings, ...lastReadings.values()];
    return AggregatorRegistry.aggregate(all).metrics();
  };
  // Simultaneous requests share one reading.
  let running: Promise<string> | null = null;
  return () => (running ??= gather().finally(() => (running = null)));
}

function workersReading(answering: number, silent: number): object[] {
  const values = Object.entries({ answering, silent }).map(([state, value]) => ({ value, labels: { state } }));
  return [{ name: 'portal_workers', help: 'Worker processes, by state.', type: 'gauge', aggregator: 'sum', values }];
}
