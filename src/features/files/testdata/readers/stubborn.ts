import { readFile, writeFile } from 'node:fs/promises';
import look, { type Finding, type Task } from '../../inspection/look.ts';

/** At a file with these words this reader never answers, in the middle of writing a copy. */
export const neverAnswers = 'this one never answers';
/** At a file with these words this reader uses all the memory that it can get. */
export const eatsMemory = 'this one eats memory';

/** A worker's program as bad as any reader may turn out to be. */
export default async function stubborn(task: Task): Promise<Finding> {
  task.started?.postMessage('started');
  const text = await readFile(task.path, 'latin1');
  if (text.includes(neverAnswers)) await writeFile(task.copyTo, 'begun');
  while (text.includes(neverAnswers));
  const hoard: object[] = [];
  while (text.includes(eatsMemory)) hoard.push({ more: hoard.length });
  return look(task);
}
