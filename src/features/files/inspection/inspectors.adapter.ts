import { copyFile, link, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { mapErrorsTo503 } from '../../../platform/http/calls/unavailable.ts';
import { createTemporaryName } from '../../../platform/storage/temporary-files.ts';
import { SandboxLost, type LossReason } from '../../../platform/sandbox/sandbox.ts';
import { openSandboxes, resolveSandboxProgram, type OnProcessLost } from '../../../platform/sandbox/sandboxes.ts';
import type { Finding, Reading, ReadingTask, Readings, Task } from './inspector-process.adapter.ts';
import { openQueue } from './queue.adapter.ts';
import type { RefusalReason } from './refused-document.rules.ts';

/** The program and the limits of the inspector processes; tests replace some of them. */
export interface InspectionLimits {
  /** The path of the program that inspects documents in a process. */
  program: string;
  /** The maximum duration of an inspection in milliseconds. */
  timeLimitMs: number;
  /** The maximum heap size of a process in megabytes. Files and unpacked bytes have separate limits. */
  memoryMegabytes: number;
  /** The maximum number of processes, at least two, since slow documents may occupy one of them. */
  maxProcesses: number;
}

const program = resolveSandboxProgram(import.meta.url, {
  bundled: './look.js',
  source: './inspector-process.adapter.ts',
});
/** One process for each core, divided by the number of portal processes that share the machine; but at least two. */
const maxProcesses = Math.max(2, Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1)));
const defaultLimits: InspectionLimits = { program, timeLimitMs: 10_000, memoryMegabytes: 256, maxProcesses };

/**
 * Most genuine documents take less than a tenth of a second. Documents that take longer than `slowAfterMs` may be
 * postponed while other documents wait. A person whose document exceeds the deadline waits behind all others for
 * `penaltyMs`.
 */
const queueLimits = { maxWaiting: 200, slowAfterMs: 200, penaltyMs: 60_000 } as const;

/** Why a document is refused if its process was lost, by the reason of the loss. */
const refusalByLoss: Record<Exclude<LossReason, 'unstarted'>, RefusalReason> = {
  slow: 'timedOut',
  memory: 'tooLarge',
  died: 'unreadable',
};

declare module '../../../platform/http/calls/handler.ts' {
  interface App {
    inspectors: Inspectors;
  }
}

/** The processes that inspect documents, so that no file can block or crash the portal. */
export interface Inspectors {
  /**
   * Inspects a person's file when it is the person's turn. Throws 503 if too many files wait, or if no process can be
   * started. When `signal` fires, stops and throws the signal's reason.
   */
  inspect(person: number, task: Task, signal: AbortSignal): Promise<Finding>;
  /** Reads a person's document, or compares two, like `inspect`. */
  read<What extends keyof Readings>(
    person: number,
    task: Extract<ReadingTask, { what: What }>,
    signal: AbortSignal,
  ): Promise<Reading<What>>;
  close(): Promise<void>;
}

/** The result of an inspection or of reading. */
type Result = Finding | Reading<keyof Readings>;

/** The options of the inspectors; missing limits have their default values. */
interface InspectorOptions extends Partial<InspectionLimits> {
  /** The folder for the files of running inspections. */
  temporaryFolder: string;
  /** Called for each process that is lost. */
  onLost: OnProcessLost;
}

/**
 * Returns inspectors, which start their processes when they are needed. Each process can access only one file and its
 * copy, in a folder that exists only during the inspection. An inspection is stopped at its deadline, when its process
 * uses too much memory or dies, and when the caller's signal fires; it leaves no files behind. A queue decides whose
 * file is next, so that one person's slow files do not hold up the files of others.
 */
export function openInspectors({ temporaryFolder, onLost, ...limits }: InspectorOptions): Inspectors {
  const { program, timeLimitMs, memoryMegabytes, maxProcesses } = { ...defaultLimits, ...limits };
  const workspaces = Array.from({ length: maxProcesses }, () => workspaceIn(temporaryFolder));
  const queue = openQueue({ maxRunning: maxProcesses, ...queueLimits });
  const sandboxes = openSandboxes({
    name: 'look',
    program,
    memoryMegabytes,
    maxProcesses,
    maxWaiting: 0,
    onLost,
    fileAccessOf(index) {
      const { original, other, copy } = workspaces[index] as Workspace;
      return { readPaths: [original, other, copy], writePaths: [copy] };
    },
  });
  const runInTurn = (person: number, task: Task | ReadingTask, signal: AbortSignal) =>
    queue.inspect(
      person,
      (attemptSignal, onStart) =>
        sandboxes.use((run, index) =>
          runInWorkspace(workspaces[index] as Workspace, task, async (workspaceTask) => {
            try {
              return (await run(workspaceTask, { timeLimitMs, signal: attemptSignal, onStart })) as Result;
            } catch (error) {
              if (!(error instanceof SandboxLost)) throw error;
              // No process could be started, so the file is not the cause.
              if (error.loss === 'unstarted') return mapErrorsTo503(Promise.reject(error));
              if (error.loss === 'slow') queue.penalise(person);
              return { ok: false, reason: refusalByLoss[error.loss] };
            }
          }),
        ),
      signal,
    );
  return {
    inspect: async (person, task, signal) => (await runInTurn(person, task, signal)) as Finding,
    read: async <What extends keyof Readings>(person: number, task: ReadingTask, signal: AbortSignal) =>
      (await runInTurn(person, task, signal)) as Reading<What>,
    close: () => sandboxes.close(),
  };
}

/**
 * The only files that an inspector process may access, and their folder: the file to inspect or read, the file with
 * which it is compared, and the copy that the inspector writes (a harmless or clean one).
 */
interface Workspace {
  folder: string;
  original: string;
  other: string;
  copy: string;
}

function workspaceIn(temporaryFolder: string): Workspace {
  const folder = resolve(temporaryFolder, createTemporaryName());
  return { folder, original: join(folder, 'original'), other: join(folder, 'other'), copy: join(folder, 'copy') };
}

/**
 * Puts the files of a task into a workspace and runs the task there. Then moves the copy to the path that the task
 * names, if there is a copy, and removes the workspace.
 */
async function runInWorkspace(
  { folder, original, other, copy }: Workspace,
  task: Task | ReadingTask,
  run: (workspaceTask: Task | ReadingTask) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    // Not every file system supports hard links.
    const put = (from: string, to: string) => link(from, to).catch(() => copyFile(from, to));
    await put(task.path, original);
    if ('otherPath' in task) await put(task.otherPath, other);
    const result = await run({
      ...task,
      path: original,
      ...('otherPath' in task && { otherPath: other }),
      ...('copyTo' in task && { copyTo: copy }),
    });
    const isCopied = result.ok && 'copyTo' in task && ('copied' in result ? result.copied : true);
    if (!isCopied) return result;
    // A compromised process could have written a link to another file there.
    const copyStats = await lstat(copy);
    if (!copyStats.isFile() || copyStats.nlink !== 1) return { ok: false, reason: 'unreadable' };
    await rename(copy, task.copyTo);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
