import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { codeOf } from '../../../platform/database/db.ts';
import { limitConcurrency } from '../../../platform/http/concurrency.ts';
import { openPool, workerProgram } from '../../../platform/worker-pool.ts';
import type { Finding, Task } from './look.ts';
import type { Look } from './verdict.ts';

/** Time and memory that a document may take before it is refused; tests set less. */
export interface InspectionLimits {
  /** The workers' program. */
  program: string;
  /** Milliseconds from the start of the work. */
  deadline: number;
  /** Megabytes of objects in a worker. Files and unpacked bytes do not count, since they have limits of their own. */
  memory: number;
}

const program = workerProgram(import.meta.url, { bundled: './look.js', source: './look.ts' });
const usual: InspectionLimits = { program, deadline: 10_000, memory: 256 };

declare module '../../../platform/http/handler.ts' {
  interface App {
    inspectors: Inspectors;
  }
}

/** If this many are waiting, further ones are refused for now. */
const longestQueue = 200;

/** Workers that inspect documents, so that no file can block the portal. */
export interface Inspectors {
  look: Look;
  close(): Promise<void>;
}

/**
 * Starts workers as needed, one for each of this process's share of the cores and at least two, with lower priority
 * than everything else, and ends them after a minute without work. An inspection ends at the deadline ('slow'), when
 * the memory is used up ('tooLarge') or with its caller's signal; its worker is then stopped and replaced.
 */
export function openInspectors(limits: Partial<InspectionLimits> = {}): Inspectors {
  const { program, deadline, memory } = { ...usual, ...limits };
  const atOnce = Math.max(2, Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1)));
  const runLimited = limitConcurrency(atOnce, longestQueue);
  const pool = openPool({ program, atOnce, memory });
  const run = async (task: Task, signal: AbortSignal): Promise<Finding> => {
    signal.throwIfAborted();
    const late = new AbortController();
    const { port1: heard, port2: started } = new MessageChannel();
    // Counted from the worker's first message: the time to start a worker does not count.
    let timer: NodeJS.Timeout | undefined;
    heard.once('message', () => (timer = setTimeout(() => late.abort(), deadline)));
    try {
      const options = { signal: AbortSignal.any([signal, late.signal]), transferList: [started] };
      return (await pool.run({ ...task, started }, options)) as Finding;
    } catch (error) {
      if (late.signal.aborted && !signal.aborted) return { ok: false, reason: 'slow' };
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return { ok: false, reason: 'tooLarge' };
      throw error;
    } finally {
      clearTimeout(timer);
      heard.close();
    }
  };
  return {
    // Whoever disconnects while waiting for a worker is finished at once.
    look: (task, signal) => Promise.race([runLimited(() => run(task, signal)), endOf(signal)]),
    close: () => pool.destroy(),
  };
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
