import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCrontab, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { codeOf, type Db } from '../database/db.ts';
import type { Log } from '../log.ts';
import { holdLeases, unlockAbandoned } from './leases.ts';
import { ignoreSecondRelease } from './queue-pool.ts';

/** A function that runs a job of the queue. If it throws, the job is retried. */
export type Task = (payload: unknown) => Promise<void>;

/** The dependencies and settings of a worker. `pool` is the connection pool of `db`. */
export interface WorkerOptions {
  db: Db;
  pool: Pool;
  log: Log;
  /** The tasks by job name. */
  tasks: Record<string, Task>;
  /** The lines of a crontab, in UTC. Jobs that were due while no worker was running are not run later. */
  timetable: readonly string[];
  /** The names of jobs that may take longer than five minutes. */
  lengthyJobs?: readonly string[];
  /** Work that is repeated outside the queue. */
  periodicWork?: readonly PeriodicWork[];
}

/** Work that is repeated outside the queue. */
export interface PeriodicWork {
  /** Does the work once. Errors are ignored. */
  work: () => Promise<void>;
  /** The pause until the next time, in milliseconds. */
  pause: number;
  /** Ends what `work` has started and not waited for. */
  stop?: () => Promise<void>;
}

/** An error that the task has already logged. Its message must be the code of the original error. */
export class LoggedError extends Error {}

/** The pause after an error before the queue is opened again, in milliseconds. */
const pauseAfterErrorMs = 1_000;
/** The interval at which the jobs of killed workers are unlocked, in milliseconds. */
const unlockIntervalMs = 5_000;
/** How long `stop` waits for running jobs and for the database, in milliseconds. */
const stopTimeoutMs = 5_000;

/**
 * Starts a worker, which runs the jobs of the queue until it is stopped. After a restart of the database it opens the
 * queue again. Stop the worker before closing the pool: `stop` waits five seconds for the running jobs, and jobs that
 * take longer are run again later. The worker does not handle signals and never ends the process.
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { db, log, lengthyJobs = [], periodicWork = [] } = options;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const runningJobs = new Set<Promise<void>>();
  const tasks = Object.fromEntries(
    Object.entries(options.tasks).map(([job, task]) => {
      const safeTask = hideErrorMessages(job, task, log);
      return [job, lengthyJobs.includes(job) ? safeTask : trackTask(safeTask, runningJobs)];
    }),
  );

  /** The ids of all pools that this worker has opened; the current one is the last. */
  const ownPools: string[] = [];
  const runJobs = async (): Promise<void> => {
    let endedCount = 0;
    while (!stopping.signal.aborted) {
      try {
        // A runner that has lost the database may leave jobs locked, even jobs that it has never received.
        await unlockAbandoned(db, { endedPools: ownPools.slice(endedCount), ownPools, lengthyTasks: lengthyJobs });
        endedCount = ownPools.length;
        await workUntilError({ ...options, tasks }, stopped, (poolId) => ownPools.push(poolId));
      } catch (error) {
        log.warn({ code: codeOf(error) }, 'The job queue cannot be reached; it is tried again.');
      }
      if (stopping.signal.aborted) return;
      // The next round unlocks the jobs of this pool. A job that is still running would then be run twice.
      await Promise.allSettled(runningJobs);
      await pause(pauseAfterErrorMs, stopping.signal);
    }
  };
  const repeatWork = async (repeated: PeriodicWork): Promise<void> => {
    while (!stopping.signal.aborted) {
      await repeated.work().catch(() => {});
      await pause(repeated.pause, stopping.signal);
    }
    await repeated.stop?.();
  };
  const working = Promise.all([runJobs(), ...periodicWork.map(repeatWork)]);
  // A killed process leaves its jobs locked. Any other process of the portal, or the next start, unlocks them here.
  const unlockTimer = setInterval(
    () => void unlockAbandoned(db, { endedPools: [], ownPools, lengthyTasks: lengthyJobs }).catch(() => {}),
    unlockIntervalMs,
  ).unref();

  return {
    async stop() {
      stopping.abort();
      clearInterval(unlockTimer);
      await Promise.race([working, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** Opens the queue and runs jobs. Returns when `stopped` resolves, and throws if the database fails. */
async function workUntilError(
  { pool, log, tasks, timetable }: WorkerOptions,
  stopped: Promise<void>,
  onPoolOpened: (poolId: string) => void,
): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => onPoolOpened(workerPool.id));
  holdLeases(events);
  const databaseError = new Promise<Error>((resolve) => {
    events.on('worker:getJob:error', ({ error }) => resolve(error as Error));
  });
  const runner = await run({
    pgPool: ignoreSecondRelease(pool),
    taskList: tasks,
    parsedCronItems: parseCrontab(timetable.join('\n')),
    noHandleSignals: true,
    concurrency: 2,
    pollInterval: 2_000,
    events,
    logger: createQuietLogger(log),
    // A delay of 0 turns batches on. Without batches, the runner would not wait for its last write, and a failure of
    // that write would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const error = await Promise.race([databaseError, stopped, runner.promise]);
  // The runner must be stopped only once. After an error, stopping may take long, because the runner tries to store
  // results.
  const stopping = runner.stop().catch(() => {});
  if (error) throw error;
  await stopping;
}

/** Creates a logger that logs only the codes of errors, because error messages may contain addresses and queries. */
function createQuietLogger(log: Log): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level === 'error' && !meta?.['failure'])
      log.debug({ code: codeOf(meta?.['error']) }, 'Fault of the job queue.');
  });
}

/** Wraps a task so that its error messages become codes. The queue stores them, and they may contain personal data. */
function hideErrorMessages(job: string, task: Task, log: Log): Task {
  return async (payload) => {
    try {
      await task(payload);
    } catch (error) {
      if (error instanceof LoggedError) throw error;
      const code = codeOf(error) || 'unknown';
      log.warn({ job, code }, 'A job failed; it is tried again.');
      throw new Error(code);
    }
  };
}

/** Wraps a task so that it is in `runningJobs` while it runs. */
function trackTask(task: Task, runningJobs: Set<Promise<void>>): Task {
  return async (payload) => {
    const job = task(payload);
    runningJobs.add(job);
    try {
      await job;
    } finally {
      runningJobs.delete(job);
    }
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
