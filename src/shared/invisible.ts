/** The error of a field with invisible characters (reference 2.5). */
export const invisibleTextSentence = 'Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein.';

/** Scripts in which a joiner between two letters changes how a word is spelled. */
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
const letter = `[${joinerScripts.map((script) => `\\p{scx=${script}}`).join('')}]`;

/** A joiner between two letters of such a script; `$1` is the letter before it, as older Safaris lack lookbehind. */
const joiner = new RegExp(`(${letter})[\\u200c\\u200d](?=${letter})`, 'gu');
/**
 * A variation selector and the character before it: an emoji in colour, a variant of a Chinese, Japanese or Mongolian
 * letter.
 */
const variant = /([\p{Extended_Pictographic}\p{scx=Han}\p{scx=Mongolian}])\p{VS}/gu;

/**
 * Whether a text has invisible characters that make it look like another text or reverse the text after them (reference
 * 2.5): bidi controls, zero-width characters, line separators. Joiners that the spelling of a word needs and variation
 * selectors are allowed.
 */
export function hasInvisible(text: string): boolean {
  return /[\p{Cf}\p{DI}\p{Zl}\p{Zp}]/u.test(text.replace(joiner, '$1').replace(variant, '$1'));
}
