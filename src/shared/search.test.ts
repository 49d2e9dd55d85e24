import { describe, expect, test } from 'vitest';
import { filterPrefixFirst, filterByLabel } from './search.ts';

const towns = [
  'Aue',
  'Gießen',
  'Halle (Saale)',
  'Köln',
  'München',
  'Münster',
  'Neuenburg',
  'Soest',
  'Villingen-Schwenningen',
];
const matchingLabels = (typed: string) =>
  filterByLabel(
    towns.map((label) => ({ label })),
    { inputValue: typed },
  ).map(({ label }) => label);

describe('a list that is searched by typing', () => {
  test.each([
    ['muen', ['München', 'Münster']],
    ['muenchen', ['München']],
    ['mun', ['München', 'Münster']],
    ['MÜN', ['München', 'Münster']],
    ['mu\u0308n', ['München', 'Münster']],
    ['koeln', ['Köln']],
    ['giessen', ['Gießen']],
    ['gieß', ['Gießen']],
    ['villingen schw', ['Villingen-Schwenningen']],
    ['saale', ['Halle (Saale)']],
  ])('finds names by %s, with or without umlauts', (typed, expected) => {
    expect(matchingLabels(typed)).toEqual(expected);
  });

  test('finds a name by its beginning or ending of any length, even if two of its letters could stand for an umlaut', () => {
    for (const name of ['Neuenburg', 'Soest', 'Aue'])
      for (let length = 1; length <= name.length; length++) {
        expect(matchingLabels(name.slice(0, length)), name.slice(0, length)).toContain(name);
        expect(matchingLabels(name.slice(-length)), name.slice(-length)).toContain(name);
      }
  });

  test('offers all options while nothing is typed, and no option for an unknown text', () => {
    expect(matchingLabels('')).toEqual(towns);
    expect(matchingLabels('  ')).toEqual(towns);
    expect(matchingLabels('xyz')).toEqual([]);
  });
});

describe('a list of places that is searched by typing', () => {
  const places = ['Amberg', 'Bamberg', 'Berlin', 'Bergheim', 'Köln', 'Mülheim', 'Neukölln'].map((label) => ({ label }));
  const offeredLabels = (inputValue: string) => filterPrefixFirst(places, { inputValue }).map(({ label }) => label);

  test.each([
    ['ber', ['Berlin', 'Bergheim', 'Amberg', 'Bamberg']],
    ['koel', ['Köln', 'Neukölln']],
    ['heim', ['Bergheim', 'Mülheim']],
  ])('offers the places that begin with %s first, and otherwise keeps their order', (typed, expected) => {
    expect(offeredLabels(typed)).toEqual(expected);
  });

  test('keeps the order of the places while nothing is typed', () => {
    expect(offeredLabels(' ')).toEqual(places.map(({ label }) => label));
  });
});
