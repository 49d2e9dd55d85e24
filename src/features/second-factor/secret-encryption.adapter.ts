import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const nonceLength = 12;
const tagLength = 16;
/** Encrypted data that was authenticated with this text can be decrypted only for the same person. */
const authenticatedTextOf = (person: number) => Buffer.from(`second factor of ${person}`);

/**
 * Encrypts a person's secret with AES-256-GCM and returns nonce, tag and ciphertext in one buffer. It can be decrypted
 * only for the same person. `key` is 64 hex characters.
 */
export function encryptSecret(key: string, person: number, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce).setAAD(authenticatedTextOf(person));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts the result of `encryptSecret`; null for another key or person, and if the buffer was changed. */
export function decryptSecret(key: string, person: number, encrypted: Buffer): Buffer | null {
  const nonce = encrypted.subarray(0, nonceLength);
  const tag = encrypted.subarray(nonceLength, nonceLength + tagLength);
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, { authTagLength: tagLength });
    decipher.setAAD(authenticatedTextOf(person)).setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted.subarray(nonceLength + tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}

/**
 * Returns the encryption key of a portal with the embedded database: 64 hex characters. Creates it on first use, in a
 * file of `dataDir` that only its owner can read.
 */
export async function loadOrCreateKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'second-factor.key');
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
