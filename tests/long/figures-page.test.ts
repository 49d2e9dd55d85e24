import { expect, test } from 'vitest';
import { parseFigures, updatePage } from './figures-page.ts';

const taken = { date: '2026-11-21', commit: 'abc1234', machine: '2 × x, Node 20', command: 'npm run long -- races' };
const races = { what: 'Booking races', result: '300 rounds, 0', goal: '0', holds: true, ...taken };
const kills = { what: 'Kills', result: '20 kills, 1 lost', goal: '0 lost', holds: false, ...taken };

test('the figures on a written page can be read back', () => {
  expect(parseFigures(updatePage('', [races, kills]))).toEqual([races, kills]);
});

test('a new figure replaces the old one of the same test and leaves the others unchanged', () => {
  const page = updatePage(updatePage('', [races, kills]), [{ ...races, result: '900 rounds, 0' }]);
  expect(parseFigures(page).map(({ result }) => result)).toEqual(['900 rounds, 0', '20 kills, 1 lost']);
});
