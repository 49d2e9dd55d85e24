import { describe, expect, test } from 'vitest';
import { isCountPlausible, nameProblem } from './rules.ts';

describe('the count of signatures [3.16]', () => {
  test.each([
    [0, 0, true],
    [0, 1, true],
    [1, 2, true],
    [1, 1, false],
    [2, 1, false],
    [1, 0, false],
  ])('after %d the count %d is plausible: %s', (stored, sent, isPlausible) => {
    expect(isCountPlausible(stored, sent)).toBe(isPlausible);
  });
});

test('a passkey needs a name [3.16]', () => {
  expect(nameProblem('')).toBe('Bitte gib dem Passkey einen Namen.');
  expect(nameProblem('L')).toBeNull();
});
