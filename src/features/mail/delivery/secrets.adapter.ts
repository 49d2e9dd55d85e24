import { createHash, randomBytes, randomInt } from 'node:crypto';
import { newPasswordProblem } from '../../../shared/password.ts';

/** A secret for one mail; only `hash` (SHA-256, hex) is stored. */
export interface Secret {
  text: string;
  hash: string;
}

const secret = (text: string): Secret => ({ text, hash: createHash('sha256').update(text).digest('hex') });

/** A new token of 256 random bits, for use in a link. */
export function newToken(): Secret {
  return secret(randomBytes(32).toString('base64url'));
}

/** Letters, digits and symbols that are not confused when copied by hand: no I l 1, no O o 0. */
const unambiguousCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!?+=#%*';

/** A new random password that meets the portal's rules for passwords, by default of 16 characters. */
export function newPassword(length = 16): Secret {
  for (;;) {
    const text = Array.from({ length }, () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]).join('');
    if (newPasswordProblem(text) === null) return secret(text);
  }
}
