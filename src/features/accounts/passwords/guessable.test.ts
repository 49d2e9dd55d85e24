import { expect, test } from 'vitest';
import { isGuessable } from './guessable.steps.ts';

const context = {
  provider: 'Bildungswerk Beispiel',
  publicUrl: 'https://portal.lernhaus.example',
  firstName: 'Jörg',
  lastName: 'Müller-Lüdenscheidt',
  email: 'joerg.m@post.example',
};

test.each([
  ['Coaching-2026!', 'a word of the portal and a year'],
  ['C0aching-2026!', 'a word of the portal with a digit for a letter'],
  ['BewerbungsCoaching-1!', 'two words of the portal'],
  ['Bildungswerk#1', 'a word of the provider’s name'],
  ['Lernhaus-2026!', 'the portal’s host'],
  ['Mueller-2026!', 'part of the last name, its umlaut spelt out'],
  ['MÜLLER-2026a!', 'part of the last name in capitals'],
  ['Joerg.Joerg.77!', 'a name from the e-mail address, twice'],
  ['Coaching-12345678!', 'a word of the portal followed by a common password'],
])('the password %s is easily guessed: %s', async (password) => {
  expect(await isGuessable(password, context)).toBe(true);
});

test.each([
  ['Sommer-Wiese-2026!', 'it contains none of the words'],
  ['Mein-Coaching-macht-Freude-7!', 'it contains one of the words, but enough other letters'],
  ['Jo-Wiese-2026!', 'names of fewer than four letters do not count'],
])('the password %s is not easily guessed: %s', async (password) => {
  expect(await isGuessable(password, { ...context, firstName: 'Jo' })).toBe(false);
});
