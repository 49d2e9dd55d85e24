import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics, Reading } from './metrics.ts';

/** The message with which the primary process requests the metrics of a worker. */
const requestMessage = 'metrics';
/** How long the primary process waits for the metrics of a worker before it uses the previous ones; milliseconds. */
const timeoutMs = 2_000;

/** For a worker process: sends its metrics whenever the primary process requests them. */
export function sendMetricsToPrimary(metrics: Metrics): void {
  process.on('message', (message) => {
    if (message === requestMessage) void metrics.read().then((reading) => process.send?.({ reading }));
  });
}

/**
 * For the primary process: returns a function that reads the metrics of all workers, aggregated, in the text format of
 * Prometheus. The last known counts of an ended worker stay in the sums, so that no counter decreases. Counts that a
 * worker adds after its last response are lost.
 */
export async function openWorkerMetrics(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import('prom-client');
  const lastReadings = new Map<Worker, Reading>();
  let sumsOfEndedWorkers: Promise<Reading> = Promise.resolve([]);
  // A worker's callback is called when the worker sends its metrics or ends.
  let callbacks = new Map<Worker, () => void>();
  cluster.on('message', (worker, message: { reading?: Reading }) => {
    if (!message.reading) return;
    lastReadings.set(worker, message.reading);
    callbacks.get(worker)?.();
  });
  cluster.on('exit', (worker) => {
    const sums = (lastReadings.get(worker) ?? []).filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    lastReadings.delete(worker);
    callbacks.get(worker)?.();
    sumsOfEndedWorkers = sumsOfEndedWorkers.then((earlierSums) =>
      AggregatorRegistry.aggregate([earlierSums, sums]).getMetricsAsJSON(),
    );
  });

  const collectMetrics = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
    const respondedWorkers = new Set<Worker>();
    const responses = workers.map(
      (worker) =>
        new Promise<void>((resolve) => {
          callbacks.set(worker, () => {
            respondedWorkers.add(worker);
            resolve();
          });
          worker.send(requestMessage);
        }),
    );
    await Promise.race([Promise.all(responses), sleep(timeoutMs, undefined, { ref: false })]);
    callbacks = new Map();
    const silentCount = workers.length - respondedWorkers.size;
    const readings = [
      workersReading(respondedWorkers.size, silentCount),
      await sumsOfEndedWorkers,
      ...lastReadings.values(),
    ];
    return AggregatorRegistry.aggregate(readings).metrics();
  };
  // Simultaneous requests share one collection.
  let runningCollection: Promise<string> | null = null;
  return () => (runningCollection ??= collectMetrics().finally(() => (runningCollection = null)));
}

/** Returns the metric `portal_workers`: how many workers have sent their metrics, and how many have not. */
function workersReading(answering: number, silent: number): object[] {
  const values = Object.entries({ answering, silent }).map(([state, value]) => ({ value, labels: { state } }));
  return [{ name: 'portal_workers', help: 'Worker processes, by state.', type: 'gauge', aggregator: 'sum', values }];
}
