import { expect, test } from 'vitest';
import { newPasswordProblem } from '../../../shared/password.ts';
import { generatePassword, generateToken } from './secrets.adapter.ts';

test('one-time passwords meet the rules for passwords and contain no characters that look alike', () => {
  for (let count = 0; count < 500; count++) {
    const { text } = generatePassword();
    expect(newPasswordProblem(text)).toBeNull();
    expect(text).toMatch(/^[^Il1Oo0\s]{16}$/);
  }
});

test('a token has 256 random bits and comes with its SHA-256 hash', () => {
  const { text, hash } = generateToken();
  expect(Buffer.from(text, 'base64url')).toHaveLength(32);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
