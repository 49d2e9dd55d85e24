import { expect, test } from 'vitest';
import { findNoteProblem } from './rules.ts';

test('a note needs a text [5.10]', () => {
  expect(findNoteProblem('')).toBe('Bitte schreib etwas.');
  expect(findNoteProblem('Ruft zurück')).toBeNull();
});
