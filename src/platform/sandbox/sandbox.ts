import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Tinypool } from 'tinypool';
import { argumentsOf, restrict, type Reach } from './restrict.ts';

/**
 * Why a process ended before its task was done: it was killed for its time or its memory, or it died by itself, before
 * it was given the task (`unstarted`) or after.
 */
export type Loss = 'slow' | 'memory' | 'died' | 'unstarted';

/** The error of a task whose process was lost. `how` is the signal or the exit code, and holds nothing of the task. */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
  constructor(
    readonly loss: Loss,
    readonly how: string,
  ) {
    super(`A sandboxed process was lost: ${loss}, ${how}.`);
  }
}

export interface SandboxOptions {
  /** The path of the program, whose default export takes a task and returns its result. */
  program: string;
  /** Megabytes of objects. */
  memory: number;
  reach: Reach;
}

export interface TaskLimits {
  /** Milliseconds from the moment at which the process has the task: the time to start it does not count. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Called at that moment. */
  onBegun?: (() => void) | undefined;
}

/**
 * Runs one task at a time in a process of its own with few rights: whatever the task encounters, it cannot crash or
 * block the portal.
 */
export interface Sandbox {
  /**
   * The result of a task. Throws the reason of the signal, SandboxLost, or what the task itself has thrown, as an
   * Error. If the process is killed, it has exited by then.
   */
  run(task: unknown, limits: TaskLimits): Promise<unknown>;
  close(): Promise<void>;
}

/** Milliseconds after which a process without work ends. */
const idle = 60_000;
/** Megabytes that a process may use in all, its heap included. */
const maxMemory = 512;
/** Milliseconds between two memory checks. */
const checkEvery = 50;

/** Starts its process with the first task, and another one after it was lost or has had no work for a minute. */
export function openSandbox({ program, memory, reach }: SandboxOptions): Sandbox {
  const pool = new Tinypool({
    ...{ runtime: 'child_process', filename: program, minThreads: 0, maxThreads: 1, idleTimeout: idle },
    ...{ execArgv: argumentsOf(program, memory, reach), env: {}, serialization: 'advanced' },
  });
  // A process that ends without a task harms nobody: the next task starts another one.
  pool.on('error', () => {});
  let latest: ChildProcess | undefined;

  /** The process of the task that was just given to the pool. */
  const currentProcess = (): ChildProcess => {
    const [started] = pool.threads as unknown as { process: ChildProcess }[];
    if (!started) throw new Error('The pool has started no process.');
    if (started.process !== latest) {
      latest = started.process;
      restrict(latest);
      // What libraries print may come from a document.
      for (const stream of [latest.stdout, latest.stderr]) stream?.unpipe().resume();
    }
    return latest;
  };

  return {
    async run(task, { deadline, signal, onBegun }) {
      signal?.throwIfAborted();
      const ending = new AbortController();
      let loss: Loss | undefined;
      let timer: NodeJS.Timeout | undefined;
      const end = (why: Loss) => {
        loss = why;
        ending.abort();
      };
      // The pool emits this when the process is ready and has been given the task.
      const given = () => {
        timer = setTimeout(end, deadline, 'slow');
        onBegun?.();
      };
      pool.once('drain', given);
      const result = pool.run(task, { signal: ending.signal });
      const child = currentProcess();
      const stop = () => ending.abort();
      signal?.addEventListener('abort', stop);
      // Without this, the pool would keep the task forever if its process does not start.
      child.once('exit', stop).once('error', stop);
      const watch = setInterval(() => {
        if (megabytesOf(child) > maxMemory) end('memory');
      }, checkEvery);
      try {
        return (await result) as unknown;
      } catch (error) {
        if (!(error instanceof Error)) throw thrownByTask(error);
        await kill(child);
        signal?.throwIfAborted();
        if (!timer) throw new SandboxLost('unstarted', howItEnded(child));
        throw new SandboxLost(loss ?? (outOfMemory.has(child.signalCode) ? 'memory' : 'died'), howItEnded(child));
      } finally {
        clearTimeout(timer);
        clearInterval(watch);
        pool.off('drain', given);
        signal?.removeEventListener('abort', stop);
        child.off('exit', stop).off('error', stop);
      }
    },
    close: () => pool.destroy(),
  };
}

/** V8 aborts when its heap is full, and the kernel kills when the machine's memory is. */
const outOfMemory = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);

/** Resolves when the process is gone, so that its remains can be removed. */
async function kill(child: ChildProcess): Promise<void> {
  const ended = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  if (ended) return;
  await new Promise((gone) => {
    child.once('exit', gone);
    child.kill('SIGKILL');
  });
}

const howItEnded = ({ exitCode, signalCode }: ChildProcess): string => signalCode ?? `exit ${exitCode}`;

/** Megabytes that a process has in the machine's memory; 0 where the system does not report it. */
function megabytesOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The pool passes on what a task has thrown as a plain object. */
const thrownByTask = (thrown: unknown): Error => Object.assign(new Error('A task failed.'), thrown);
