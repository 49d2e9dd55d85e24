import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// For tests that keep a page of the documentation correct: the files and tests that it names must exist.

/** The checkout's folder. */
export const root = join(import.meta.dirname, '../..');
const sources = new Map<string, string>();

/** A test as named on a page: its file, and a part of its title. */
export interface NamedTest {
  file: string;
  title: string;
}

/** Whether a path, from the checkout's root, exists. */
export function isThere(path: string): boolean {
  return existsSync(join(root, path));
}

/** A file's text; throws if there is none. */
export function text(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A file's text with single spaces, '' if there is none. */
export function source(path: string): string {
  const known = sources.get(path) ?? (isThere(path) ? text(path).replace(/\s+/g, ' ') : '');
  sources.set(path, known);
  return known;
}

/** The paths in backticks. */
export function pathsIn(words: string): string[] {
  return [...words.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
}

/** The tests named as `file`: "part of a title". */
export function testsIn(words: string): NamedTest[] {
  return [...words.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }));
}

/** The named tests that do not exist. */
export function missingTests(named: NamedTest[]): NamedTest[] {
  return named.filter(({ file, title }) => !titlesIn(file).includes(title.replace(/\s+/g, ' ')));
}

/** The titles of the tests and groups in a file. */
function titlesIn(path: string): string {
  const titles = source(path).matchAll(/(?:\b(?:test|describe)|\))\( ?(['"`])((?:\\.|(?!\1).)+)\1, /g);
  return [...titles].map(([, , title = '']) => title.replace(/\\(.)/g, '$1')).join('\n');
}
