import { expect, test } from 'vitest';
import { newPasswordProblem, repeatedPasswordProblem } from './password.ts';

const tooWeak =
  'Passwort muss mindestens 8 Zeichen lang sein und mindestens einen Großbuchstaben, einen Kleinbuchstaben, eine Zahl und ein Sonderzeichen enthalten.';

test.each(['Abcdef1!', 'Äöüß_123', 'Passwort 1 ?', `Aa1!${'x'.repeat(124)}`])(
  'the password %j is accepted [3.10]',
  (password) => expect(newPasswordProblem(password)).toBeNull(),
);

test.each(['', 'Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcdef 1', 'A\u0308bcde1!'])(
  'the password %j is too short, or lacks a kind of character [3.10]',
  (password) => expect(newPasswordProblem(password)).toBe(tooWeak),
);

test('a password has at most 128 characters [3.10]', () =>
  expect(newPasswordProblem(`Aa1!${'x'.repeat(125)}`)).toBe('Passwort darf höchstens 128 Zeichen lang sein.'));

test('a password is repeated correctly even if its umlauts are typed differently [3.10]', () => {
  expect(repeatedPasswordProblem('Übung-12', 'U\u0308bung-12')).toBeNull();
  expect(repeatedPasswordProblem('U\u0308bung-12', 'Übung-12')).toBeNull();
  expect(repeatedPasswordProblem('Übung-12', 'übung-12')).toBe('Passwörter stimmen nicht überein.');
});
