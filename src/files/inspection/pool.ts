import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { codeOf } from '../../server/db.ts';
import { turns } from '../../server/turns.ts';
import type { Finding, Task } from './look.ts';
import type { Look } from './verdict.ts';

/** What a document may take before it is refused; tests set less. */
export interface InspectionLimits {
  /** The program of the workers. */
  program: string;
  /** Milliseconds from the beginning of the work on. */
  deadline: number;
  /** Megabytes of objects in a worker. Files and what is unpacked lie beside them, and have limits of their own. */
  memory: number;
}

/** Bundled, the worker's program lies beside the server's; from sources it lies beside this file and is compiled on the way. */
const bundled = import.meta.url.endsWith('.js');
const program = new URL(bundled ? './look.js' : './look.ts', import.meta.url);
const usual: InspectionLimits = { program: fileURLToPath(program), deadline: 10_000, memory: 256 };

/** More who wait are told to come later. */
const longestQueue = 200;

/** Workers that look into documents, so that no file can stop the portal. */
export interface Inspectors {
  look: Look;
  close(): Promise<void>;
}

/**
 * Starts workers as they are needed, one for each core that is this process's share and at least two, behind everything else in
 * priority, and ends them after a minute without work. A look ends with the deadline ('slow'), with the memory ('tooLarge') or
 * with its caller's signal; its worker is stopped then, whatever it does, and the next one starts anew.
 */
export function openInspectors(limits: Partial<InspectionLimits> = {}): Inspectors {
  const { program: filename, deadline, memory } = { ...usual, ...limits };
  const atOnce = Math.max(2, Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1)));
  const inTurn = turns(atOnce, longestQueue);
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: atOnce,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
    niceIncrement: 5,
    ...(filename.endsWith('.ts') && { execArgv: ['--import', 'tsx'] }),
  });
  const run = async (task: Task, signal: AbortSignal): Promise<Finding> => {
    signal.throwIfAborted();
    const late = new AbortController();
    const { port1: heard, port2: started } = new MessageChannel();
    // From the first word of the worker on: its start is not the file's fault.
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
    // Whoever hangs up while others are looked into does not wait for a turn.
    look: (task, signal) => Promise.race([inTurn(() => run(task, signal)), endOf(signal)]),
    close: () => pool.destroy(),
  };
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
