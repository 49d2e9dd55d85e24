import { dirname, normalize } from 'node:path';
import { filesIn } from './reference.ts';
import { readSource } from './sources.ts';

/** An import of one source file by another one, both as paths from the repository's root. */
export interface Import {
  from: string;
  to: string;
}

/** The source files of the product, without tests, test data and generated files. */
export const sourceFiles = (): string[] =>
  filesIn('src').filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/\/testdata\/|\.generated\./.test(path));

const importPattern = /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g;

/** All imports between these source files, including type imports and dynamic ones. */
export function importsOf(files: readonly string[]): Import[] {
  const known = new Set(files);
  return files.flatMap((from) =>
    [...readSource(from).matchAll(importPattern)]
      .map(([, staticPath, dynamicPath]) => normalize(`${dirname(from)}/${staticPath ?? dynamicPath}`))
      .filter((to) => known.has(to))
      .map((to) => ({ from, to })),
  );
}
