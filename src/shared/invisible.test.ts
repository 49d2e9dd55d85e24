import { describe, expect, test } from 'vitest';
import { hasInvisibleCharacters, invisibleTextMessage } from './invisible.ts';

describe('invisible characters [2.5]', () => {
  test.each([
    ['a right-to-left override', 'Ida\u202eadI'],
    ['direction isolates around a text', '\u2066Ida\u2069'],
    ['a direction mark', 'Ida\u200f'],
    ['an Arabic direction mark', 'Ida\u061c'],
    ['a zero-width space', 'Ida\u200bBerg'],
    ['a word joiner', 'Ida\u2060Berg'],
    ['a byte order mark', 'Ida\ufeffBerg'],
    ['a Mongolian vowel separator', 'Ida\u180eBerg'],
    ['a soft hyphen', 'Ida\u00adBerg'],
    ['a Hangul filler', 'Ida\u3164'],
    ['a tag character', 'Ida\u{e0041}'],
    ['a line separator', 'Ida\u2028Berg'],
    ['a joiner between Latin letters', 'I\u200dda'],
    ['a joiner at the end', 'محمد\u200c'],
    ['a joiner before a space', 'محمد\u200c رضا'],
    ['a joiner at the start', '\u200cمحمد'],
    ['two joiners', 'محمد\u200c\u200cرضا'],
    ['a joiner between two scripts', 'محمد\u200cIda'],
    ['a variation selector after a Latin letter', 'I\ufe0fda'],
  ])('are found, such as %s', (_, text) => {
    expect(hasInvisibleCharacters(text)).toBe(true);
  });

  test.each([
    ['a German name', 'Jürgen Groß-Müller'],
    ['an apostrophe', 'Seán O’Brien'],
    ['a narrow space', '9\u202f–\u202f17 Uhr'],
    ['letters with several accents', 'Nguyễn Thị Ánh'],
    ['a Persian name', 'محمد\u200cرضا'],
    ['an Arabic name with vowel marks', 'مُحَمَّد'],
    ['a Sinhala name', 'ශ්\u200dරී'],
    ['a Hindi word', 'क्\u200dष'],
    ['an emoji in colour', 'Ich ❤\ufe0f Köln'],
    ['a variation selector after a Japanese letter', '葛\u{e0100}城'],
    ['an empty text', ''],
    // A word of each script in which a joiner belongs to the spelling.
    ...[
      'Arabic نم\u200cی',
      'Bengali র\u200d্য',
      'Devanagari क\u200dष',
      'Gujarati ક\u200dષ',
      'Gurmukhi ਕ\u200dਸ',
      'Kannada ರ\u200d್ಕ',
      'Khmer ក\u200cខ',
      'Malayalam ന\u200dമ',
      'Mongolian ᠠ\u200dᠠ',
      'Myanmar က\u200cခ',
      'Nko ߊ\u200dߊ',
      'Oriya କ\u200dଖ',
      'Sinhala ශ\u200dර',
      'Syriac ܐ\u200cܒ',
      'Tamil க\u200cஷ',
      'Telugu ర\u200c్క',
    ].map((name) => [`${name.slice(0, name.indexOf(' '))} with a joiner`, name]),
    ['a variation selector after a Mongolian letter', 'ᠠ\u180b'],
  ])('are not found in %s', (_, text) => {
    expect(hasInvisibleCharacters(text)).toBe(false);
  });

  test('are refused with a sentence that says what to do', () =>
    expect(invisibleTextMessage).toBe('Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein.'));
});
