import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { beforeAll, describe, expect, test } from 'vitest';
import { decryptWith, encryptFor, createKeyPair, type StreamTransform } from './age.ts';

let key: { identity: string; recipient: string };
beforeAll(async () => {
  key = await createKeyPair();
});

/** The size of the chunks of a stream that is encrypted or decrypted. It differs from the size of the chunks of age. */
const inputChunkSize = 10_000;

/** Applies a transform to `bytes` and returns its output. */
async function applyTransform(transform: StreamTransform, bytes: Uint8Array): Promise<Buffer> {
  const source = async function* () {
    for (let offset = 0; offset < bytes.length; offset += inputChunkSize) {
      await Promise.resolve();
      yield Buffer.from(bytes.subarray(offset, offset + inputChunkSize));
    }
  };
  const parts: Buffer[] = [];
  for await (const part of transform(source())) parts.push(part);
  return Buffer.concat(parts);
}

/** Lengths around the ends of the first two chunks of age, and some others. */
const lengths = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];

describe.each(lengths)('a backup of %i bytes', (length) => {
  const plain = randomBytes(length);

  test('can be decrypted by the age library itself', async () => {
    const encrypted = await applyTransform(await encryptFor([key.recipient]), plain);
    const decrypter = new Decrypter();
    decrypter.addIdentity(key.identity);
    expect(Buffer.from(await decrypter.decrypt(encrypted)).equals(plain)).toBe(true);
  });

  test('can be decrypted if the age library encrypted it', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(key.recipient);
    const encrypted = await encrypter.encrypt(plain);
    expect((await applyTransform(decryptWith(key.identity), encrypted)).equals(plain)).toBe(true);
  });
});

test('each of several keys decrypts a backup, and any other key does not', async () => {
  const secondKey = await createKeyPair();
  const encrypted = await applyTransform(await encryptFor([key.recipient, secondKey.recipient]), Buffer.from('CV'));
  expect(String(await applyTransform(decryptWith(secondKey.identity), encrypted))).toBe('CV');
  const otherKey = await createKeyPair();
  await expect(applyTransform(decryptWith(otherKey.identity), encrypted)).rejects.toThrow(
    'This key cannot decrypt this backup.',
  );
  await expect(applyTransform(decryptWith('no key at all'), encrypted)).rejects.toThrow(
    'This key cannot decrypt this backup.',
  );
});

test('a truncated or changed file is refused, wherever the damage is', async () => {
  const encrypted = await applyTransform(await encryptFor([key.recipient]), randomBytes(150_000));
  // The last line of the header, `--- ` and a MAC, is shorter than 50 characters.
  const afterHeader = encrypted.indexOf('\n--- ') + 50;
  // A chunk of 65,536 bytes and its tag of 16 bytes.
  const encryptedChunkSize = 65_552;
  for (const length of [0, 20, afterHeader, afterHeader + 20, encryptedChunkSize + afterHeader, encrypted.length - 1])
    await expect(applyTransform(decryptWith(key.identity), encrypted.subarray(0, length)), `${length}`).rejects.toThrow(
      /incomplete/,
    );
  for (const offset of [30, afterHeader - 10]) {
    const changedBytes = Buffer.from(encrypted);
    changedBytes[offset] = (changedBytes[offset] ?? 0) ^ 1;
    await expect(applyTransform(decryptWith(key.identity), changedBytes), `${offset}`).rejects.toThrow(
      /cannot decrypt/,
    );
  }
  for (const offset of [afterHeader + 30, encrypted.length - 5]) {
    const changedBytes = Buffer.from(encrypted);
    changedBytes[offset] = (changedBytes[offset] ?? 0) ^ 1;
    await expect(applyTransform(decryptWith(key.identity), changedBytes), `${offset}`).rejects.toThrow(/changed/);
  }
  // Removes a whole chunk from the middle.
  const chunkStart = encrypted.length - (150_000 % 65_536) - 16 - encryptedChunkSize;
  const shortened = Buffer.concat([
    encrypted.subarray(0, chunkStart),
    encrypted.subarray(chunkStart + encryptedChunkSize),
  ]);
  await expect(applyTransform(decryptWith(key.identity), shortened)).rejects.toThrow(/changed/);
});

test('the error names an invalid recipient', async () => {
  await expect(encryptFor(['age1nonsense'])).rejects.toThrow('age1nonsense is not the public half of a key');
});
