import { expect, test } from 'vitest';
import { compareGerman } from './german.ts';
import { federalStateCodes, federalStates } from './states.ts';

test('the federal states have their ISO codes and are in German order', () => {
  expect(federalStateCodes).toHaveLength(16);
  expect(federalStateCodes.filter((code) => !/^DE-[A-Z]{2}$/.test(code))).toEqual([]);
  const names = federalStateCodes.map((code) => federalStates[code]);
  expect(names.filter((name) => !/^[A-Z][a-zü]+(-[A-Z][a-zü]+)*$/.test(name))).toEqual([]);
  expect(names).toEqual(names.toSorted(compareGerman));
});
