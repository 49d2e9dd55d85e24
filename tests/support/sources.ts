import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Functions for tests that read source files, and that check whether the files and tests named in the documentation
// exist.

/** The checkout's folder. */
export const root = join(import.meta.dirname, '../..');
const cachedTexts = new Map<string, string>();

/** A reference to a test in the documentation: the test's file, and a part of its title. */
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

/** Returns a file's text with each run of white space as one space; '' if the file does not exist. */
export function readSourceOnOneLine(path: string): string {
  const text = cachedTexts.get(path) ?? (pathExists(path) ? readSource(path).replace(/\s+/g, ' ') : '');
  cachedTexts.set(path, text);
  return text;
}

/** Finds the paths that a text quotes in backticks. */
export function findPaths(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
}

/** Finds the tests that a text names in the form `file`: "part of a title". */
export function findTestReferences(text: string): TestReference[] {
  return [...text.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }));
}

/** Returns the named tests that do not exist. */
export function findMissingTests(tests: TestReference[]): TestReference[] {
  return tests.filter(({ file, title }) => !readTitles(file).includes(title.replace(/\s+/g, ' ')));
}

/** Returns the titles of the tests and groups in a file, one per line. */
function readTitles(path: string): string {
  const titles = readSourceOnOneLine(path).matchAll(/(?:\b(?:test|describe)|\))\( ?(['"`])((?:\\.|(?!\1).)+)\1, /g);
  return [...titles].map(([, , title = '']) => title.replace(/\\(.)/g, '$1')).join('\n');
}
