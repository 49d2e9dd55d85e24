import { isCommonPassword } from './common-passwords.adapter.ts';

/** Words that are typical of this product, which an attacker tries first. */
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
/** Shorter words are ignored, because they occur in too many other words. */
const minWordLength = 4;

/** Names that must not make up most of a person's password. */
export interface PasswordContext {
  provider: string;
  /** The portal's public address. */
  publicUrl: string;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Whether a password is easily guessed: it contains words of the portal or of `context`, and the rest has fewer than
 * eight letters and digits or is a common password. Case, accents and the usual digits for letters ('C0aching') make no
 * difference.
 */
export async function isGuessable(password: string, context: PasswordContext): Promise<boolean> {
  const folded = fold(password);
  const asLetters = folded.replace(/[013457@$!]/g, (character) => lettersByLookalike[character] ?? character);
  const coveredIndexes = new Set<number>();
  for (const word of guessableWords(context))
    for (let start = asLetters.indexOf(word); start !== -1; start = asLetters.indexOf(word, start + 1))
      for (let index = start; index < start + word.length; index++) coveredIndexes.add(index);
  if (coveredIndexes.size === 0) return false;
  const remainingText = folded
    .split('')
    .filter((character, index) => !coveredIndexes.has(index) && /[\p{L}\p{N}]/u.test(character))
    .join('');
  return remainingText.length < 8 || isCommonPassword(remainingText);
}

/** The letters by the digits and symbols that are used in their place. */
const lettersByLookalike: Record<string, string> = {
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

/** Returns the words of the portal and of the names in the context, folded. */
function guessableWords({ provider, publicUrl, firstName, lastName, email }: PasswordContext): Set<string> {
  const names = [provider, new URL(publicUrl).hostname, firstName, lastName, email.split('@')[0] ?? ''];
  // An umlaut may be spelt out: for 'ü' this adds 'üe', which `fold` turns into 'ue'.
  const spellings = names.flatMap((text) => [text, text.replace(/[äöü]/gi, (umlaut) => `${umlaut}e`)]);
  const words = spellings.flatMap((text) => fold(text).split(/[^\p{L}]+/u));
  return new Set([...wordsOfThePortal, ...words].filter((word) => word.length >= minWordLength));
}
