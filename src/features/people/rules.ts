import { hasInvisible } from '../../shared/invisible.ts';

const emailPattern = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\.]+(\.[^\s@<>",;:()[\]\\.]+)+$/;

/** What is wrong with an e-mail address, or null (reference 3.1). `forbidden` '' allows every text. */
export function emailProblem(email: string, forbidden: string): string | null {
  if (email.length > 254 || !emailPattern.test(email) || hasInvisible(email))
    return 'Bitte gib eine gültige Email Adresse ein';
  if (forbidden && email.toLowerCase().includes(forbidden.toLowerCase()))
    return `Email Adresse darf nicht '${forbidden}' enthalten`;
  return null;
}
