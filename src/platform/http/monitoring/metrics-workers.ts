import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics, Reading } from './metrics.ts';

/** The message by which the primary process asks its workers. */
const question = 'metrics';
/** How long a worker may take to answer; after that its last answer counts. Milliseconds. */
const patience = 2_000;

/** In a worker: sends the metrics of this process to the primary one when it asks. */
export function answerPrimary(metrics: Metrics): void {
  process.on('message', (message) => {
    if (message === question) void metrics.reading().then((reading) => process.send?.({ reading }));
  });
}

/**
 * In the primary process: returns the metrics of all workers together, in the text format of Prometheus. The last
 * answer of a worker that has ended stays in the sums, so that no counter ever falls; what it counted after that is
 * lost.
 */
export async function gatherWorkers(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import('prom-client');
  const last = new Map<Worker, Reading>();
  let ended: Promise<Reading> = Promise.resolve([]);
  let asked = new Map<Worker, () => void>();
  cluster.on('message', (worker, message: { reading?: Reading }) => {
    if (!message.reading) return;
    last.set(worker, message.reading);
    asked.get(worker)?.();
  });
  cluster.on('exit', (worker) => {
    const sums = (last.get(worker) ?? []).filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    last.delete(worker);
    asked.get(worker)?.();
    ended = ended.then((before) => AggregatorRegistry.aggregate([before, sums]).getMetricsAsJSON());
  });

  const gather = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
    const answered = new Set<Worker>();
    const answers = workers.map(
      (worker) =>
        new Promise<void>((resolve) => {
          asked.set(worker, () => {
            answered.add(worker);
            resolve();
          });
          worker.send(question);
        }),
    );
    await Promise.race([Promise.all(answers), sleep(patience, undefined, { ref: false })]);
    asked = new Map();
    const silent = workers.length - answered.size;
    const all = [workersReading(answered.size, silent), await ended, ...last.values()];
    return AggregatorRegistry.aggregate(all).metrics();
  };
  // Simultaneous requests share one round of questions.
  let running: Promise<string> | null = null;
  return () => (running ??= gather().finally(() => (running = null)));
}

function workersReading(answering: number, silent: number): object[] {
  const values = Object.entries({ answering, silent }).map(([state, value]) => ({ value, labels: { state } }));
  return [{ name: 'portal_workers', help: 'Worker processes, by state.', type: 'gauge', aggregator: 'sum', values }];
}
