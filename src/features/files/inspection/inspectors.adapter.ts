import { copyFile, link, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { temporaryName } from '../../../platform/storage/receive.ts';
import { SandboxLost, type Loss } from '../../../platform/sandbox/sandbox.ts';
import { openSandboxes, sandboxProgram, type OnLost } from '../../../platform/sandbox/sandboxes.ts';
import type { Finding, Task } from './inspector-process.adapter.ts';
import { openQueue } from './queue.adapter.ts';
import type { RejectionReason } from './rejected-document.rules.ts';

/** Time and memory that a document may take before it is refused, and how many readers there are; tests set less. */
export interface InspectionLimits {
  /** The readers' program. */
  program: string;
  /** Milliseconds from the start of the work. */
  deadline: number;
  /** Megabytes of objects in a reader. Files and unpacked bytes have limits of their own. */
  memory: number;
  /** The most readers at once, at least two: one of them may be held up by slow documents. */
  atOnce: number;
}

const program = sandboxProgram(import.meta.url, { bundled: './look.js', source: './inspector-process.adapter.ts' });
const atOnce = Math.max(2, Math.floor(availableParallelism() / Number(process.env['SHARED_BY'] ?? 1)));
const usual: InspectionLimits = { program, deadline: 10_000, memory: 256, atOnce };

/**
 * Most genuine documents take less than a tenth of a second; one that takes much longer stops for others if necessary.
 * People whose document is refused as too slow wait behind all others for a minute.
 */
const turns = { mostWaiting: 200, slowAfter: 200, penalty: 60_000 } as const;

/** Why a document is refused if its reader is lost. */
const reasons: Record<Loss, RejectionReason> = {
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
  /** Inspects a person's file when it is their turn. Throws the reason of `signal`, and 503 if too many wait. */
  inspect(person: number, task: Task, signal: AbortSignal): Promise<Finding>;
  close(): Promise<void>;
}

/** Where readers find their files, what is called when one is lost, and limits other than the usual ones. */
interface InspectorOptions extends Partial<InspectionLimits> {
  temporaryFolder: string;
  onLost: OnLost;
}

/**
 * Starts readers as needed, one for each of this process's share of the cores and at least two. Each reaches only one
 * file, in a folder that exists as long as the inspection. An inspection ends at the deadline, when memory is used up,
 * with its caller's signal or with its reader, and leaves nothing behind. A queue decides whose file is next, so that
 * some people's slow files do not hold up the others.
 */
export function openInspectors({ temporaryFolder, onLost, ...limits }: InspectorOptions): Inspectors {
  const { program, deadline, memory, atOnce } = { ...usual, ...limits };
  const workspaces = Array.from({ length: atOnce }, () => workspaceIn(temporaryFolder));
  const queue = openQueue({ atOnce, ...turns });
  const sandboxes = openSandboxes({
    name: 'look',
    program,
    memory,
    atOnce,
    mostWaiting: 0,
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
        (stopped, onBegun) =>
          sandboxes.use((run, index) =>
            inWorkspace(workspaces[index] as Workspace, task, async (moved) => {
              try {
                return (await run(moved, { deadline, signal: stopped, onBegun })) as Finding;
              } catch (error) {
                if (!(error instanceof SandboxLost)) throw error;
                if (error.loss === 'slow') queue.penalise(person);
                return { ok: false, reason: reasons[error.loss] };
              }
            }),
          ),
        signal,
      ),
    close: () => sandboxes.close(),
  };
}

/** The only two files that a reader may reach: the one that it inspects, and its harmless copy. */
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
  inspect: (moved: Task) => Promise<Finding>,
): Promise<Finding> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    // Not every file system supports hard links.
    await link(task.path, original).catch(() => copyFile(task.path, original));
    const finding = await inspect({ ...task, path: original, copyTo: copy });
    if (finding.ok && finding.copied) {
      // A compromised reader could have put a link there, to a file that is not its own.
      const written = await lstat(copy);
      if (!written.isFile() || written.nlink !== 1) return { ok: false, reason: 'unreadable' };
      await rename(copy, task.copyTo);
    }
    return finding;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
