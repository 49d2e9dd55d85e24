/** The error of a field with invisible characters (reference 2.5). */
export const invisibleTextMessage = 'Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein.';

/** The scripts in which a zero-width joiner or non-joiner between two letters belongs to the spelling of a word. */
const joinerScripts = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Nko',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
];
const joinerLetter = `[${joinerScripts.map((script) => `\\p{scx=${script}}`).join('')}]`;

/**
 * A joiner between two letters of these scripts, together with the letter before it (`$1`), because older versions of
 * Safari do not support lookbehind.
 */
const joiner = new RegExp(`(${joinerLetter})[\\u200c\\u200d](?=${joinerLetter})`, 'gu');
/**
 * A variation selector, together with the character before it (`$1`). It is used for an emoji in colour and for a
 * variant of a Chinese, Japanese or Mongolian letter.
 */
const variationSelector = /([\p{Extended_Pictographic}\p{scx=Han}\p{scx=Mongolian}])\p{VS}/gu;

/**
 * Whether a text has invisible characters that are not allowed (reference 2.5), such as bidi controls, zero-width
 * characters and line separators. These characters can make a text look like another text, or reverse what follows.
 * Joiners that belong to the spelling of a word, and variation selectors, are allowed.
 */
export function hasInvisibleCharacters(text: string): boolean {
  return /[\p{Cf}\p{DI}\p{Zl}\p{Zp}]/u.test(text.replace(joiner, '$1').replace(variationSelector, '$1'));
}
