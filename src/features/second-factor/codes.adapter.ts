import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { toGroups } from './rules.ts';

/** Digits and letters that are not mistaken for each other (Crockford's base32), five bits each. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How long the app shows a code, in seconds (RFC 6238). */
export const stepSeconds = 30;

/** A new secret of 160 random bits, as RFC 4226 recommends. */
export const newSecret = () => randomBytes(20);

const asSecret = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** The code that the app shows in a step of 30 seconds; steps are counted from 1970. */
export function codeAt(secret: Uint8Array, step: number): string {
  return TOTP.generate({ secret: asSecret(secret), timestamp: step * stepSeconds * 1000 });
}

/** The two forms in which the app can take the secret: base32 for typing, and the address for the QR code. */
export function toAppSetup(secret: Uint8Array, provider: string, email: string): { secret: string; address: string } {
  const totp = new TOTP({ secret: asSecret(secret), issuer: provider, label: email });
  return { secret: totp.secret.base32, address: totp.toString() };
}

/**
 * Ten recovery codes, for use if the app is lost, in groups for reading. With 120 bits each they cannot be guessed, so
 * a plain hash in the database is enough.
 */
export function newRecoveryCodes(): string[] {
  const randomCharacter = () => alphabet[randomInt(alphabet.length)] ?? '';
  return Array.from({ length: 10 }, () => toGroups(Array.from({ length: 24 }, randomCharacter).join('')));
}

/** The hash under which a recovery code is stored; the code must be without dashes. */
export const hashOfRecoveryCode = (code: string) => createHash('sha256').update(code).digest();
