import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts a secret with AES-256-GCM and returns nonce, tag and ciphertext in one buffer. It can be decrypted only for
 * the same `owner`, such as 'second factor of 12'. `key` is 64 hex characters.
 */
export function encrypt(key: string, owner: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts the result of `encrypt`; null for another key or owner, and if the buffer was changed. */
export function decrypt(key: string, owner: string, encrypted: Buffer): Buffer | null {
  const nonce = encrypted.subarray(0, nonceLength);
  const tag = encrypted.subarray(nonceLength, nonceLength + tagLength);
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted.subarray(nonceLength + tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}
