import { hasInvisibleCharacters } from '../../shared/invisible.ts';

const emailPattern = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\.]+(\.[^\s@<>",;:()[\]\\.]+)+$/;

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
