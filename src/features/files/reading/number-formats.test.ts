import { expect, test } from 'vitest';
import { formatNumber } from './number-formats.adapter.ts';

test('the items of lists are numbered in the formats of Word [5.12]', () => {
  const numbers = (format: string) => [1, 4, 26, 27, 49].map((value) => formatNumber(value, format));
  expect(numbers('decimal')).toEqual(['1', '4', '26', '27', '49']);
  expect(numbers('decimalZero')).toEqual(['01', '04', '26', '27', '49']);
  expect(numbers('lowerLetter')).toEqual(['a', 'd', 'z', 'aa', 'ww']);
  expect(numbers('upperLetter')).toEqual(['A', 'D', 'Z', 'AA', 'WW']);
  expect(numbers('lowerRoman')).toEqual(['i', 'iv', 'xxvi', 'xxvii', 'xlix']);
  expect(numbers('upperRoman')).toEqual(['I', 'IV', 'XXVI', 'XXVII', 'XLIX']);
  expect(numbers('chicago')).toEqual(['1', '4', '26', '27', '49']);
  // A file can name any number.
  expect(formatNumber(0, 'lowerLetter')).toBe('0');
  expect(formatNumber(1_000_000, 'upperRoman')).toBe('1000000');
  expect(formatNumber(1_000_000, 'lowerLetter')).toHaveLength(10);
});
