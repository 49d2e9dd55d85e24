import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '../../platform/encryption.ts';

const plain = Buffer.of(0);
const encrypted = Buffer.of(1);
const purpose = 'secrets of webhooks';

/** Derives a key of this purpose alone from the key of the settings (both 64 hex characters). */
const deriveKey = (key: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', purpose, 32)).toString('hex');

/**
 * Returns a secret in the form in which it is stored: encrypted with the key of the settings (64 hex characters), or as
 * it is if there is none. The first byte says which of them.
 */
export function sealSecret(key: string | undefined, secret: Uint8Array): Buffer {
  if (key === undefined) return Buffer.concat([plain, secret]);
  return Buffer.concat([encrypted, encrypt(deriveKey(key), purpose, secret)]);
}

/** Returns the secret of what `sealSecret` returned; null without the key that has encrypted it. */
export function unsealSecret(key: string | undefined, sealed: Buffer): Buffer | null {
  const rest = sealed.subarray(1);
  if (sealed[0] === plain[0]) return rest;
  return key === undefined ? null : decrypt(deriveKey(key), purpose, rest);
}
