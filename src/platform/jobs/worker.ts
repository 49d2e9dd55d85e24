import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCrontab, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { codeOf, type Db } from '../database/db.ts';
import type { Log } from '../log.ts';
import { holdLeases, unlockAbandoned } from './leases.ts';

/** The function that runs a job of the queue; the job is retried if it throws. */
export type Task = (payload: unknown) => Promise<void>;

/** The dependencies and settings of a worker; `pool` is the one behind `db`. */
export interface WorkerOptions {
  db: Db;
  pool: Pool;
  log: Log;
  /** The tasks by the names of their jobs. */
  tasks: Record<string, Task>;
  /** Lines of a crontab (UTC). Missed times are skipped. */
  timetable: readonly string[];
  /** Tasks that may take longer than five minutes. */
  lengthy?: readonly string[];
  /** Work outside the queue, repeated after `pause` milliseconds. Its errors are ignored, since it is repeated soon. */
  repeated?: { work: () => Promise<void>; pause: number };
}

/** The error of a task that has already logged it; the message is the code of the error. */
export class LoggedFault extends Error {}

/** The pause before the queue is opened again after an error, in milliseconds. */
const pauseAfterFault = 1_000;
/** How often jobs of killed workers are searched for and unlocked, in milliseconds. */
const unlockEvery = 5_000;
/** How long a stop waits for jobs under way and for the database, in milliseconds. */
const patience = 5_000;

/**
 * Starts a worker, which runs the jobs of the queue until it is stopped. It survives restarts of the database: it opens
 * the queue again after a pause, as often as needed. Stop the worker before the pool ends; jobs under way get five
 * seconds, and those that take longer run again later. It handles no signals and never ends the process.
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { db, log, lengthy = [], repeated } = options;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const underWay = new Set<Promise<void>>();
  const tasks = Object.fromEntries(
    Object.entries(options.tasks).map(([job, task]) => {
      const safeTask = withoutPersonalErrors(job, task, log);
      return [job, lengthy.includes(job) ? safeTask : tracked(safeTask, underWay)];
    }),
  );

  /** The ids of all pools of this worker so far, the current one last. */
  const ownPools: string[] = [];
  const work = async (): Promise<void> => {
    let ended = 0;
    while (!stopping.signal.aborted) {
      try {
        // A runner that has lost the database may leave jobs locked, even some that it never received.
        await unlockAbandoned(db, { ended: ownPools.slice(ended), own: ownPools, lengthy });
        ended = ownPools.length;
        await workUntilFault({ ...options, tasks }, stopped, (pool) => ownPools.push(pool));
      } catch (error) {
        log.warn({ code: codeOf(error) }, 'The job queue cannot be reached; it is tried again.');
      }
      if (stopping.signal.aborted) return;
      // A job that still runs would otherwise be given to another worker and run twice.
      await Promise.allSettled(underWay);
      await pause(pauseAfterFault, stopping.signal);
    }
  };
  const repeat = async (): Promise<void> => {
    while (repeated && !stopping.signal.aborted) {
      await repeated.work().catch(() => {});
      await pause(repeated.pause, stopping.signal);
    }
  };
  const working = Promise.all([work(), repeat()]);
  // A killed process leaves its jobs locked; they are unlocked here, by its next start or by another process.
  const unlockTimer = setInterval(
    () => void unlockAbandoned(db, { ended: [], own: ownPools, lengthy }).catch(() => {}),
    unlockEvery,
  ).unref();

  return {
    async stop() {
      stopping.abort();
      clearInterval(unlockTimer);
      await Promise.race([working, sleep(patience, undefined, { ref: false })]);
    },
  };
}

/** Opens the queue and works until `stopped` (resolves) or until the database fails (rejects). */
async function workUntilFault(
  { pool, log, tasks, timetable }: WorkerOptions,
  stopped: Promise<void>,
  onPoolOpened: (pool: string) => void,
): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => onPoolOpened(workerPool.id));
  holdLeases(events);
  const fault = new Promise<Error>((resolve) => {
    events.on('worker:getJob:error', ({ error }) => resolve(error as Error));
  });
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCrontab(timetable.join('\n')),
    noHandleSignals: true,
    concurrency: 2,
    pollInterval: 2_000,
    events,
    logger: quietLogger(log),
    // Without batches, the runner would not wait for its own last write, and losing the database then would end Node.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const error = await Promise.race([fault, stopped, runner.promise]);
  // The runner must not be stopped twice. After an error, stopping may take long, because it tries to store results.
  const ended = runner.stop().catch(() => {});
  if (error) throw error;
  await ended;
}

/** Logs only the codes of the runner's errors, because its messages may contain addresses and queries. */
function quietLogger(log: Log): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level === 'error' && !meta?.['failure'])
      log.debug({ code: codeOf(meta?.['error']) }, 'Fault of the job queue.');
  });
}

/** Replaces the errors of a task by their codes, because the queue stores messages, which may hold personal data. */
function withoutPersonalErrors(job: string, task: Task, log: Log): Task {
  return async (payload) => {
    try {
      await task(payload);
    } catch (error) {
      if (error instanceof LoggedFault) throw error;
      const code = codeOf(error) || 'unknown';
      log.warn({ job, code }, 'A job failed; it is tried again.');
      throw new Error(code);
    }
  };
}

/** Keeps a task in the set while it runs. */
function tracked(task: Task, underWay: Set<Promise<void>>): Task {
  return async (payload) => {
    const running = task(payload);
    underWay.add(running);
    try {
      await running;
    } finally {
      underWay.delete(running);
    }
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
