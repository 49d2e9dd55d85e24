import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../concurrency.ts';
import type { FileAccess } from './restrict.ts';
import { openSandbox, SandboxLost, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** Called for each process that ends before its task is done, with the name of its program and the error. */
export type OnProcessLost = (program: string, lost: SandboxLost) => void;

interface Options extends Omit<SandboxOptions, 'fileAccess'> {
  /** The name of the program in the log and the metrics. */
  name: string;
  /** The maximum number of processes at the same time. */
  maxProcesses: number;
  /** The maximum number of waiting tasks. More tasks are refused with 503. */
  maxWaiting: number;
  onLost: OnProcessLost;
  /**
   * Returns the files that the process with this index may access in addition to its own code. Indexes begin at 0. If
   * this function is left out, there are no other files.
   */
  fileAccessOf?: (index: number) => FileAccess;
}

/** A pool of sandboxes for a program that reads or writes files of users. */
export interface Sandboxes {
  /**
   * Waits for a free sandbox, and passes its `run` and its index to `work`. Throws the reason of `signal` if the signal
   * fires first.
   */
  use<T>(work: (run: Sandbox['run'], index: number) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

/** Opens a pool of sandboxes. Their processes start when they are needed. */
export function openSandboxes({
  name,
  maxProcesses,
  maxWaiting,
  onLost,
  fileAccessOf,
  ...options
}: Options): Sandboxes {
  const noFiles: FileAccess = { readPaths: [], writePaths: [] };
  const sandboxes = Array.from({ length: maxProcesses }, (_, index) =>
    openSandbox({ ...options, fileAccess: fileAccessOf?.(index) ?? noFiles }),
  );
  // The most recently used sandbox is used next, so that the processes of the others can become idle and end.
  const freeSandboxes = sandboxes.map((sandbox, index) => ({ sandbox, index })).toReversed();
  const runLimited = limitConcurrency(maxProcesses, maxWaiting);
  return {
    use: (work, signal) =>
      runLimited(async () => {
        const reserved = freeSandboxes.pop();
        if (!reserved) throw new Error('No sandbox is free.');
        const runOnce: Sandbox['run'] = (task, runOptions) =>
          reserved.sandbox.run(task, runOptions).catch((error: unknown) => {
            if (error instanceof SandboxLost) onLost(name, error);
            throw error;
          });
        // If a process ended before it received the task, the task was not the reason, so another process may run it.
        const run: Sandbox['run'] = (task, runOptions) =>
          runOnce(task, runOptions).catch((error: unknown) => {
            if (error instanceof SandboxLost && error.loss === 'unstarted') return runOnce(task, runOptions);
            throw error;
          });
        try {
          return await work(run, reserved.index);
        } finally {
          freeSandboxes.push(reserved);
        }
      }, signal),
    async close() {
      await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    },
  };
}

/**
 * Returns the path of a sandbox's program. In the built server it is `bundled`, in the folder of the server's program.
 * In the sources it is `source`, relative to the importing module, unless the environment variable SANDBOX_PROGRAMS names
 * a folder of bundled programs, which start much faster. `importer` is the `import.meta.url` of that module.
 */
export function resolveSandboxProgram(
  importer: string,
  { bundled, source }: { bundled: string; source: string },
): string {
  const folder = process.env['SANDBOX_PROGRAMS'];
  if (folder !== undefined) return join(folder, bundled);
  return fileURLToPath(new URL(importer.endsWith('.js') ? bundled : source, importer));
}
