import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../src/platform/settings/paths.ts';

/** Two migrations that were released with the same number. Their names determine their order. */
const migrationsWithSameNumber = new Set(['0011_appointments_by_start.sql', '0011_lists.sql']);

test('the migrations have consecutive numbers, of which only 0011 occurs twice', () => {
  const fileNames = readdirSync(migrationsFolder).filter((name) => !migrationsWithSameNumber.has(name));
  const numbers = fileNames.map((name) => /^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1] ?? name).sort();
  // The number 0011 is missing in `numbers`, because both of its migrations were left out.
  const consecutiveNumbers = Array.from({ length: numbers.length + 1 }, (_, index) =>
    String(index + 1).padStart(4, '0'),
  );
  expect(numbers).toEqual(consecutiveNumbers.filter((number) => number !== '0011'));
});
