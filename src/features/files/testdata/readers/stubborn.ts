import { spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import inspect, { type Finding, type Task } from '../../inspection/inspector-process.adapter.ts';

/** The worst that a document could make its reader do; the content of the file names the action. */
const actions = {
  neverAnswers: () => {
    for (;;);
  },
  pushesWithoutEnd: () => {
    const hoard: number[] = [];
    for (;;) hoard.push(hoard.length);
  },
  makesHugeArrays: () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array<number>(1e8).fill(hoard.length));
  },
  hoardsBytes: () => {
    const hoard: Buffer[] = [];
    for (;;) hoard.push(Buffer.alloc(16_000_000, hoard.length));
  },
  overflowsItsStack: () => {
    const deeper = (depth: number): number => deeper(depth + 1) + 1;
    deeper(0);
  },
  aborts: () => process.abort(),
  leaves: () => process.exit(0),
  startsAProgram: () => void spawn('/bin/true'),
  readsAnotherFile: () => readFile('/etc/hostname'),
  writesAnotherFile: ({ path }: Task) => writeFile(`${path}.more`, 'more'),
  answersWithALink: async ({ copyTo }: Task): Promise<Finding> => {
    await symlink('/etc/hostname', copyTo);
    return { ok: true, copied: true };
  },
} satisfies Record<string, (task: Task) => unknown>;

export type Misbehaviour = keyof typeof actions;

export const misbehaviours = Object.keys(actions) as Misbehaviour[];

/** The content of a file on which the reader misbehaves in this way. */
export const makesReader = (action: Misbehaviour) => `the reader ${action}.`;

/** A reader that misbehaves as its file demands. It first writes the id of its process to the copy. */
export default async function stubborn(task: Task): Promise<Finding> {
  const text = await readFile(task.path, 'latin1');
  const action = misbehaviours.find((each) => text === makesReader(each));
  if (!action) return inspect(task);
  if (action !== 'answersWithALink') await writeFile(task.copyTo, String(process.pid));
  try {
    return ((await actions[action](task)) as Finding | undefined) ?? { ok: true, copied: false };
  } catch {
    // The real readers treat errors of their libraries the same way.
    return { ok: false, reason: 'wrongContent' };
  }
}
