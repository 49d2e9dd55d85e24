import { dirname, normalize } from 'node:path';
import { listFiles } from './reference.ts';
import { readSource } from './sources.ts';

/** An import: the file `from` imports the file `to`. The paths are relative to the repository's root. */
export interface Import {
  from: string;
  to: string;
}

/** Lists the source files of the product, without tests, test data and generated files. */
export const listSourceFiles = (): string[] =>
  listFiles('src').filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/\/testdata\/|\.generated\./.test(path));

const importPattern = /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g;

/** Finds all imports between these source files, including type imports and dynamic imports. */
export function findImports(files: readonly string[]): Import[] {
  const fileSet = new Set(files);
  return files.flatMap((from) =>
    [...readSource(from).matchAll(importPattern)]
      .map(([, staticPath, dynamicPath]) => normalize(`${dirname(from)}/${staticPath ?? dynamicPath}`))
      .filter((to) => fileSet.has(to))
      .map((to) => ({ from, to })),
  );
}
