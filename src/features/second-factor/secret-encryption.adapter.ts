import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const nonceLength = 12;
const tagLength = 16;
const owner = (person: number) => Buffer.from(`second factor of ${person}`);

/**
 * Encrypts a secret of a person (AES-256-GCM): nonce, tag and text in one buffer. `key` is 64 hex characters. The
 * result can be decrypted for that person only.
 */
export function encryptSecret(key: string, person: number, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce).setAAD(owner(person));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Decrypts such a secret; null if the key or the person is another one, or if it was changed. */
export function decryptSecret(key: string, person: number, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, { authTagLength: tagLength });
    decipher.setAAD(owner(person)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}

/**
 * The key of a portal with the embedded database: a file beside it, readable only by its owner, created when first
 * needed.
 */
export async function ownKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'second-factor.key');
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
