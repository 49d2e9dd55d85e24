import { expect, test } from 'vitest';
import { groupBy } from './group.ts';

test('values are grouped by their key, in their order', () => {
  expect([...groupBy([3, 10, 5, 12, 1], (value) => value % 2)]).toEqual([
    [1, [3, 5, 1]],
    [0, [10, 12]],
  ]);
});
