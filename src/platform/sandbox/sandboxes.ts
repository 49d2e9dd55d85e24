import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../concurrency.ts';
import type { Reach } from './restrict.ts';
import { openSandbox, SandboxLost, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** Called for each process that is lost with its task, with the name of its program and how it ended. */
export type OnLost = (program: string, lost: SandboxLost) => void;

interface Options extends Omit<SandboxOptions, 'reach'> {
  /** The name of the program in the log and the metrics. */
  name: string;
  /** The highest number of processes at a time. */
  maxProcesses: number;
  /** The highest number of waiting tasks; further ones are refused with 503. */
  maxWaiting: number;
  onLost: OnLost;
  /** Returns what the process with an index from 0 may reach beyond its own code; without it, nothing. */
  reachOf?: (index: number) => Reach;
}

/** The sandboxes of a program that reads or writes files of users. */
export interface Sandboxes {
  /** Waits for a free sandbox and lends it to `work` with its index. Throws the reason of `signal` if that fires. */
  use<T>(work: (run: Sandbox['run'], index: number) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export function openSandboxes({ name, maxProcesses, maxWaiting, onLost, reachOf, ...options }: Options): Sandboxes {
  const nothing: Reach = { reads: [], writes: [] };
  const sandboxes = Array.from({ length: maxProcesses }, (_, index) =>
    openSandbox({ ...options, reach: reachOf?.(index) ?? nothing }),
  );
  // The sandbox that was used last is used next, so that the processes of the others end when there is little to do.
  const free = sandboxes.map((sandbox, index) => ({ sandbox, index })).toReversed();
  const runLimited = limitConcurrency(maxProcesses, maxWaiting);
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
        // A process that ended before it was given the task did not end because of the task: another one may run it.
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
 * The path of a sandbox's program. In the bundle it is `bundled`, beside the server's program; in the sources it is
 * `source`, relative to the importing module, and compiled when it starts.
 */
export function sandboxProgram(importer: string, { bundled, source }: { bundled: string; source: string }): string {
  return fileURLToPath(new URL(importer.endsWith('.js') ? bundled : source, importer));
}
