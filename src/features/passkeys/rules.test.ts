import { describe, expect, test } from 'vitest';
import { isCountPlausible, nameProblem, newName } from './rules.ts';

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

test('a passkey is named for its device, with a number if the name is taken [3.16]', () => {
  expect(newName('Chrome auf Windows', [])).toBe('Chrome auf Windows');
  expect(newName('Chrome auf Windows', ['Mein Handy', 'Chrome auf Windows'])).toBe('Chrome auf Windows 2');
  expect(newName('Chrome auf Windows', ['Chrome auf Windows', 'Chrome auf Windows 2'])).toBe('Chrome auf Windows 3');
  expect(newName('Chrome auf Windows', ['Chrome auf Windows 2'])).toBe('Chrome auf Windows');
  const long = 'G'.repeat(100);
  expect(newName(long, [long])).toBe(`${'G'.repeat(98)} 2`);
});
