import { createHash, randomBytes, randomInt } from 'node:crypto';
import { newPasswordProblem } from '../../../shared/password.ts';

/** A secret for one mail; only `hash` (SHA-256, hex) is stored. */
export interface Secret {
  text: string;
  hash: string;
}

const createSecret = (text: string): Secret => ({ text, hash: createHash('sha256').update(text).digest('hex') });

/** Generates a token of 256 random bits, for use in a link. */
export function generateToken(): Secret {
  return createSecret(randomBytes(32).toString('base64url'));
}

/** Letters, digits and symbols that do not look alike: without I, l, 1, O, o and 0. */
const unambiguousCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!?+=#%*';

/** Generates a random password of `length` characters that meets the portal's rules for passwords. */
export function generatePassword(length = 16): Secret {
  for (;;) {
    const text = Array.from({ length }, () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]).join('');
    if (newPasswordProblem(text) === null) return createSecret(text);
  }
}
