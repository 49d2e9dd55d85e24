import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { testOf, type FileScore } from './mutants.ts';

// Runs all mutants of the file in the first argument, with only the test beside it, and prints a FileScore as JSON in
// the last line. A mutant is the file with one small mistake, such as `<` instead of `<=`.

const [file = ''] = process.argv.slice(2);
process.env['MUTANT_TESTS'] = testOf(file);
const mutants = await new Stryker({
  mutate: [file],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  // Stryker cannot read the configuration of this version of TypeScript, and needs it only to rewrite its paths.
  tsconfigFile: 'none',
  reporters: ['json'],
  jsonReporter: { fileName: '/dev/null' },
  warnings: false,
  concurrency: Number(process.env['MUTANT_WORKERS'] ?? 1),
  ignorePatterns: ['bench', 'dist', 'docs', 'test-results'],
  tempDirName: join(tmpdir(), `portal-mutants-${process.pid}`),
}).runMutationTest();

const counted = mutants.filter(({ status }) => status !== 'Ignored');
// A mutant that never ends, or that ends the test run, is noticed, too.
const survivors = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
const score: FileScore = {
  file,
  mutants: counted.length,
  survivors: survivors.map(({ location, mutatorName, replacement }) => ({
    line: location.start.line,
    kind: mutatorName,
    replacement: replacement ?? '',
  })),
};
console.log(JSON.stringify(score));
