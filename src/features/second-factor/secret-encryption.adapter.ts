import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decrypt, encrypt } from '../../platform/encryption.ts';

const ownerOf = (person: number) => `second factor of ${person}`;

/** Encrypts a person's secret, so that it can be decrypted only for the same person. `key` is 64 hex characters. */
export function encryptSecret(key: string, person: number, secret: Uint8Array): Buffer {
  return encrypt(key, ownerOf(person), secret);
}

/** Decrypts the result of `encryptSecret`; null for another key or person, and if the buffer was changed. */
export function decryptSecret(key: string, person: number, encrypted: Buffer): Buffer | null {
  return decrypt(key, ownerOf(person), encrypted);
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
