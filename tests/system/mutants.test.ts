import { expect, test } from 'vitest';
import {
  fingerprintOf,
  listMutatedFiles,
  minScore,
  readPage,
  runMutants,
  scoreOf,
  testOf,
} from '../mutants/mutants.ts';
import { listFiles } from '../support/reference.ts';
import { pathExists, readSource } from '../support/sources.ts';

const page = readPage();

test('every file of rules that decides anything has a test beside it', () => {
  const filesWithoutTest = listFiles('src').filter(
    (file) => /\brules\.ts$/.test(file) && !pathExists(testOf(file)) && /\bfunction\b|=>/.test(readSource(file)),
  );
  expect(filesWithoutTest).toEqual([]);
});

test('the page of mutants lists every file of rules, each with a sufficient score', () => {
  const files = listMutatedFiles();
  expect(page.map(({ file }) => file).filter((file) => !files.includes(file))).toEqual([]);
  expect(page.filter((row) => scoreOf(row) < minScore)).toEqual([]);
});

const fingerprints = new Map(page.map(({ file, fingerprint }) => [file, fingerprint]));
const changedFiles = listMutatedFiles().filter((file) => fingerprints.get(file) !== fingerprintOf(file));

test('at most three files of rules have changed since the page was written, so that their mutants take a minute', () => {
  expect(changedFiles.length, 'npm run long -- mutants').toBeLessThanOrEqual(3);
});

test(
  'tests notice nine in ten of the mutants in files of rules that have changed since the page was written',
  { timeout: 3_600_000 },
  async () => {
    for (const file of changedFiles) {
      const { mutants, survivors } = await runMutants(file);
      const score = scoreOf({ mutants, noticed: mutants - survivors.length });
      expect(score, `${file}: ${JSON.stringify(survivors)}`).toBeGreaterThanOrEqual(minScore);
    }
  },
);
