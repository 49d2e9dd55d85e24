import { dirname, normalize } from 'node:path';
import { filesIn } from './reference.ts';
import { text } from './sources.ts';

/** An import of one source file by another one, both as paths from the repository's root. */
export interface Import {
  from: string;
  to: string;
}

/** The source files of the product, without tests, their material and generated files. */
export const sourceFiles = (): string[] =>
  filesIn('src').filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/\/testdata\/|\.generated\./.test(path));

const importing = /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g;

/** All imports between the source files, of types as well, and those that wait until they are needed. */
export function importsOf(files: readonly string[]): Import[] {
  const known = new Set(files);
  return files.flatMap((from) =>
    [...text(from).matchAll(importing)]
      .map(([, now, later]) => normalize(`${dirname(from)}/${now ?? later}`))
      .filter((to) => known.has(to))
      .map((to) => ({ from, to })),
  );
}
