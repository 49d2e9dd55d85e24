import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listFiles } from '../support/reference.ts';
import { pathExists, readSource, root } from '../support/sources.ts';

/** The page with the score of each file. */
export const pageFile = 'docs/mutants.md';

/** The minimum score of each file: the share of its mutants that its test notices. */
export const minScore = 0.9;

/** A mutant that no test noticed. */
export interface Survivor {
  /** The line of the file, from 1. */
  line: number;
  /** The kind of the mistake in Stryker's words, such as 'ConditionalExpression'. */
  kind: string;
  /** The code that replaced the original code. */
  replacement: string;
}

/** The number of a file's mutants, and the mutants that its test did not notice. */
export interface FileScore {
  file: string;
  mutants: number;
  survivors: Survivor[];
}

/** A row of the page. The fingerprint is that of the file and its test when the mutants ran. */
export interface ScoreRow {
  file: string;
  mutants: number;
  noticed: number;
  fingerprint: string;
}

/** Returns the path of the test beside a file. */
export const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts');

/** Returns the paths of all files of rules, and of the files in `src/shared`, that have a test beside them. */
export function listMutatedFiles(): string[] {
  return listFiles('src').filter(
    (file) => /^src\/(shared\/.*|.*\brules)(?<!\.test)\.ts$/.test(file) && pathExists(testOf(file)),
  );
}

/** Returns a fingerprint of a file and its test. */
export function fingerprintOf(file: string): string {
  const text = `${readSource(file)}\0${readSource(testOf(file))}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Runs all mutants of a file with the test beside it, in a process of its own; takes about half a minute. */
export async function runMutants(file: string): Promise<FileScore> {
  const script = join(import.meta.dirname, 'stryker.ts');
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsx'), [script, file], {
    cwd: root,
    // Vitest's variables would reach the tests that Stryker runs.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    maxBuffer: 100_000_000,
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as FileScore;
}

/** Returns the share of a file's mutants that its test notices; 1 for a file without mutants. */
export function scoreOf({ mutants, noticed }: Pick<ScoreRow, 'mutants' | 'noticed'>): number {
  return mutants === 0 ? 1 : noticed / mutants;
}

const introduction = `# Mutants

How many small mistakes the tests of the rules notice. A mutant is a file with one mistake, such as \`<\` instead of \`<=\`,
\`true\` instead of a condition, or a call left out. [Stryker](https://stryker-mutator.io) makes them all, and runs the
test beside the file for each. At least ${minScore * 100} % must be noticed in each file. \`npm run long -- mutants\`
runs those of files that have changed since this page was written, and writes it again; without the page, it runs all.
\`npm test\` runs those of changed files, too, of which there may be three.
`;

/** Returns the page for these rows, in the order of the files. */
export function renderPage(rows: readonly ScoreRow[]): string {
  const cells = rows
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map((row) => [
      `\`${row.file}\``,
      String(row.mutants),
      String(row.noticed),
      `${(scoreOf(row) * 100).toFixed(1)} %`,
      row.fingerprint,
    ]);
  const table = [['File', 'Mutants', 'Noticed', 'Score', 'Fingerprint'], Array<string>(5).fill('---'), ...cells];
  return `${introduction}\n<!-- prettier-ignore -->\n${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}

/** Returns the rows of the page; none if it does not exist. */
export function readPage(): ScoreRow[] {
  if (!pathExists(pageFile)) return [];
  return [...readSource(pageFile).matchAll(/^\| `(.+)` \| (\d+) \| (\d+) \| .+ \| (\w+) \|$/gm)].map(
    ([, file = '', mutants, noticed, fingerprint = '']) => ({
      file,
      mutants: Number(mutants),
      noticed: Number(noticed),
      fingerprint,
    }),
  );
}
