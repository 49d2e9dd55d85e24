import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCrontab, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { codeOf, type Clock, type Db } from '../server/db.ts';
import type { Log } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';
import { deliver } from './deliver.ts';
import { handOver } from './outbox.ts';
import { queueReminders } from './reminders.ts';
import { openPostOffice } from './smtp.ts';
import { unlockAbandoned } from './sql.ts';

/** What the worker works with; `pool` is the app's own, the one behind `db`. */
export interface MailWorkerParts {
  db: Db;
  pool: Pool;
  settings: Settings;
  clock: Clock;
  log: Log;
  /** Runs once a night, on one of the instances. */
  nightly: () => Promise<void>;
  /** Further jobs of the queue by name; one that throws is tried again, and its error's code alone is told. */
  jobs: Record<string, (payload: unknown) => Promise<void>>;
}

/**
 * Nightly at a quarter past two UTC: nobody books then, and no clock change falls on it. Reminders each minute, before
 * the mails that wait; the log of deeds is sealed each hour. What was missed is not made up for, the next one finds all.
 */
const timetable = '15 2 * * * nightly\n* * * * * reminders ?priority=-1\n50 * * * * sealLog';

/** Pause before the queue is opened again after a fault, milliseconds. */
const pauseAfterFault = 1_000;
/** How long a message waits until it is handed over to the queue, milliseconds. */
const handOverEvery = 250;
/**
 * How many are handed over at once: a hundred a second of an instance, more than mail servers take, and twelve while its
 * callers keep it busy. In a crowd mails wait where they cost nothing; the callers, who wait for answers, have the machine.
 */
const handedAtOnce = { usually: 25, busy: 3 };
/** Share of the time that an event loop is at work, beyond which it is busy: mails alone bring it to a half. */
const busy = 0.6;
/** How long a stop waits for mails under way and for the database, milliseconds. */
const patience = 5_000;

/**
 * Sends queued mails until it is stopped. It outlives restarts of the database: the queue is opened again after a
 * pause, without end. Stop it before the pool ends; mails under way get five seconds, those that take longer are sent
 * again later. It listens to no signal of the system and never ends the process.
 */
export async function startMailWorker(parts: MailWorkerParts): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log } = parts;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const send = openPostOffice(parts.settings);
  const underWay = new Set<Promise<void>>();
  const mail = async (payload: unknown) => {
    const id = idOf(payload);
    const delivery = deliver({ ...parts, send }, id);
    underWay.add(delivery);
    try {
      await delivery;
    } catch (error) {
      const code = codeOf(error) || 'unknown';
      log.warn({ mail: id, code }, 'The state of a mail could not be noted; it is tried again.');
      // The queue keeps the message of the error, and those of the database may hold values.
      throw new Error(code);
    } finally {
      underWay.delete(delivery);
    }
  };

  const work = async (): Promise<void> => {
    const broken: string[] = [];
    while (!stopping.signal.aborted) {
      try {
        // A runner that lost the database may leave jobs locked, even such that it never heard of.
        await unlockAbandoned(db, broken);
        broken.length = 0;
        await workUntilFault(parts, mail, stopped, (pool) => broken.push(pool));
      } catch (error) {
        log.warn({ code: codeOf(error) }, 'The mail queue is out of reach; it is tried again.');
      }
      if (stopping.signal.aborted) return;
      await Promise.allSettled(underWay);
      await pause(pauseAfterFault, stopping.signal);
    }
  };
  const handing = async (): Promise<void> => {
    let before = performance.eventLoopUtilization();
    while (!stopping.signal.aborted) {
      const { utilization } = performance.eventLoopUtilization(before);
      before = performance.eventLoopUtilization();
      // A database that is away is told of by the queue.
      await handOver(db, clock, utilization > busy ? handedAtOnce.busy : handedAtOnce.usually).catch(() => {});
      await pause(handOverEvery, stopping.signal);
    }
  };
  const working = Promise.all([work(), handing()]);
  // A worker that was killed, here or elsewhere, leaves its mails locked.
  const unlock = setInterval(() => void unlockAbandoned(db, []).catch(() => {}), 60_000).unref();

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
  { db, pool, clock, log, nightly, jobs }: MailWorkerParts,
  mail: (payload: unknown) => Promise<void>,
  stopped: Promise<void>,
  opened: (pool: string) => void,
): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => opened(workerPool.id));
  const fault = new Promise<Error>((resolve) => {
    events.on('worker:getJob:error', ({ error }) => resolve(error as Error));
  });
  const runner = await run({
    pgPool: pool,
    taskList: {
      mail,
      nightly: () => nightly(),
      reminders: () => queueReminders(db, clock),
      ...discreet(jobs, log),
    },
    parsedCronItems: parseCrontab(timetable),
    noHandleSignals: true,
    concurrency: 2,
    pollInterval: 2_000,
    events,
    logger: quiet(log),
    // Without batches the runner does not wait for its own last write: a database that goes away then ends Node.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const error = await Promise.race([fault, stopped, runner.promise]);
  // It refuses to stop twice. After a fault it may take long, for it tries to write what it has done.
  const ended = runner.stop().catch(() => {});
  if (error) throw error;
  await ended;
}

/** The runner's own words may quote addresses and queries: only the code of a fault is told. */
function quiet(log: Log): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level === 'error' && !meta?.['failure'])
      log.debug({ code: codeOf(meta?.['error']) }, 'Fault of the mail queue.');
  });
}

/** Jobs whose errors reach the log and the queue as codes: their words may hold what they work on. */
function discreet(jobs: MailWorkerParts['jobs'], log: Log): MailWorkerParts['jobs'] {
  const wrapped = Object.entries(jobs).map(([job, work]) => {
    const run = async (payload: unknown) => {
      try {
        await work(payload);
      } catch (error) {
        const code = codeOf(error) || 'unknown';
        log.warn({ job, code }, 'A job failed; it is tried again.');
        throw new Error(code);
      }
    };
    return [job, run] as const;
  });
  return Object.fromEntries(wrapped);
}

function idOf(payload: unknown): string {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : undefined;
  if (typeof id !== 'string') throw new Error('a mail job without the id of its mail');
  return id;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
