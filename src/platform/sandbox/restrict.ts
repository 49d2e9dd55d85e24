import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../settings/paths.ts';

/** The files that a sandboxed process may read and those that it may write, by their absolute paths. */
export interface Reach {
  reads: readonly string[];
  writes: readonly string[];
}

/** The option's name since Node 22.13, or the one before. */
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Node's arguments for a process that may use `memory` megabytes of objects. A built program can reach only its own
 * code and the given files: no other file, no process, no thread. A program run from the sources is compiled as it
 * starts, which needs all three.
 */
export function argumentsOf(program: string, memory: number, { reads, writes }: Reach): string[] {
  const heap = `--max-old-space-size=${memory}`;
  if (program.endsWith('.ts')) return [heap, '--import', 'tsx'];
  const code = [join(dirname(program), '*'), join(root, 'node_modules', '*'), join(root, 'package.json')];
  return [
    heap,
    permission,
    ...[...code, ...reads].map((path) => `--allow-fs-read=${path}`),
    ...writes.map((path) => `--allow-fs-write=${path}`),
  ];
}

/**
 * Lowers the priority of a process, lets the kernel end it before the portal when memory runs out, and keeps its memory
 * out of core dumps. Skips each of these that the system lacks or forbids.
 */
export function restrict({ pid }: ChildProcess): void {
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
      // The limits of memory and time hold without this step.
    }
}
