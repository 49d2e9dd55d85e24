import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// For tests that check that the files and tests named in the documentation exist.

/** The checkout's folder. */
export const root = join(import.meta.dirname, '../..');
const sources = new Map<string, string>();

/** A reference to a test in the documentation: its file, and a part of its title. */
export interface TestReference {
  file: string;
  title: string;
}

/** Whether a path relative to the checkout's root exists. */
export function pathExists(path: string): boolean {
  return existsSync(join(root, path));
}

/** Returns a file's text; throws if the file does not exist. */
export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns a file's text with all white space as single spaces; '' if the file does not exist. */
export function readSourceOnOneLine(path: string): string {
  const known = sources.get(path) ?? (pathExists(path) ? readSource(path).replace(/\s+/g, ' ') : '');
  sources.set(path, known);
  return known;
}

/** The paths in backticks in a text. */
export function pathsIn(page: string): string[] {
  return [...page.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
}

/** The tests that a text names in the form `file`: "part of a title". */
export function testsIn(page: string): TestReference[] {
  return [...page.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }));
}

/** Those of the named tests that do not exist. */
export function missingTests(tests: TestReference[]): TestReference[] {
  return tests.filter(({ file, title }) => !titlesIn(file).includes(title.replace(/\s+/g, ' ')));
}

/** The titles of the tests and groups in a file. */
function titlesIn(path: string): string {
  const titles = readSourceOnOneLine(path).matchAll(/(?:\b(?:test|describe)|\))\( ?(['"`])((?:\\.|(?!\1).)+)\1, /g);
  return [...titles].map(([, , title = '']) => title.replace(/\\(.)/g, '$1')).join('\n');
}
