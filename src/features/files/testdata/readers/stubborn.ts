import { spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import runTask, {
  type Finding,
  type Reading,
  type ReadingTask,
  type Readings,
  type Task,
} from '../../inspection/inspector-process.adapter.ts';

/** The worst things that a document could make its inspector do. The content of the test file names one of them. */
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
  exits: () => process.exit(0),
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

/** Returns the content of a file that makes this inspector misbehave. */
export const misbehavingContent = (action: Misbehaviour) => `the reader ${action}.`;

/**
 * An inspector that misbehaves if its file demands it. First it writes the id of its process to the copy, so that tests
 * can find the process.
 */
export default async function misbehave(task: Task | ReadingTask): Promise<Finding | Reading<keyof Readings>> {
  if ('what' in task) return runTask(task);
  const text = await readFile(task.path, 'latin1');
  const action = misbehaviours.find((misbehaviour) => text === misbehavingContent(misbehaviour));
  if (!action) return runTask(task);
  if (action !== 'answersWithALink') await writeFile(task.copyTo, String(process.pid));
  try {
    return ((await actions[action](task)) as Finding | undefined) ?? { ok: true, copied: false };
  } catch {
    // The real inspector treats errors of its libraries in the same way.
    return { ok: false, reason: 'wrongContent' };
  }
}
