import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '../settings/paths.ts';

/** The absolute paths of the files that a sandboxed process may read or write. */
export interface FileAccess {
  readPaths: readonly string[];
  writePaths: readonly string[];
}

/** The name of Node's permission option, which was renamed in Node 22.13. */
const permissionOption = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Returns Node's arguments for a sandboxed process. `heapMegabytes` limits its heap. A built program may only access
 * its own code and the given files. It may not start processes or threads. A TypeScript program of the sources is not
 * restricted: it is compiled when it starts, and the compiler needs other files, processes and threads.
 */
export function createNodeArguments(
  program: string,
  heapMegabytes: number,
  { readPaths, writePaths }: FileAccess,
): string[] {
  const heapOption = `--max-old-space-size=${heapMegabytes}`;
  if (/\.tsx?$/.test(program)) return [heapOption, '--import', 'tsx'];
  const code = [
    join(dirname(program), '*'),
    join(checkoutRoot, 'node_modules', '*'),
    join(checkoutRoot, 'package.json'),
  ];
  return [
    heapOption,
    permissionOption,
    ...[...code, ...readPaths].map((path) => `--allow-fs-read=${path}`),
    ...writePaths.map((path) => `--allow-fs-write=${path}`),
  ];
}

/**
 * Lowers the priority of a process, makes the kernel kill it before the portal if memory runs out, and excludes its
 * memory from core dumps. Skips each step that the operating system does not support or allow.
 */
export function restrictProcess({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const steps = [
    () => setPriority(pid, 5),
    () => writeFileSync(`/proc/${pid}/oom_score_adj`, '900'),
    () => writeFileSync(`/proc/${pid}/coredump_filter`, '0'),
  ];
  for (const step of steps)
    try {
      step();
    } catch {
      // The sandbox's limits of memory and time apply even without this step.
    }
}
