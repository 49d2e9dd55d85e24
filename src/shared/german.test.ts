import { expect, test } from 'vitest';
import { compareGerman, formatCount, formatFileSize, formatMegabytes, formatTotalSize } from './german.ts';

test('names are sorted as in German dictionaries: umlauts like their base letters [5.1]', () => {
  expect(['Zoe', 'Öz', 'oz', 'Aß', 'Ass', 'Ähre', 'Ahre'].sort(compareGerman)).toEqual([
    'Ahre',
    'Ähre',
    'Ass',
    'Aß',
    'oz',
    'Öz',
    'Zoe',
  ]);
  expect(compareGerman('Ä', 'A')).not.toBe(0);
});

test('the size of a file is shown in Bytes, kB or MB, whichever gives a number that can be read [5.8]', () => {
  const sizes = [0, 1, 999, 1_000, 14_400, 999_499, 999_500, 3_456_789, 1_234_567_890];
  expect(sizes.map(formatFileSize)).toEqual([
    '0 Bytes',
    '1 Byte',
    '999 Bytes',
    '1 kB',
    '14 kB',
    '999 kB',
    '1,00 MB',
    '3,46 MB',
    '1.234,57 MB',
  ]);
});

test('in the upload of participants the size of a file has two decimals in MB and is 0 only for an empty file [5.7]', () => {
  expect([0, 1, 14_999, 15_001, 3_456_789, 1_234_567_890].map(formatMegabytes)).toEqual([
    '0,00 MB',
    '0,01 MB',
    '0,01 MB',
    '0,02 MB',
    '3,46 MB',
    '1.234,57 MB',
  ]);
});

test('the sizes of files add up to their total as they are shown [5.7]', () => {
  const sizes = [1_234_000, 1_234_000, 300];
  expect(sizes.map(formatMegabytes)).toEqual(['1,23 MB', '1,23 MB', '0,01 MB']);
  expect(formatTotalSize(sizes)).toBe('2,47 MB');
  expect(formatTotalSize([])).toBe('0,00 MB');
});

test('a count has a noun in the right number', () => {
  expect([0, 1, 2, 1_234].map((count) => formatCount(count, 'Termin', 'Termine'))).toEqual([
    '0 Termine',
    '1 Termin',
    '2 Termine',
    '1.234 Termine',
  ]);
});
