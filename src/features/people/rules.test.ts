import { describe, expect, test } from 'vitest';
import { emailProblem, phoneDigitsOf } from './rules.ts';

const invalid = 'Bitte gib eine gültige Email Adresse ein';

describe('an e-mail address [3.1]', () => {
  test.each([
    'ida@test.example',
    'ida.b+c@mail.test.example',
    "o'neil@test.example",
    'jürgen@müller.example',
    'a@b.de',
  ])('%s is valid', (email) => expect(emailProblem(email)).toBeNull());

  test.each([
    '',
    'ida',
    'ida@',
    '@test.example',
    'ida@test',
    'ida@.example',
    'ida@test.',
    'ida@test..example',
    'ida@@test.example',
    'ida@test@test.example',
    'ida b@test.example',
    'ida@te st.example',
    'ida@test.exam ple',
    ' ida@test.example',
    'ida@test.example ',
    'Ida <ida@test.example>',
    'ida,eva@test.example',
    'ida@test.example;eva@test.example',
    'ida@test.exa,mple',
    'ida\u200B@test.example',
  ])('%j is invalid', (email) => expect(emailProblem(email)).toBe(invalid));

  test('has at most 254 characters', () => {
    const emailOfLength = (length: number) => `${'i'.repeat(length - '@test.example'.length)}@test.example`;
    expect(emailProblem(emailOfLength(254))).toBeNull();
    expect(emailProblem(emailOfLength(255))).toBe(invalid);
  });

  test('must not contain the forbidden text, in capitals or not', () => {
    const forbidden = "Email Adresse darf nicht '@Provider.example' enthalten";
    expect(emailProblem('ida@provider.EXAMPLE', '@Provider.example')).toBe(forbidden);
    expect(emailProblem('provider.example@test.example', '@Provider.example')).toBeNull();
    expect(emailProblem('ida', '@Provider.example')).toBe(invalid);
  });
});

describe('the telephone number in a search [8.2]', () => {
  test.each([
    ['0170 1234567', '01701234567'],
    ['+49 170 1234567', '01701234567'],
    ['(+49) 170/123-45-67', '01701234567'],
    ['0049 (0)170 1234567', '01701234567'],
    ['+43 660 12345', '004366012345'],
    ['\u00A034\u00A0567 ', '34567'],
  ])('%j has the digits %s', (text, digits) => expect(phoneDigitsOf(text)).toBe(digits));

  test.each(['', '1234', '+49 170', '+43 66', '12 34 5a', '30.11.2026', '0170+1234567', 'Anna 0170 1234567', '()/-'])(
    '%j is none',
    (text) => expect(phoneDigitsOf(text)).toBeNull(),
  );
});
