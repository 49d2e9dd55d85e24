import { hasInvisibleCharacters } from '../../shared/invisible.ts';

const emailPattern = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\.]+(\.[^\s@<>",;:()[\]\\.]+)+$/;

/** A telephone number as people write it: digits, spaces, hyphens, slashes and brackets, perhaps after a plus. */
const phonePattern = /^[\s(]*\+?[\s\d()/-]+$/;

/** The fewest digits by which a telephone number is searched; fewer are a part of too many numbers. */
const minPhoneDigits = 5;

/**
 * Returns the digits of a telephone number, or of a part of one, in a search text (reference 8.2); null for any other
 * text and for fewer than five digits. They are the digits as dialled within Germany, because the database simplifies
 * stored numbers in the same way (`fold_phone`): +49 and 0049 become 0, a plus for another country becomes 00.
 */
export function phoneDigitsOf(search: string): string | null {
  if (!phonePattern.test(search)) return null;
  const digits = search
    .replace('+', '00')
    .replace(/\D/g, '')
    .replace(/^00490?/, '0');
  const typedCount = search.replace(/\D/g, '').length;
  return Math.min(digits.length, typedCount) < minPhoneDigits ? null : digits;
}

/** The maximum length of an e-mail address (RFC 5321). */
const maxLength = 254;

/**
 * Returns the German message about the problem with an e-mail address (reference 3.1); null if the address is valid.
 * The address must not contain the text `forbidden`, if one is given.
 */
export function emailProblem(email: string, forbidden = ''): string | null {
  if (email.length > maxLength || !emailPattern.test(email) || hasInvisibleCharacters(email))
    return 'Bitte gib eine gültige Email Adresse ein';
  if (forbidden && email.toLowerCase().includes(forbidden.toLowerCase()))
    return `Email Adresse darf nicht '${forbidden}' enthalten`;
  return null;
}
