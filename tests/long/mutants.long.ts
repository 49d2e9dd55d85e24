import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  fingerprintOf,
  listMutatedFiles,
  minScore,
  pageFile,
  readPage,
  renderPage,
  runMutants,
  scoreOf,
  type ScoreRow,
} from '../mutants/mutants.ts';
import { root } from '../support/sources.ts';
import { recordFigure } from './figure.ts';

test('the tests of the rules notice at least nine in ten of all small mistakes in each file', async () => {
  const files = listMutatedFiles();
  // Files that have not changed since the page was written keep their rows. Without the page, all files run.
  const rows = readPage().filter((row) => files.includes(row.file) && row.fingerprint === fingerprintOf(row.file));
  const remainingFiles = files.filter((file) => !rows.some((row) => row.file === file));
  const runRemaining = async () => {
    for (let file = remainingFiles.shift(); file !== undefined; file = remainingFiles.shift()) {
      const fingerprint = fingerprintOf(file);
      const { mutants, survivors } = await runMutants(file);
      const row = { file, mutants, noticed: mutants - survivors.length, fingerprint };
      rows.push(row);
      console.log(`${(scoreOf(row) * 100).toFixed(1)} % of ${mutants} mutants: ${file}`);
      for (const { line, kind, replacement } of survivors)
        console.log(`  ${file}:${line} ${kind}: ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`);
    }
  };
  await Promise.all([runRemaining(), runRemaining()]);
  writeFileSync(join(root, pageFile), renderPage(rows));
  const sumOf = (count: (row: ScoreRow) => number) => rows.reduce((sum, row) => sum + count(row), 0);
  const belowMinimum = rows.filter((row) => scoreOf(row) < minScore);
  recordFigure({
    subject: 'mutants of the rules',
    result: `${sumOf(({ mutants }) => mutants)} in ${rows.length} files, ${sumOf(({ noticed }) => noticed)} noticed; ${belowMinimum.length} files below ${minScore * 100} %`,
    goal: '0 files below',
    isMet: belowMinimum.length === 0,
  });
  expect(readPage().map(({ file }) => file)).toEqual(files.toSorted());
  expect(belowMinimum).toEqual([]);
});
