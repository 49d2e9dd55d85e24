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
  ['C0aching-2026!', 'the same with a digit for a letter'],
  ['BewerbungsCoaching-1!', 'two of them'],
  ['Bildungswerk#1', 'the provider'],
  ['Lernhaus-2026!', 'the portal’s host'],
  ['Mueller-2026!', 'the last name, its umlaut spelt out'],
  ['MÜLLER-2026a!', 'the last name in capitals'],
  ['Joerg.Joerg.77!', 'the e-mail, twice'],
  ['Coaching-12345678!', 'a word beside a common password'],
])('%s is easily guessed: %s', async (password) => {
  expect(await isGuessable(password, context)).toBe(true);
});

test.each([
  ['Sommer-Wiese-2026!', 'none of the words'],
  ['Mein-Coaching-macht-Freude-7!', 'a long one with a word in it'],
  ['Jo-Wiese-2026!', 'names of fewer than four letters do not count'],
])('%s is not: %s', async (password) => {
  expect(await isGuessable(password, { ...context, firstName: 'Jo' })).toBe(false);
});
