import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../concurrency.ts';
import type { Reach } from './restrict.ts';
import { openSandbox, SandboxLost, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** Called for each process that is lost with its task, with its program's name and how it ended. */
export type OnLost = (program: string, lost: SandboxLost) => void;

interface Options extends Omit<SandboxOptions, 'reach'> {
  /** What the log and the metrics call the program. */
  name: string;
  /** The most processes at once. */
  atOnce: number;
  /** The most tasks that wait; a further one is refused with 503. */
  mostWaiting: number;
  onLost: OnLost;
  /** What each process may reach beyond its own code, by its index from 0; nothing if absent. */
  reachOf?: (index: number) => Reach;
}

/** The sandboxes of a program that reads or writes files of others. */
export interface Sandboxes {
  /** Lends a free sandbox to `work` with its index, or waits for one until `signal` fires, whose reason it throws. */
  use<T>(work: (run: Sandbox['run'], index: number) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export function openSandboxes({ name, atOnce, mostWaiting, onLost, reachOf, ...options }: Options): Sandboxes {
  const nothing: Reach = { reads: [], writes: [] };
  const sandboxes = Array.from({ length: atOnce }, (_, index) =>
    openSandbox({ ...options, reach: reachOf?.(index) ?? nothing }),
  );
  // The one that was used last comes first, so that the others end when there is little to do.
  const free = sandboxes.map((sandbox, index) => ({ sandbox, index })).toReversed();
  const runLimited = limitConcurrency(atOnce, mostWaiting);
  return {
    use: (work, signal) =>
      runLimited(async () => {
        const lent = free.pop();
        if (!lent) throw new Error('No sandbox is free.');
        const once: Sandbox['run'] = (task, limits) =>
          lent.sandbox.run(task, limits).catch((error: unknown) => {
            if (error instanceof SandboxLost) onLost(name, error);
            throw error;
          });
        // A process that ended before it was given the task did not end because of it: another one may do it.
        const run: Sandbox['run'] = (task, limits) =>
          once(task, limits).catch((error: unknown) => {
            if (error instanceof SandboxLost && error.loss === 'unstarted') return once(task, limits);
            throw error;
          });
        try {
          return await work(run, lent.index);
        } finally {
          free.push(lent);
        }
      }, signal),
    async close() {
      await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    },
  };
}

/**
 * The path of a sandbox's program. In the bundle it is beside the server's under the name `bundled`; in the sources it
 * is `source`, relative to the importing module, and compiled when it starts.
 */
export function sandboxProgram(importer: string, { bundled, source }: { bundled: string; source: string }): string {
  return fileURLToPath(new URL(importer.endsWith('.js') ? bundled : source, importer));
}
