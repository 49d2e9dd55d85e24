import { hasInvisible } from '../../shared/invisible.ts';

const emailPattern = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\.]+(\.[^\s@<>",;:()[\]\\.]+)+$/;

/** Returns the problem with an e-mail address (reference 3.1); null if it is valid. An empty `forbidden` allows all. */
export function emailProblem(email: string, forbidden: string): string | null {
  if (email.length > 254 || !emailPattern.test(email) || hasInvisible(email))
    return 'Bitte gib eine gültige Email Adresse ein';
  if (forbidden && email.toLowerCase().includes(forbidden.toLowerCase()))
    return `Email Adresse darf nicht '${forbidden}' enthalten`;
  return null;
}
