import { expect, test } from 'vitest';
import { phoneDigits, phoneProblem } from './rules.ts';

test.each([
  ['0170 123 45 67', '01701234567'],
  ['(0221) 12-34 56', '0221123456'],
  ['+49 170 1234567', '01701234567'],
  [' +49 (0) 170 / 1234567', '01701234567'],
  ['0049170 1234567', '01701234567'],
  ['+43 1 234567', '00431234567'],
  ['+', ''],
  ['+49', ''],
  ['0049 ', ''],
  ['+49 (0)', ''],
  ['0', '0'],
  ['', ''],
])('the phone number %j is reduced to %j', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});

test('a phone number without a leading 0 keeps its digits and is refused', () => {
  expect(phoneProblem(phoneDigits('170 1234567'))).toBe('Telfonnummer muss mit 0 anfangen');
  expect(phoneProblem(phoneDigits('49 170 1234567'))).toBe('Telfonnummer muss mit 0 anfangen');
});
