import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Tinypool } from 'tinypool';
import { argumentsOf, restrict, type Reach } from './restrict.ts';

/**
 * Why a process ended before its task was done: it was killed because it took too long or too much memory, or it died
 * by itself, before it was given the task (`unstarted`) or after that.
 */
export type Loss = 'slow' | 'memory' | 'died' | 'unstarted';

/** The error of a task whose process was lost. `how` is the signal or the exit code; it has no data of the task. */
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
  /** The largest heap, in megabytes. */
  memory: number;
  reach: Reach;
}

export interface TaskLimits {
  /** Milliseconds from the moment at which the process gets the task: its start does not count. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Called when the process gets the task. */
  onBegun?: (() => void) | undefined;
}

/**
 * Runs one task at a time in a process of its own with few rights: whatever the task encounters, it cannot crash or
 * block the portal.
 */
export interface Sandbox {
  /**
   * Runs a task and returns its result. Throws the reason of the signal, SandboxLost, or, as an Error, what the task
   * itself has thrown. A process that was killed has exited by then.
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

/** Starts a process with the first task, and another one after that was lost or has been idle for a minute. */
export function openSandbox({ program, memory, reach }: SandboxOptions): Sandbox {
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: program,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idle,
    execArgv: argumentsOf(program, memory, reach),
    env: {},
    serialization: 'advanced',
  });
  // A process that ends without a task does no harm: the next task starts another one.
  pool.on('error', () => {});
  let latest: ChildProcess | undefined;

  /** The process of the task that was just given to the pool. */
  const currentProcess = (): ChildProcess => {
    const [started] = pool.threads as unknown as { process: ChildProcess }[];
    if (!started) throw new Error('The pool has started no process.');
    if (started.process !== latest) {
      latest = started.process;
      restrict(latest);
      // Discards what libraries print, because it may come from a document.
      for (const stream of [latest.stdout, latest.stderr]) stream?.unpipe().resume();
    }
    return latest;
  };

  return {
    async run(task, { deadline, signal, onBegun }) {
      signal?.throwIfAborted();
      const taskAbort = new AbortController();
      let loss: Loss | undefined;
      let timer: NodeJS.Timeout | undefined;
      const end = (reason: Loss) => {
        loss = reason;
        taskAbort.abort();
      };
      // The pool emits this when the process is ready and has been given the task.
      const onGiven = () => {
        timer = setTimeout(end, deadline, 'slow');
        onBegun?.();
      };
      pool.once('drain', onGiven);
      const result = pool.run(task, { signal: taskAbort.signal });
      const child = currentProcess();
      const stop = () => taskAbort.abort();
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
        pool.off('drain', onGiven);
        signal?.removeEventListener('abort', stop);
        child.off('exit', stop).off('error', stop);
      }
    },
    close: () => pool.destroy(),
  };
}

/** V8 aborts when its heap is full, and the kernel kills the process when the machine's memory is full. */
const outOfMemory = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);

/** Kills a process and resolves when it is gone, so that the files it leaves can be removed. */
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

/** Turns what a task has thrown, which the pool passes on as a plain object, into an Error again. */
const thrownByTask = (thrown: unknown): Error => Object.assign(new Error('A task failed.'), thrown);
