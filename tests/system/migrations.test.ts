import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrations } from '../../src/platform/settings/paths.ts';

/** These two were released with the same number; their names still determine their order. */
const sameNumber = new Set(['0011_appointments_by_start.sql', '0011_lists.sql']);

test('every migration has its own number, and the numbers are consecutive', () => {
  const names = readdirSync(migrations).filter((name) => !sameNumber.has(name));
  const numbers = names.map((name) => /^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1] ?? name).sort();
  const expected = Array.from({ length: numbers.length + 1 }, (_, index) => String(index + 1).padStart(4, '0'));
  expect(numbers).toEqual(expected.filter((number) => number !== '0011'));
});
