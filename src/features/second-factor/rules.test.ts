import { describe, expect, test } from 'vitest';
import { groupCharacters, parseCode, wrongCode } from './rules.ts';

describe('a typed code [3.13]', () => {
  test('of six digits is a code of the app, and may contain spaces and dashes', () => {
    for (const text of ['123456', ' 123 456 ', '123-456', '12–34–56'])
      expect(parseCode(text)).toEqual({ kind: 'app', code: '123456' });
  });

  test('of 24 characters is a recovery code, and may contain letters instead of the digits that look like them', () => {
    expect(parseCode('0123-4567-89ab-cdef-ghjk-mnpq')).toEqual({ kind: 'recovery', code: '0123456789ABCDEFGHJKMNPQ' });
    expect(parseCode('RSTVWXYZ'.repeat(3))?.code).toBe('RSTVWXYZ'.repeat(3));
    expect(parseCode('oOiIlL22222222222222222A')?.code).toBe('00111122222222222222222A');
  });

  test.each([
    '',
    '12345',
    '1234567',
    '12a456',
    'ABCD',
    '１２３４５６',
    '0'.repeat(23),
    '0'.repeat(25),
    'U'.repeat(24),
    `${'0'.repeat(24)}!`,
    `!${'0'.repeat(24)}`,
  ])('%j is not valid', (text) => expect(parseCode(text)).toBeNull());

  test('that is refused has one message, whatever is wrong with it', () =>
    expect(wrongCode).toBe('Der Code stimmt nicht oder wurde schon benutzt.'));
});

test('long codes are shown in groups of four characters [3.13]', () => {
  expect(groupCharacters('ABCDEFGHIJ')).toBe('ABCD-EFGH-IJ');
  expect(groupCharacters('')).toBe('');
});
