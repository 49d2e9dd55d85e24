import { isCommonPassword } from './common-passwords.adapter.ts';

/**
 * Words of this product, which an attacker tries first. The words in the provider's name, in the portal's host, and in
 * the person's names and e-mail are added. Words of fewer than four letters are left out: they occur in too many others.
 */
const wordsOfThePortal = [
  'admin',
  'anmeldung',
  'arbeitsagentur',
  'beratung',
  'bewerbung',
  'bewerbungscoaching',
  'bildung',
  'bildungsgutschein',
  'buchung',
  'coach',
  'coaching',
  'einzelcoaching',
  'jobcenter',
  'karriere',
  'lebenslauf',
  'passwort',
  'password',
  'portal',
  'speedcoaching',
  'teilnehmer',
  'termin',
  'umschulung',
  'weiterbildung',
  'willkommen',
];
const minWordLength = 4;

/** The names whose words a person's password must not mainly consist of. */
export interface PasswordContext {
  provider: string;
  /** The portal's public address. */
  publicUrl: string;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Whether a password contains such words, and without them has fewer than eight letters and digits or is a common
 * password. Case, accents and the usual digits for letters ('C0aching') make no difference.
 */
export async function isGuessable(password: string, context: PasswordContext): Promise<boolean> {
  const typed = fold(password);
  const asLetters = typed.replace(/[013457@$!]/g, (character) => letters[character] ?? character);
  const coveredIndexes = new Set<number>();
  for (const word of wordsIn(context))
    for (let start = asLetters.indexOf(word); start !== -1; start = asLetters.indexOf(word, start + 1))
      for (let index = start; index < start + word.length; index++) coveredIndexes.add(index);
  if (coveredIndexes.size === 0) return false;
  const remainingText = typed
    .split('')
    .filter((character, index) => !coveredIndexes.has(index) && /[\p{L}\p{N}]/u.test(character))
    .join('');
  return remainingText.length < 8 || isCommonPassword(remainingText);
}

const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Returns the text in lower case without accents. */
const fold = (text: string) => text.toLowerCase().replace(/ß/g, 'ss').normalize('NFKD').replace(/\p{M}/gu, '');

function wordsIn({ provider, publicUrl, firstName, lastName, email }: PasswordContext): Set<string> {
  const names = [provider, new URL(publicUrl).hostname, firstName, lastName, email.split('@')[0] ?? ''];
  const spellings = names.flatMap((text) => [text, text.replace(/[äöü]/gi, (umlaut) => `${umlaut}e`)]);
  const words = spellings.flatMap((text) => fold(text).split(/[^\p{L}]+/u));
  return new Set([...wordsOfThePortal, ...words].filter((word) => word.length >= minWordLength));
}
