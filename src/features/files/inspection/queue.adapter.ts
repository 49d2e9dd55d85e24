import { overloaded } from '../../../platform/server-error.ts';

interface QueueLimits {
  /** The maximum number of documents that are inspected at the same time. */
  maxRunning: number;
  /** The maximum number of documents that wait; another one is refused with 503. */
  maxWaiting: number;
  /** Milliseconds after which an inspection counts as slow, and is stopped if another one is slow too. */
  slowAfter: number;
  /** Milliseconds for which a penalised person waits behind all others. */
  penalty: number;
}

/**
 * One attempt at inspecting a document. `onBegun` is called once a reader has the document: from then on its time
 * counts. When `signal` fires, the attempt throws the signal's reason.
 */
type Attempt<T> = (signal: AbortSignal, onBegun: () => void) => Promise<T>;

/**
 * Decides whose document is inspected next, so that one person's documents do not hold up others. Each person has one
 * inspection at a time, and people take turns. Documents that are expected to be slow are inspected one at a time, and
 * only when no others wait. These are the documents of people with a penalty, and of people whose slow document was
 * stopped because others waited, and now waits for another attempt.
 */
export interface Queue {
  /** Inspects a person's document in turn. When `signal` fires, leaves the queue and throws the signal's reason. */
  inspect<T>(person: number, attempt: Attempt<T>, signal: AbortSignal): Promise<T>;
  /** Makes a person wait behind all others for a while. */
  penalise(person: number): void;
}

interface Job {
  person: number;
  /** Whether it waits behind all others. */
  isLast: boolean;
  /** Whether it is running and slow, or is expected to be slow. */
  slow: boolean;
  /** Called when it is its turn. */
  start: () => void;
  /** Stops the attempt; the job then waits again. */
  stop: () => void;
}

/** The abort reason of an attempt that is repeated later. */
const postponed = new Error('The inspection is postponed.');

/** Opens a queue; this process does not share the queue and its penalties with others. */
export function openQueue({ maxRunning, maxWaiting, slowAfter, penalty }: QueueLimits): Queue {
  let waiting: Job[] = [];
  /** In the order in which they were started. */
  let running: Job[] = [];
  // Each entry has cost a reader the whole deadline, and entries expire, so there are few of them.
  const penalties = new Map<number, NodeJS.Timeout>();

  /** Whether all of a person's documents wait behind all others. */
  const mustWaitLast = (person: number) =>
    penalties.has(person) || waiting.some((job) => job.isLast && job.person === person);

  function next(): Job | undefined {
    const ready = waiting.filter(({ person }) => !running.some((job) => job.person === person));
    const first = ready.find(({ person }) => !mustWaitLast(person));
    return first ?? (running.some(({ slow }) => slow) ? undefined : ready[0]);
  }

  /**
   * Starts jobs while readers are free. If none is free and several running jobs are slow, stops the latest slow one.
   */
  function proceed(): void {
    for (let job = next(); job && running.length < maxRunning; job = next()) {
      job.isLast = mustWaitLast(job.person);
      removeFromWaiting(job);
      job.slow = job.isLast;
      running.push(job);
      job.start();
    }
    const slow = running.filter((job) => job.slow);
    // At most one job that waited behind all others runs at a time, and it is not stopped again.
    if (slow.length > 1 && next()) slow.findLast(({ isLast }) => !isLast)?.stop();
  }

  const removeFromWaiting = (job: Job) => (waiting = waiting.filter((other) => other !== job));

  function end(job: Job): void {
    running = running.filter((other) => other !== job);
    // The person's other documents go behind those of people who came in the meantime.
    const isTheirs = ({ person }: Job) => person === job.person;
    waiting = [...waiting.filter((other) => !isTheirs(other)), ...waiting.filter(isTheirs)];
    proceed();
  }

  function turnOf(job: Job, signal: AbortSignal): Promise<void> {
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
      waiting.push(job);
      proceed();
    });
  }

  return {
    async inspect(person, attempt, signal) {
      if (waiting.length >= maxWaiting) throw overloaded();
      const job: Job = { person, isLast: false, slow: false, start() {}, stop() {} };
      for (;;) {
        await turnOf(job, signal);
        const stopping = new AbortController();
        job.stop = () => stopping.abort(postponed);
        let timer: NodeJS.Timeout | undefined;
        const onBegun = () => {
          timer = setTimeout(() => {
            job.slow = true;
            proceed();
          }, slowAfter);
        };
        try {
          signal.throwIfAborted();
          return await attempt(AbortSignal.any([signal, stopping.signal]), onBegun);
        } catch (error) {
          if (error !== postponed) throw error;
          job.isLast = true;
        } finally {
          clearTimeout(timer);
          end(job);
        }
      }
    },
    penalise(person) {
      clearTimeout(penalties.get(person));
      const expire = () => {
        penalties.delete(person);
        proceed();
      };
      penalties.set(person, setTimeout(expire, penalty).unref());
    },
  };
}
