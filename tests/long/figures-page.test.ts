import { expect, test } from 'vitest';
import { parseFigures, updatePage } from './figures-page.ts';

const circumstances = {
  date: '2026-11-21',
  commit: 'abc1234',
  machine: '2 × x, Node 20',
  command: 'npm run long -- races',
};
const racesFigure = { subject: 'Booking races', result: '300 rounds, 0', goal: '0', isMet: true, ...circumstances };
const killsFigure = { subject: 'Kills', result: '20 kills, 1 lost', goal: '0 lost', isMet: false, ...circumstances };

test('parseFigures reads the figures that updatePage has written', () => {
  expect(parseFigures(updatePage('', [racesFigure, killsFigure]))).toEqual([racesFigure, killsFigure]);
});

test('a new figure replaces the old one with the same subject and leaves the others unchanged', () => {
  const page = updatePage(updatePage('', [racesFigure, killsFigure]), [{ ...racesFigure, result: '900 rounds, 0' }]);
  expect(parseFigures(page).map(({ result }) => result)).toEqual(['900 rounds, 0', '20 kills, 1 lost']);
});
