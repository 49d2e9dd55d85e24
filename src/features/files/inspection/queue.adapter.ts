import { unavailable } from '../../../platform/server-error.ts';

interface QueueLimits {
  /** The maximum number of documents that are inspected at the same time. */
  maxRunning: number;
  /** The maximum number of documents that wait. Further documents are refused with 503. */
  maxWaiting: number;
  /**
   * The milliseconds after which an inspection counts as slow. A slow inspection may be stopped if another inspection
   * is slow too.
   */
  slowAfterMs: number;
  /** The milliseconds for which a penalised person waits behind all others. */
  penaltyMs: number;
}

/**
 * An attempt to inspect a document. The attempt calls `onStart` when the inspection begins; only then does its
 * time limit begin. When `signal` fires, the attempt throws the signal's reason.
 */
type Attempt<T> = (signal: AbortSignal, onStart: () => void) => Promise<T>;

/**
 * Decides whose document is inspected next, so that one person's documents do not hold up the documents of others. Each
 * person has one inspection at a time, and people take turns. Documents that are expected to be slow wait behind all
 * others and are inspected one at a time. These are the documents of people with a penalty, and of people whose slow
 * document was postponed: it was stopped because others waited, and now waits for another attempt.
 */
export interface Queue {
  /** Inspects a document when it is the person's turn. When `signal` fires, stops and throws the signal's reason. */
  inspect<T>(person: number, attempt: Attempt<T>, signal: AbortSignal): Promise<T>;
  /** Makes a person wait behind all others for the duration of the penalty. */
  penalise(person: number): void;
}

/** A document in the queue. */
interface Job {
  person: number;
  /** Whether the job waits behind all others, or did so before it was started. */
  isLowPriority: boolean;
  /** Whether the job is running, and is slow or expected to be slow. */
  isSlow: boolean;
  /** Starts the first or next attempt. */
  start: () => void;
  /** Stops the running attempt; the job then waits again. */
  stop: () => void;
}

/** The abort reason of an attempt that was stopped and will be repeated. */
const postponedError = new Error('The inspection is postponed.');

/** Opens a queue. Other processes of the portal have their own queues and penalties. */
export function openQueue({ maxRunning, maxWaiting, slowAfterMs, penaltyMs }: QueueLimits): Queue {
  let waitingJobs: Job[] = [];
  /** The running jobs, in the order in which they were started. */
  let runningJobs: Job[] = [];
  /**
   * The timers of the penalties, by person. Only an inspection that runs until its deadline causes a penalty, so there
   * are never many timers.
   */
  const penalties = new Map<number, NodeJS.Timeout>();

  /** Whether the documents of a person must wait behind the documents of all others. */
  const hasLowPriority = (person: number) =>
    penalties.has(person) || waitingJobs.some((job) => job.isLowPriority && job.person === person);

  /** Returns the job whose turn it is, if any. */
  function nextJob(): Job | undefined {
    const readyJobs = waitingJobs.filter(({ person }) => !runningJobs.some((job) => job.person === person));
    const first = readyJobs.find(({ person }) => !hasLowPriority(person));
    // Jobs that must wait behind all others are started only while no slow job is running.
    return first ?? (runningJobs.some(({ isSlow }) => isSlow) ? undefined : readyJobs[0]);
  }

  /**
   * Starts waiting jobs up to the maximum. If a job still waits and several running jobs are slow, postpones the slow
   * job that was started last.
   */
  function startJobs(): void {
    for (let job = nextJob(); job && runningJobs.length < maxRunning; job = nextJob()) {
      job.isLowPriority = hasLowPriority(job.person);
      removeFromWaiting(job);
      job.isSlow = job.isLowPriority;
      runningJobs.push(job);
      job.start();
    }
    const slowJobs = runningJobs.filter((job) => job.isSlow);
    // At most one of the running jobs has waited behind all others, and that job is not stopped.
    if (slowJobs.length > 1 && nextJob()) slowJobs.findLast(({ isLowPriority }) => !isLowPriority)?.stop();
  }

  const removeFromWaiting = (job: Job) => (waitingJobs = waitingJobs.filter((other) => other !== job));

  function finish(job: Job): void {
    runningJobs = runningJobs.filter((other) => other !== job);
    // People take turns, so the same person's other jobs move to the end.
    const isSamePerson = ({ person }: Job) => person === job.person;
    waitingJobs = [...waitingJobs.filter((other) => !isSamePerson(other)), ...waitingJobs.filter(isSamePerson)];
    startJobs();
  }

  function waitForTurn(job: Job, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const abort = () => {
        removeFromWaiting(job);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      job.start = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      waitingJobs.push(job);
      startJobs();
    });
  }

  return {
    async inspect(person, attempt, signal) {
      if (waitingJobs.length >= maxWaiting) throw unavailable();
      const job: Job = { person, isLowPriority: false, isSlow: false, start() {}, stop() {} };
      for (;;) {
        await waitForTurn(job, signal);
        const postponement = new AbortController();
        job.stop = () => postponement.abort(postponedError);
        let timer: NodeJS.Timeout | undefined;
        const onStart = () => {
          timer = setTimeout(() => {
            job.isSlow = true;
            startJobs();
          }, slowAfterMs);
        };
        try {
          signal.throwIfAborted();
          return await attempt(AbortSignal.any([signal, postponement.signal]), onStart);
        } catch (error) {
          if (error !== postponedError) throw error;
          job.isLowPriority = true;
        } finally {
          clearTimeout(timer);
          finish(job);
        }
      }
    },
    penalise(person) {
      clearTimeout(penalties.get(person));
      const expire = () => {
        penalties.delete(person);
        startJobs();
      };
      penalties.set(person, setTimeout(expire, penaltyMs).unref());
    },
  };
}
