import { readFile, writeFile } from 'node:fs/promises';
import look, { type Finding, type Task } from '../../inspection/look.ts';

/** A file with these words keeps this reader from ever answering, in the middle of writing a copy. */
export const neverAnswers = 'this one never answers';
/** A file with these words lets this reader take all memory that it gets. */
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
