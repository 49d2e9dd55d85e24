import { isCommonPassword } from './common-passwords.adapter.ts';

/**
 * Words of this product, which are the first guesses at a password. The provider's name, the portal's host, and the
 * person's names and e-mail count, too. Words of fewer than four letters are part of too many others.
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
const shortest = 4;

/** The names that a person's password must not consist of. */
export interface Context {
  provider: string;
  /** The portal's public address. */
  publicUrl: string;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Whether a password is little more than such words: without them fewer than eight letters and digits remain, or what
 * remains is common. Case, accents and the usual digits for letters ('C0aching') make no difference.
 */
export async function isGuessable(password: string, context: Context): Promise<boolean> {
  const typed = fold(password);
  const read = typed.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
  const covered = new Set<number>();
  for (const word of wordsIn(context))
    for (let at = read.indexOf(word); at !== -1; at = read.indexOf(word, at + 1))
      for (let letter = at; letter < at + word.length; letter++) covered.add(letter);
  if (covered.size === 0) return false;
  const rest = typed
    .split('')
    .filter((sign, at) => !covered.has(at) && /[\p{L}\p{N}]/u.test(sign))
    .join('');
  return rest.length < 8 || isCommonPassword(rest);
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

/** Lower case without accents, one code unit per letter, so that positions in both texts match. */
const fold = (text: string) => text.toLowerCase().replace(/ß/g, 'ss').normalize('NFKD').replace(/\p{M}/gu, '');

function wordsIn({ provider, publicUrl, firstName, lastName, email }: Context): Set<string> {
  const own = [provider, new URL(publicUrl).hostname, firstName, lastName, email.split('@')[0] ?? ''];
  const spelt = own.flatMap((text) => [text, text.replace(/[äöü]/gi, (umlaut) => `${umlaut}e`)]);
  const words = spelt.flatMap((text) => fold(text).split(/[^\p{L}]+/u));
  return new Set([...wordsOfThePortal, ...words].filter((word) => word.length >= shortest));
}
