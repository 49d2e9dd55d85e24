import { describe, expect, test } from 'vitest';
import { beginningsFirst, matching } from './search.ts';

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
const found = (typed: string) =>
  matching(
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
  ])('finds by %s what is spelled with or without umlauts', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
  });

  test('finds a name by each of its beginnings and ends, even if it contains letters that may spell an umlaut', () => {
    for (const name of ['Neuenburg', 'Soest', 'Aue'])
      for (let length = 1; length <= name.length; length++) {
        expect(found(name.slice(0, length)), name.slice(0, length)).toContain(name);
        expect(found(name.slice(-length)), name.slice(-length)).toContain(name);
      }
  });

  test('offers everything while nothing is typed, and nothing for an unknown text', () => {
    expect(found('')).toEqual(towns);
    expect(found('  ')).toEqual(towns);
    expect(found('xyz')).toEqual([]);
  });
});

describe('a list of places that is searched by typing', () => {
  const places = ['Amberg', 'Bamberg', 'Berlin', 'Bergheim', 'Köln', 'Mülheim', 'Neukölln'].map((label) => ({ label }));
  const offered = (inputValue: string) => beginningsFirst(places, { inputValue }).map(({ label }) => label);

  test.each([
    ['ber', ['Berlin', 'Bergheim', 'Amberg', 'Bamberg']],
    ['koel', ['Köln', 'Neukölln']],
    ['heim', ['Bergheim', 'Mülheim']],
  ])('offers by %s first what begins with it, else in its order', (typed, expected) => {
    expect(offered(typed)).toEqual(expected);
  });

  test('keeps its order while nothing is typed', () => {
    expect(offered(' ')).toEqual(places.map(({ label }) => label));
  });
});
