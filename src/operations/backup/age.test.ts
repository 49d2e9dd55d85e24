import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { beforeAll, describe, expect, test } from 'vitest';
import { decryptWith, encryptFor, newKeyPair, type Step } from './age.ts';

let key: { identity: string; recipient: string };
beforeAll(async () => {
  key = await newKeyPair();
});

/** Sends bytes through a step, in pieces of a different size from its own. */
async function through(step: Step, bytes: Uint8Array, piece = 10_000): Promise<Buffer> {
  const source = async function* () {
    for (let at = 0; at < bytes.length; at += piece) {
      await Promise.resolve();
      yield Buffer.from(bytes.subarray(at, at + piece));
    }
  };
  const parts: Buffer[] = [];
  for await (const part of step(source())) parts.push(part);
  return Buffer.concat(parts);
}

const lengths = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];

describe.each(lengths)('%i bytes', (length) => {
  const plain = randomBytes(length);

  test('can be decrypted by the age library itself', async () => {
    const sealed = await through(await encryptFor([key.recipient]), plain);
    const decrypter = new Decrypter();
    decrypter.addIdentity(key.identity);
    expect(Buffer.from(await decrypter.decrypt(sealed)).equals(plain)).toBe(true);
  });

  test('can be decrypted if the age library has encrypted them', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(key.recipient);
    const sealed = await encrypter.encrypt(plain);
    expect((await through(decryptWith(key.identity), sealed)).equals(plain)).toBe(true);
  });
});

test('each of several keys decrypts a backup, another one does not', async () => {
  const second = await newKeyPair();
  const sealed = await through(await encryptFor([key.recipient, second.recipient]), Buffer.from('CV'));
  expect(String(await through(decryptWith(second.identity), sealed))).toBe('CV');
  const stranger = await newKeyPair();
  await expect(through(decryptWith(stranger.identity), sealed)).rejects.toThrow('This key cannot decrypt this backup.');
  await expect(through(decryptWith('no key at all'), sealed)).rejects.toThrow('This key cannot decrypt this backup.');
});

test('a truncated or changed file is refused, wherever the damage is', async () => {
  const sealed = await through(await encryptFor([key.recipient]), randomBytes(150_000));
  const header = sealed.indexOf('\n--- ') + 50;
  for (const length of [0, 20, header, header + 20, 65_552 + header, sealed.length - 1])
    await expect(through(decryptWith(key.identity), sealed.subarray(0, length)), `${length}`).rejects.toThrow(
      /incomplete/,
    );
  for (const place of [30, header - 10]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await expect(through(decryptWith(key.identity), changed), `${place}`).rejects.toThrow(/cannot decrypt/);
  }
  for (const place of [header + 30, sealed.length - 5]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await expect(through(decryptWith(key.identity), changed), `${place}`).rejects.toThrow(/changed/);
  }
  // A missing chunk.
  const start = sealed.length - (150_000 % 65_536) - 16 - 65_552;
  const shorter = Buffer.concat([sealed.subarray(0, start), sealed.subarray(start + 65_552)]);
  await expect(through(decryptWith(key.identity), shorter)).rejects.toThrow(/changed/);
});

test('an invalid recipient is reported by name', async () => {
  await expect(encryptFor(['age1nonsense'])).rejects.toThrow('age1nonsense is not the public half of a key');
});
