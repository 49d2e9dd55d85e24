import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { healthyAfterMs, pauseBeforeRestart } from '../platform/postgres/backoff.ts';
import { SettingsError } from '../platform/settings/settings-error.ts';

/** Thrown if a worker cannot start. The worker has already printed the reason. */
export class WorkerStartError extends Error {}

/** The message that makes a worker abort the requests under way. */
export const abortRequestsMessage = 'hurry';

/** The database also needs cores of the same machine, so more workers would gain nothing. */
const maxWorkers = 64;

/**
 * Returns the number of processes that the option `--workers` asks for: one by default, one for each core with `auto`.
 * Throws SettingsError for anything but `auto` and the numbers 1 to 64.
 */
export function parseWorkerCount(args: string[]): number {
  const usageError = new SettingsError(`Use --workers with a number from 1 to ${maxWorkers}, or --workers auto.`);
  let text: string;
  try {
    text = parseArgs({ args, options: { workers: { type: 'string', default: '1' } } }).values.workers;
  } catch {
    throw usageError;
  }
  if (text === 'auto') return Math.min(availableParallelism(), maxWorkers);
  const requested = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (requested < 1 || requested > maxWorkers) throw usageError;
  return requested;
}

/**
 * Starts `count` workers behind one port. This process accepts connections and hands them to the workers in turn. A
 * worker that ends unexpectedly is replaced immediately, or after a pause if it ran for less than two seconds (see
 * `pauseBeforeRestart`). When this process is killed, its workers end.
 *
 * Resolves when all workers serve. Throws WorkerStartError if a worker cannot start. `env` is added to the environment
 * of the workers. `log` writes a line for the operator.
 */
export async function startWorkers(
  count: number,
  env: Record<string, string>,
  log: (line: string) => void,
): Promise<{ close(abortSignal?: AbortSignal): Promise<void> }> {
  const stopping = new AbortController();
  /** The running workers. Each promise resolves with the reason when the worker has ended. */
  const workers = new Map<Worker, Promise<string>>();
  const fork = (): Worker => {
    const worker = cluster.fork(env);
    const endReason = new Promise<string>((resolve) => {
      worker.once('error', (error) => resolve(error.message));
      worker.once('exit', (code, signal: string | null) => resolve(signal ?? `exit code ${code}`));
    });
    workers.set(worker, endReason);
    void endReason.then(() => workers.delete(worker));
    return worker;
  };

  /** Replaces a worker each time it ends, until `close` is called. */
  const keepRunning = async (firstWorker: Worker): Promise<void> => {
    let failures = 0;
    for (let worker = firstWorker; ; worker = fork()) {
      const startedAt = performance.now();
      const reason = await workers.get(worker);
      if (stopping.signal.aborted) return;
      log(`Worker ${worker.process.pid} ended unexpectedly (${reason}); starting another one.`);
      failures = performance.now() - startedAt < healthyAfterMs ? failures + 1 : 0;
      await pauseBeforeRestart(failures, stopping.signal);
      if (stopping.signal.aborted) return;
    }
  };

  const start = async (): Promise<void> => {
    const worker = fork();
    const listening = new Promise<true>((resolve) => worker.once('listening', () => resolve(true)));
    if ((await Promise.race([listening, workers.get(worker)])) !== true) throw new WorkerStartError();
    void keepRunning(worker);
  };

  /** Ends all workers. They finish the requests under way first, or abort them as soon as `abortSignal` is aborted. */
  const close = async (abortSignal?: AbortSignal): Promise<void> => {
    stopping.abort();
    for (const worker of workers.keys()) worker.process.kill('SIGTERM');
    abortSignal?.addEventListener('abort', () => {
      for (const worker of workers.keys()) worker.send(abortRequestsMessage);
    });
    await Promise.all(workers.values());
  };

  try {
    // The first worker starts alone, so that wrong settings or a port that is in use are reported only once.
    await start();
    await Promise.all(Array.from({ length: count - 1 }, start));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
