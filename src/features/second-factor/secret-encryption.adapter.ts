import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const nonceLength = 12;
const tagLength = 16;
const ownerTag = (person: number) => Buffer.from(`second factor of ${person}`);

/**
 * Encrypts a person's secret with AES-256-GCM and returns nonce, tag and ciphertext in one buffer. `key` is 64 hex
 * characters. The result can be decrypted only for that person.
 */
export function encryptSecret(key: string, person: number, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce).setAAD(ownerTag(person));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Decrypts such a buffer; null if the key or the person is a different one, or if the buffer was changed. */
export function decryptSecret(key: string, person: number, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, { authTagLength: tagLength });
    decipher.setAAD(ownerTag(person)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}

/**
 * Returns the key of a portal with the embedded database. It is created on first use, in a file beside the database
 * that only its owner can read.
 */
export async function loadOrCreateKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'second-factor.key');
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
