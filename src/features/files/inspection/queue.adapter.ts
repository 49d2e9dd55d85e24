import { overloaded } from '../../../platform/server-error.ts';

interface QueueLimits {
  /** The most documents that are inspected at once. */
  atOnce: number;
  /** The most that wait; a further one is refused with 503. */
  mostWaiting: number;
  /** Milliseconds after which an inspection counts as slow, and gives way where a second one is slow as well. */
  slowAfter: number;
  /** Milliseconds for which a penalised person waits behind all others. */
  penalty: number;
}

/**
 * One attempt at inspecting a document. `begun` is called once a reader has the document: from then on its time counts.
 * When `signal` fires, the attempt throws the signal's reason.
 */
type Attempt<T> = (signal: AbortSignal, begun: () => void) => Promise<T>;

/**
 * Says whose document is inspected next, so that nobody's documents hold up those of others. Everybody has one
 * inspection at a time, and people take turns. Of documents that are known to be slow, one at most is inspected at
 * once, and only when nobody else waits: those of people with a penalty, and those of people one of whose documents was
 * slow while others waited, so that it was stopped and waits to be inspected anew.
 */
export interface Queue {
  /** Inspects a person's document when it is their turn. Throws the reason of `signal`, at which it leaves the queue. */
  inspect<T>(person: number, attempt: Attempt<T>, signal: AbortSignal): Promise<T>;
  /** Lets a person wait behind all others for a while. */
  penalise(person: number): void;
}

interface Job {
  person: number;
  /** Waits behind all others. */
  behind: boolean;
  /** Is running and slow, or known to be slow. */
  slow: boolean;
  /** It is its turn. */
  start: () => void;
  /** Ends its attempt; it is then waiting again. */
  stop: () => void;
}

/** The reason at which an attempt ends that is made again later. */
const putBack = new Error('The inspection is put back.');

/** Opens a queue; it and its penalties are those of this process alone. */
export function openQueue({ atOnce, mostWaiting, slowAfter, penalty }: QueueLimits): Queue {
  let waiting: Job[] = [];
  /** In the order in which they were started. */
  let running: Job[] = [];
  // Each entry has cost a reader the whole deadline and goes by itself, so there are few of them.
  const penalties = new Map<number, NodeJS.Timeout>();

  /** Whether a person waits behind all others, with whatever they have sent. */
  const isBehind = (person: number) =>
    penalties.has(person) || waiting.some((job) => job.behind && job.person === person);

  function next(): Job | undefined {
    const ready = waiting.filter(({ person }) => !running.some((job) => job.person === person));
    const first = ready.find(({ person }) => !isBehind(person));
    return first ?? (running.some(({ slow }) => slow) ? undefined : ready[0]);
  }

  /** Starts what can be started. If all places are taken, some by slow inspections, the latest of these gives way. */
  function proceed(): void {
    for (let job = next(); job && running.length < atOnce; job = next()) {
      job.behind = isBehind(job.person);
      leave(job);
      job.slow = job.behind;
      running.push(job);
      job.start();
    }
    const slow = running.filter((job) => job.slow);
    // Only one of those that waited behind all others is ever running, and it is not stopped once more.
    if (slow.length > 1 && next()) slow.findLast(({ behind }) => !behind)?.stop();
  }

  const leave = (job: Job) => (waiting = waiting.filter((other) => other !== job));

  function end(job: Job): void {
    running = running.filter((other) => other !== job);
    // What else the person has sent waits for those who came meanwhile.
    const isTheirs = ({ person }: Job) => person === job.person;
    waiting = [...waiting.filter((other) => !isTheirs(other)), ...waiting.filter(isTheirs)];
    proceed();
  }

  function turnOf(job: Job, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const abort = () => {
        leave(job);
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
      if (waiting.length >= mostWaiting) throw overloaded();
      const job: Job = { person, behind: false, slow: false, start() {}, stop() {} };
      for (;;) {
        await turnOf(job, signal);
        const stopping = new AbortController();
        job.stop = () => stopping.abort(putBack);
        let timer: NodeJS.Timeout | undefined;
        const begun = () => {
          timer = setTimeout(() => {
            job.slow = true;
            proceed();
          }, slowAfter);
        };
        try {
          signal.throwIfAborted();
          return await attempt(AbortSignal.any([signal, stopping.signal]), begun);
        } catch (error) {
          if (error !== putBack) throw error;
          job.behind = true;
        } finally {
          clearTimeout(timer);
          end(job);
        }
      }
    },
    penalise(person) {
      clearTimeout(penalties.get(person));
      const lift = () => {
        penalties.delete(person);
        proceed();
      };
      penalties.set(person, setTimeout(lift, penalty).unref());
    },
  };
}
