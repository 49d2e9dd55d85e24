import { copyFile, link, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { temporaryName } from '../../../platform/storage/receive.ts';
import { SandboxLost, type Loss } from '../../../platform/sandbox/sandbox.ts';
import { openSandboxes, sandboxProgram, type OnLost } from '../../../platform/sandbox/sandboxes.ts';
import type { Finding, Task } from './inspector-process.adapter.ts';
import { openQueue } from './queue.adapter.ts';
import type { RejectionReason } from './rejected-document.rules.ts';

/** The program of the readers, their number, and the time and memory that a document may take; tests set their own. */
export interface InspectionLimits {
  /** The readers' program. */
  program: string;
  /** The maximum duration of an inspection in milliseconds. */
  deadline: number;
  /** The maximum size of a reader's objects in megabytes. Files and unpacked bytes have separate limits. */
  memory: number;
  /** The maximum number of readers, at least two, since slow documents may hold up one of them. */
  maxReaders: number;
}

const program = sandboxProgram(import.meta.url, { bundled: './look.js', source: './inspector-process.adapter.ts' });
const maxReaders = Math.max(2, Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1)));
const defaultLimits: InspectionLimits = { program, deadline: 10_000, memory: 256, maxReaders };

/**
 * Most genuine documents take less than a tenth of a second; a slow one (`slowAfter`) may be postponed for others.
 * People whose document is refused as too slow wait behind all others for a minute (`penalty`).
 */
const queueLimits = { maxWaiting: 200, slowAfter: 200, penalty: 60_000 } as const;

/** The reason for which a document is refused when its reader is lost. */
const reasonOfLoss: Record<Loss, RejectionReason> = {
  slow: 'slow',
  memory: 'tooLarge',
  died: 'unreadable',
  unstarted: 'unreadable',
};

declare module '../../../platform/http/calls/handler.ts' {
  interface App {
    inspectors: Inspectors;
  }
}

/** Readers that inspect documents, so that no file can block or end the portal. */
export interface Inspectors {
  /** Inspects a person's file when it is their turn. Throws the reason of `signal`, and 503 if too many files wait. */
  inspect(person: number, task: Task, signal: AbortSignal): Promise<Finding>;
  close(): Promise<void>;
}

/** The folder for the readers' files, a callback for each lost reader, and limits that replace the default ones. */
interface InspectorOptions extends Partial<InspectionLimits> {
  temporaryFolder: string;
  onLost: OnLost;
}

/**
 * Starts readers when they are needed: one for each core of this process's share, and at least two. Each can access
 * only one file and its copy, in a folder that exists only during the inspection. An inspection ends at the deadline,
 * when its memory is used up, when its caller's signal fires or when its reader dies, and leaves no files behind. A
 * queue decides whose file is next, so that some people's slow files do not hold up the others.
 */
export function openInspectors({ temporaryFolder, onLost, ...limits }: InspectorOptions): Inspectors {
  const { program, deadline, memory, maxReaders } = { ...defaultLimits, ...limits };
  const workspaces = Array.from({ length: maxReaders }, () => workspaceIn(temporaryFolder));
  const queue = openQueue({ maxRunning: maxReaders, ...queueLimits });
  const sandboxes = openSandboxes({
    name: 'look',
    program,
    memory,
    maxProcesses: maxReaders,
    maxWaiting: 0,
    onLost,
    reachOf(index) {
      const { original, copy } = workspaces[index] as Workspace;
      return { reads: [original, copy], writes: [copy] };
    },
  });
  return {
    inspect: (person, task, signal) =>
      queue.inspect(
        person,
        (stopSignal, onBegun) =>
          sandboxes.use((run, index) =>
            inWorkspace(workspaces[index] as Workspace, task, async (workspaceTask) => {
              try {
                return (await run(workspaceTask, { deadline, signal: stopSignal, onBegun })) as Finding;
              } catch (error) {
                if (!(error instanceof SandboxLost)) throw error;
                if (error.loss === 'slow') queue.penalise(person);
                return { ok: false, reason: reasonOfLoss[error.loss] };
              }
            }),
          ),
        signal,
      ),
    close: () => sandboxes.close(),
  };
}

/** The only two files that a reader may access: the one that it inspects, and the harmless copy. */
interface Workspace {
  folder: string;
  original: string;
  copy: string;
}

function workspaceIn(temporaryFolder: string): Workspace {
  const folder = resolve(temporaryFolder, temporaryName());
  return { folder, original: join(folder, 'original'), copy: join(folder, 'copy') };
}

/** Links a file into a workspace for its inspection, moves its copy out if there is one, and clears the workspace. */
async function inWorkspace(
  { folder, original, copy }: Workspace,
  task: Task,
  inspect: (workspaceTask: Task) => Promise<Finding>,
): Promise<Finding> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    // Not every file system supports hard links.
    await link(task.path, original).catch(() => copyFile(task.path, original));
    const finding = await inspect({ ...task, path: original, copyTo: copy });
    if (finding.ok && finding.copied) {
      // A compromised reader could have put a link to another file there.
      const copyStats = await lstat(copy);
      if (!copyStats.isFile() || copyStats.nlink !== 1) return { ok: false, reason: 'unreadable' };
      await rename(copy, task.copyTo);
    }
    return finding;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
