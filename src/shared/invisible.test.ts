import { describe, expect, test } from 'vitest';
import { hasInvisible } from './invisible.ts';

describe('characters that nobody sees [2.5]', () => {
  test.each([
    ['a text that is turned round', 'Ida\u202eadI'],
    ['an isolated text', '\u2066Ida\u2069'],
    ['a mark of direction', 'Ida\u200f'],
    ['an Arabic mark of direction', 'Ida\u061c'],
    ['a blank without width', 'Ida\u200bBerg'],
    ['a word joiner', 'Ida\u2060Berg'],
    ['a byte order mark', 'Ida\ufeffBerg'],
    ['a Mongolian blank', 'Ida\u180eBerg'],
    ['a soft hyphen', 'Ida\u00adBerg'],
    ['a Hangul filler', 'Ida\u3164'],
    ['a tag', 'Ida\u{e0041}'],
    ['a separator of lines', 'Ida\u2028Berg'],
    ['a joiner between Latin letters', 'I\u200dda'],
    ['a joiner at the end', 'محمد\u200c'],
    ['a joiner before a blank', 'محمد\u200c رضا'],
    ['a joiner at the start', '\u200cمحمد'],
    ['two joiners', 'محمد\u200c\u200cرضا'],
    ['a joiner between two scripts', 'محمد\u200cIda'],
    ['a variant of a Latin letter', 'I\ufe0fda'],
  ])('are found: %s', (_, text) => {
    expect(hasInvisible(text)).toBe(true);
  });

  test.each([
    ['a German name', 'Jürgen Groß-Müller'],
    ['an apostrophe', 'Seán O’Brien'],
    ['a narrow blank', '9\u202f–\u202f17 Uhr'],
    ['letters of several marks', 'Nguyễn Thị Ánh'],
    ['a Persian name', 'محمد\u200cرضا'],
    ['a vowelled Arabic name', 'مُحَمَّد'],
    ['a Sinhala name', 'ශ්\u200dරී'],
    ['a Hindi word', 'क्\u200dष'],
    ['an emoji in colour', 'Ich ❤\ufe0f Köln'],
    ['a variant of a Japanese letter', '葛\u{e0100}城'],
    ['an empty text', ''],
  ])('are not found: %s', (_, text) => {
    expect(hasInvisible(text)).toBe(false);
  });
});
