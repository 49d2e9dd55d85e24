import { createHash, randomBytes, randomInt } from 'node:crypto';
import { newPasswordProblem } from '../accounts/rules.ts';

/** A secret that leaves in one mail; only `hash` (SHA-256, hex) is ever stored. */
export interface Secret {
  text: string;
  hash: string;
}

const secret = (text: string): Secret => ({ text, hash: createHash('sha256').update(text).digest('hex') });

/** A new token of 256 random bits, fit for a link. */
export function newToken(): Secret {
  return secret(randomBytes(32).toString('base64url'));
}

/** Letters, digits and signs that nobody confuses when typing them off: no I l 1, no O o 0. */
const typable = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!?+=#%*';

/** A new random password, 16 characters unless said otherwise, that keeps the rules of the portal's own passwords. */
export function newPassword(length = 16): Secret {
  for (;;) {
    const text = Array.from({ length }, () => typable[randomInt(typable.length)]).join('');
    if (newPasswordProblem(text) === null) return secret(text);
  }
}
