import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandboxes, type Sandboxes } from './sandboxes.ts';
import type { SandboxLost } from './sandbox.ts';

const dies = `process.kill(process.pid, 'SIGKILL');`;
const doubles = 'export default (task) => 2 * task;';

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

/** Opens sandboxes whose first processes die while they start; once one is lost, `next` is their program. */
function open(next: string): void {
  writeFileSync(program, dies);
  const onLost = (_: string, lost: SandboxLost) => {
    losses.push(lost);
    writeFileSync(program, next);
  };
  sandboxes = openSandboxes({ name: 'test', program, atOnce: 1, mostWaiting: 1, memory: 64, onLost });
}

const double = (number: number) => sandboxes.use((run) => run(number, { deadline: 60_000 }));

test('what a process has not begun, because it ended while it started, another process does', async () => {
  open(doubles);
  expect(await double(21)).toBe(42);
  expect(losses).toMatchObject([{ loss: 'unstarted', how: 'SIGKILL' }]);
});

test('a program that does not start is given up with its second process; later it may start again', async () => {
  open(dies);
  await expect(double(21)).rejects.toMatchObject({ name: 'SandboxLost', loss: 'unstarted' });
  expect(losses).toHaveLength(2);
  writeFileSync(program, doubles);
  expect(await double(21)).toBe(42);
});
