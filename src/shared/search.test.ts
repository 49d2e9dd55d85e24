import { describe, expect, test } from 'vitest';
import {
  containsText,
  filterByLabel,
  filterPrefixFirst,
  filterTooShortError,
  foldText,
  searchTooShortError,
} from './search.ts';

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

  test.each([
    ['yildiz', 'Mehmet Yıldız'],
    ['lukasz', 'Łukasz Wójcik'],
    ['sorensen', 'Bo Sørensen'],
    ['dokic', 'Ana Đokić'],
  ])('finds %s, although %s is not written with letters of a German keyboard', (typed, name) => {
    expect(filterByLabel([{ label: name }, { label: 'Julia Schäfer' }], { inputValue: typed })).toEqual([
      { label: name },
    ]);
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

test('a search text needs two characters, and a filter may also be empty [8.1]', () => {
  const tooShort = 'Bitte mindestens 2 Zeichen eingeben.';
  expect(['', 'a', 'ab'].map(searchTooShortError)).toEqual([tooShort, tooShort, null]);
  expect(['', 'a', 'ab'].map(filterTooShortError)).toEqual([null, tooShort, null]);
});

test.each([
  ['Müller', 'muller'],
  ['MUELLER', 'muller'],
  ['Jörg', 'jorg'],
  ['Joerg', 'jorg'],
  ['Äbler', 'abler'],
  ['Groß', 'gros'],
  ['Gross', 'gros'],
  ['Ayşe Nguyễn', 'ayse nguyen'],
  ['Villingen–Schwenningen (Süd)', 'villingen schwenningen sud '],
  ['Straße 12b', 'strase 12b'],
])('%s is compared as %j', (text, folded) => expect(foldText(text)).toBe(folded));

test('a text contains what was typed as it is written or simplified; a text of signs only as it is written', () => {
  expect(containsText('Jörg (Süd)', '(s')).toBe(true);
  expect(containsText('C++', '++')).toBe(true);
  expect(containsText('C++', '--')).toBe(false);
  expect(containsText('Jörg', 'JOERG')).toBe(true);
  expect(containsText('Jörg', 'Jürg')).toBe(false);
});
