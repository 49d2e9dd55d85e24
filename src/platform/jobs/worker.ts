import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCrontab, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { codeOf, type Db } from '../database/db.ts';
import type { Log } from '../log.ts';
import { holdLeases, unlockAbandoned } from './leases.ts';

/** What a job of the queue does; it is retried if it throws. */
export type Task = (payload: unknown) => Promise<void>;

/** What a worker needs; `pool` is the one behind `db`. */
export interface WorkerParts {
  db: Db;
  pool: Pool;
  log: Log;
  /** By the names of their jobs. */
  tasks: Record<string, Task>;
  /** Lines of a crontab (UTC). Missed times are skipped. */
  timetable: readonly string[];
  /** Tasks that may take longer than five minutes. */
  lengthy?: readonly string[];
  /**
   * Work outside the queue, repeated with pauses. Its errors are ignored, since the next round follows soon.
   */
  repeated?: { work: () => Promise<void>; pause: number };
}

/** The error of a task that has logged its own line; the message is the code of the error. */
export class LoggedFault extends Error {}

/** Pause before the queue is opened again after an error, in milliseconds. */
const pauseAfterFault = 1_000;
/** How often jobs of killed workers are looked for, in milliseconds. */
const unlockEvery = 5_000;
/** How long a stop waits for jobs under way and for the database, in milliseconds. */
const patience = 5_000;

/**
 * Works through the queue until it is stopped. It survives restarts of the database: the queue is opened again after a
 * pause, without limit. Stop it before the pool ends; jobs under way get five seconds, longer ones run again later. It
 * handles no signals and never ends the process.
 */
export async function startWorker(parts: WorkerParts): Promise<{ stop(): Promise<void> }> {
  const { db, log, lengthy = [], repeated } = parts;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const underWay = new Set<Promise<void>>();
  const tasks = Object.fromEntries(
    Object.entries(parts.tasks).map(([job, task]) => {
      const discreet = discreetly(job, task, log);
      return [job, lengthy.includes(job) ? discreet : tracked(discreet, underWay)];
    }),
  );

  /** All pools of this worker so far, the current one last. */
  const own: string[] = [];
  const work = async (): Promise<void> => {
    let ended = 0;
    while (!stopping.signal.aborted) {
      try {
        // A runner that has lost the database may leave jobs locked, even some that it never received.
        await unlockAbandoned(db, { ended: own.slice(ended), own, lengthy });
        ended = own.length;
        await workUntilFault({ ...parts, tasks }, stopped, (pool) => own.push(pool));
      } catch (error) {
        log.warn({ code: codeOf(error) }, 'The job queue cannot be reached; it is tried again.');
      }
      if (stopping.signal.aborted) return;
      // A job that still runs would be given to another worker and done twice.
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
  // A killed process leaves its jobs locked; the next start, or another process, takes them up.
  const unlock = setInterval(
    () => void unlockAbandoned(db, { ended: [], own, lengthy }).catch(() => {}),
    unlockEvery,
  ).unref();

  return {
    async stop() {
      stopping.abort();
      clearInterval(unlock);
      await Promise.race([working, sleep(patience, undefined, { ref: false })]);
    },
  };
}

/** Opens the queue and works until `stopped` (resolves) or until the database fails (rejects). */
async function workUntilFault(
  { pool, log, tasks, timetable }: WorkerParts,
  stopped: Promise<void>,
  opened: (pool: string) => void,
): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => opened(workerPool.id));
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
    logger: quiet(log),
    // Without batches the runner does not wait for its own last write: losing the database then would end Node.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const error = await Promise.race([fault, stopped, runner.promise]);
  // It must not be stopped twice. After an error it may take long, because it tries to store its results.
  const ended = runner.stop().catch(() => {});
  if (error) throw error;
  await ended;
}

/** The runner's own messages may contain addresses and queries, so only the code of an error is logged. */
function quiet(log: Log): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level === 'error' && !meta?.['failure'])
      log.debug({ code: codeOf(meta?.['error']) }, 'Fault of the job queue.');
  });
}

/** The queue stores the message of an error, which may contain personal data: it and the log only get the code. */
function discreetly(job: string, task: Task, log: Log): Task {
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
