import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { groupCharacters } from './rules.ts';

/** Digits and letters that do not look alike (Crockford's base32); each stands for five bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How long the app shows a code, in seconds (RFC 6238). */
export const stepSeconds = 30;

/** Generates a secret of 160 random bits, as RFC 4226 recommends. */
export const generateSecret = () => randomBytes(20);

const toOtpSecret = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** The code that the app shows during a step. Steps last 30 seconds and are counted from 1970. */
export function codeOfStep(secret: Uint8Array, step: number): string {
  return TOTP.generate({ secret: toOtpSecret(secret), timestamp: step * stepSeconds * 1000 });
}

/** Returns the secret in the two forms that an app accepts: base32 for typing, and the otpauth URI for the QR code. */
export function toAppSetup(
  secret: Uint8Array,
  provider: string,
  email: string,
): { base32: string; otpauthUri: string } {
  const totp = new TOTP({ secret: toOtpSecret(secret), issuer: provider, label: email });
  return { base32: totp.secret.base32, otpauthUri: totp.toString() };
}

/**
 * Generates ten recovery codes, which replace the app if it is lost. They are written in groups with dashes. Each has
 * 120 random bits and cannot be guessed, so the database can store a plain hash.
 */
export function generateRecoveryCodes(): string[] {
  const randomCharacter = () => alphabet[randomInt(alphabet.length)] ?? '';
  return Array.from({ length: 10 }, () => groupCharacters(Array.from({ length: 24 }, randomCharacter).join('')));
}

/** The hash of a recovery code, as the database stores it. The code must not contain dashes. */
export const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest();
