import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandboxes, type Sandboxes } from './sandboxes.ts';
import type { SandboxLost } from './sandbox.ts';

const dyingProgram = `process.kill(process.pid, 'SIGKILL');`;
const doublingProgram = 'export default (task) => 2 * task;';

let folder: string;
let program: string;
let sandboxes: Sandboxes;
const losses: SandboxLost[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-sandboxes-'));
  program = join(folder, 'program.mjs');
  losses.length = 0;
});
afterEach(async () => {
  await sandboxes.close();
  await rm(folder, { recursive: true });
});

/** Opens a sandbox with a process that dies while it starts. The program is then replaced with `nextProgram`. */
function openDyingSandbox(nextProgram: string): void {
  writeFileSync(program, dyingProgram);
  const onLost = (_: string, lost: SandboxLost) => {
    losses.push(lost);
    writeFileSync(program, nextProgram);
  };
  sandboxes = openSandboxes({ name: 'test', program, maxProcesses: 1, maxWaiting: 1, memoryMegabytes: 64, onLost });
}

const double = (number: number) => sandboxes.use((run) => run(number, { timeLimitMs: 60_000 }));

test('if a process ends while it starts, another process runs the task', async () => {
  openDyingSandbox(doublingProgram);
  expect(await double(21)).toBe(42);
  expect(losses).toMatchObject([{ loss: 'unstarted', exitCause: 'SIGKILL' }]);
});

test('a task fails if its program fails to start twice; a later task starts the program again', async () => {
  openDyingSandbox(dyingProgram);
  await expect(double(21)).rejects.toMatchObject({ name: 'SandboxLost', loss: 'unstarted' });
  expect(losses).toHaveLength(2);
  writeFileSync(program, doublingProgram);
  expect(await double(21)).toBe(42);
});
