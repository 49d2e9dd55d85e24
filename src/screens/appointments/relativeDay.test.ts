import { expect, test } from 'vitest';
import { relativeDay } from './relativeDay.ts';

test.each([
  [-1, ''],
  [0, 'heute'],
  [1, 'morgen'],
  [2, 'übermorgen'],
  [14, 'in 14 Tagen'],
  [15, ''],
])('a day %i days from today is described as "%s" [4.7]', (days, text) => {
  expect(relativeDay(days)).toBe(text);
});
