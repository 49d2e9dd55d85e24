import { spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import look, { type Finding, type Task } from '../../inspection/process.adapter.ts';

/** What a document could make its reader do at worst, by words that stand in the file. */
const deeds = {
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

export type Deed = keyof typeof deeds;

export const deedsOfReaders = Object.keys(deeds) as Deed[];

/** The bytes of a file at which the reader does this. */
export const makesReader = (deed: Deed) => `the reader ${deed}.`;

/** A reader as bad as any may turn out to be. It begins a copy with the number of its process. */
export default async function stubborn(task: Task): Promise<Finding> {
  const text = await readFile(task.path, 'latin1');
  const deed = deedsOfReaders.find((each) => text === makesReader(each));
  if (!deed) return look(task);
  if (deed !== 'answersWithALink') await writeFile(task.copyTo, String(process.pid));
  try {
    return ((await deeds[deed](task)) as Finding | undefined) ?? { ok: true, copied: false };
  } catch {
    // As the readers take errors of their libraries.
    return { ok: false, reason: 'wrongContent' };
  }
}
