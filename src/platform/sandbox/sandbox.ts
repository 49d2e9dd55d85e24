import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Tinypool } from 'tinypool';
import { createNodeArguments, restrictProcess, type FileAccess } from './restrict.ts';

/**
 * Why a process ended before its task was done. `slow` and `memory`: it was killed because it took too long or used too
 * much memory. `unstarted`: it ended on its own before it received the task. `died`: it ended on its own after that.
 */
export type LossReason = 'slow' | 'memory' | 'died' | 'unstarted';

/** Thrown if a process ended before its task was done. `exitCause` is its signal or exit code. */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
  constructor(
    readonly loss: LossReason,
    readonly exitCause: string,
  ) {
    super(`A sandboxed process was lost: ${loss}, ${exitCause}.`);
  }
}

export interface SandboxOptions {
  /** The path of the program. Its default export is a function that takes a task and returns the result. */
  program: string;
  /** The maximum size of the heap of a process, in megabytes. */
  memoryMegabytes: number;
  fileAccess: FileAccess;
}

export interface RunOptions {
  /** The time limit in milliseconds, from when the process has received the task. */
  timeLimitMs: number;
  signal?: AbortSignal | undefined;
  /** Called when the process has received the task. */
  onStart?: (() => void) | undefined;
}

/**
 * Runs one task at a time in a separate process with few permissions, so that a task cannot crash or block the portal.
 */
export interface Sandbox {
  /**
   * Runs a task and returns its result. Throws the error of the task, SandboxLost, or the reason of the signal. If the
   * process is killed, throws only after it has exited.
   */
  run(task: unknown, options: RunOptions): Promise<unknown>;
  close(): Promise<void>;
}

/** The time after which a process without a task is ended, in milliseconds. */
const idleTimeoutMs = 60_000;
/** The maximum memory of a process, including its heap, in megabytes. */
const maxMegabytes = 512;
/** The interval of the memory checks, in milliseconds. */
const checkIntervalMs = 50;

/** Opens a sandbox. Its process starts with the first task, and again with the next task after it has ended. */
export function openSandbox({ program, memoryMegabytes, fileAccess }: SandboxOptions): Sandbox {
  const pool = new Tinypool({
    runtime: 'child_process',
    filename: program,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
    execArgv: createNodeArguments(program, memoryMegabytes, fileAccess),
    env: {},
    serialization: 'advanced',
  });
  // If a process ends while it has no task, the next task starts another process.
  pool.on('error', () => {});
  let latestProcess: ChildProcess | undefined;

  /** Returns the process for the task that was just passed to the pool. */
  const getProcess = (): ChildProcess => {
    const [worker] = pool.threads as unknown as { process: ChildProcess }[];
    if (!worker) throw new Error('The pool has started no process.');
    if (worker.process !== latestProcess) {
      latestProcess = worker.process;
      restrictProcess(latestProcess);
      // Output of libraries is discarded, because it may contain text of a user's document.
      for (const stream of [latestProcess.stdout, latestProcess.stderr]) stream?.unpipe().resume();
    }
    return latestProcess;
  };

  return {
    async run(task, { timeLimitMs, signal, onStart }) {
      signal?.throwIfAborted();
      const taskAbort = new AbortController();
      let loss: LossReason | undefined;
      let timer: NodeJS.Timeout | undefined;
      const abortWithLoss = (reason: LossReason) => {
        loss = reason;
        taskAbort.abort();
      };
      // The pool emits `drain` when the process is ready and has received the task.
      const onTaskReceived = () => {
        timer = setTimeout(abortWithLoss, timeLimitMs, 'slow');
        onStart?.();
      };
      pool.once('drain', onTaskReceived);
      const result = pool.run(task, { signal: taskAbort.signal });
      const child = getProcess();
      const abortTask = () => taskAbort.abort();
      signal?.addEventListener('abort', abortTask);
      // If the process does not start, the pool would otherwise keep the task forever.
      child.once('exit', abortTask).once('error', abortTask);
      const memoryTimer = setInterval(() => {
        if (readMegabytes(child) > maxMegabytes) abortWithLoss('memory');
      }, checkIntervalMs);
      try {
        return (await result) as unknown;
      } catch (error) {
        // The task has thrown an error; errors of the pool are instances of Error.
        if (!(error instanceof Error)) throw toError(error);
        await killAndWait(child);
        signal?.throwIfAborted();
        // The timer starts when the process has received the task.
        if (!timer) throw new SandboxLost('unstarted', describeExit(child));
        throw new SandboxLost(
          loss ?? (outOfMemorySignals.has(child.signalCode) ? 'memory' : 'died'),
          describeExit(child),
        );
      } finally {
        clearTimeout(timer);
        clearInterval(memoryTimer);
        pool.off('drain', onTaskReceived);
        signal?.removeEventListener('abort', abortTask);
        child.off('exit', abortTask).off('error', abortTask);
      }
    },
    close: () => pool.destroy(),
  };
}

/** V8 aborts the process if its heap is full. The kernel kills it if the machine has no memory left. */
const outOfMemorySignals = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);

/** Kills a process and waits until it has ended. Only then can the files that it leaves behind be removed. */
async function killAndWait(child: ChildProcess): Promise<void> {
  const hasEnded = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  if (hasEnded) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
}

const describeExit = ({ exitCode, signalCode }: ChildProcess): string => signalCode ?? `exit ${exitCode}`;

/** Returns the megabytes of memory that a process uses; 0 if the operating system does not report them. */
function readMegabytes({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Creates an Error from the plain object into which the pool has turned an error of a task. */
const toError = (plainError: unknown): Error => Object.assign(new Error('A task failed.'), plainError);
