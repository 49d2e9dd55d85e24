import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { beforeAll, describe, expect, test } from 'vitest';
import { decryptWith, encryptFor, createKeyPair, type StreamTransform } from './age.ts';

let key: { identity: string; recipient: string };
beforeAll(async () => {
  key = await createKeyPair();
});

/** Runs a step on `bytes` and returns its output. The chunks of the input differ in size from the step’s own chunks. */
async function runStep(step: StreamTransform, bytes: Uint8Array, chunkSize = 10_000): Promise<Buffer> {
  const source = async function* () {
    for (let offset = 0; offset < bytes.length; offset += chunkSize) {
      await Promise.resolve();
      yield Buffer.from(bytes.subarray(offset, offset + chunkSize));
    }
  };
  const parts: Buffer[] = [];
  for await (const part of step(source())) parts.push(part);
  return Buffer.concat(parts);
}

const lengths = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];

describe.each(lengths)('a backup of %i bytes', (length) => {
  const plain = randomBytes(length);

  test('can be decrypted by the age library itself', async () => {
    const encrypted = await runStep(await encryptFor([key.recipient]), plain);
    const decrypter = new Decrypter();
    decrypter.addIdentity(key.identity);
    expect(Buffer.from(await decrypter.decrypt(encrypted)).equals(plain)).toBe(true);
  });

  test('can be decrypted if the age library encrypted it', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(key.recipient);
    const encrypted = await encrypter.encrypt(plain);
    expect((await runStep(decryptWith(key.identity), encrypted)).equals(plain)).toBe(true);
  });
});

test('each of several keys decrypts a backup, and any other key does not', async () => {
  const second = await createKeyPair();
  const encrypted = await runStep(await encryptFor([key.recipient, second.recipient]), Buffer.from('CV'));
  expect(String(await runStep(decryptWith(second.identity), encrypted))).toBe('CV');
  const otherKey = await createKeyPair();
  await expect(runStep(decryptWith(otherKey.identity), encrypted)).rejects.toThrow(
    'This key cannot decrypt this backup.',
  );
  await expect(runStep(decryptWith('no key at all'), encrypted)).rejects.toThrow(
    'This key cannot decrypt this backup.',
  );
});

test('a truncated or changed file is refused, wherever the damage is', async () => {
  const encrypted = await runStep(await encryptFor([key.recipient]), randomBytes(150_000));
  const headerEnd = encrypted.indexOf('\n--- ') + 50;
  for (const length of [0, 20, headerEnd, headerEnd + 20, 65_552 + headerEnd, encrypted.length - 1])
    await expect(runStep(decryptWith(key.identity), encrypted.subarray(0, length)), `${length}`).rejects.toThrow(
      /incomplete/,
    );
  for (const offset of [30, headerEnd - 10]) {
    const changedBytes = Buffer.from(encrypted);
    changedBytes[offset] = (changedBytes[offset] ?? 0) ^ 1;
    await expect(runStep(decryptWith(key.identity), changedBytes), `${offset}`).rejects.toThrow(/cannot decrypt/);
  }
  for (const offset of [headerEnd + 30, encrypted.length - 5]) {
    const changedBytes = Buffer.from(encrypted);
    changedBytes[offset] = (changedBytes[offset] ?? 0) ^ 1;
    await expect(runStep(decryptWith(key.identity), changedBytes), `${offset}`).rejects.toThrow(/changed/);
  }
  // Removes a whole chunk from the middle.
  const chunkStart = encrypted.length - (150_000 % 65_536) - 16 - 65_552;
  const shortened = Buffer.concat([encrypted.subarray(0, chunkStart), encrypted.subarray(chunkStart + 65_552)]);
  await expect(runStep(decryptWith(key.identity), shortened)).rejects.toThrow(/changed/);
});

test('the error names an invalid recipient', async () => {
  await expect(encryptFor(['age1nonsense'])).rejects.toThrow('age1nonsense is not the public half of a key');
});
