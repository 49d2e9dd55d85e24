import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { beforeAll, describe, expect, test } from 'vitest';
import { decryptWith, encryptFor, newKeyPair, type Step } from './age.ts';

let key: { identity: string; recipient: string };
beforeAll(async () => {
  key = await newKeyPair();
});

/** Sends bytes through a step, in pieces of another size than its own. */
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

  test('are read by the library of age itself', async () => {
    const sealed = await through(await encryptFor([key.recipient]), plain);
    const decrypter = new Decrypter();
    decrypter.addIdentity(key.identity);
    expect(Buffer.from(await decrypter.decrypt(sealed)).equals(plain)).toBe(true);
  });

  test('are read when the library of age has encrypted them', async () => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(key.recipient);
    const sealed = await encrypter.encrypt(plain);
    expect((await through(decryptWith(key.identity), sealed)).equals(plain)).toBe(true);
  });
});

test('each of several keys opens a backup, another one does not', async () => {
  const second = await newKeyPair();
  const sealed = await through(await encryptFor([key.recipient, second.recipient]), Buffer.from('CV'));
  expect(String(await through(decryptWith(second.identity), sealed))).toBe('CV');
  const stranger = await newKeyPair();
  await expect(through(decryptWith(stranger.identity), sealed)).rejects.toThrow('The key does not fit this backup.');
  await expect(through(decryptWith('no key at all'), sealed)).rejects.toThrow('The key does not fit this backup.');
});

test('what is torn or changed is refused, wherever that is', async () => {
  const sealed = await through(await encryptFor([key.recipient]), randomBytes(150_000));
  const header = sealed.indexOf('\n--- ') + 50;
  for (const length of [0, 20, header, header + 20, 65_552 + header, sealed.length - 1])
    await expect(through(decryptWith(key.identity), sealed.subarray(0, length)), `${length}`).rejects.toThrow(/torn/);
  for (const place of [30, header - 10]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await expect(through(decryptWith(key.identity), changed), `${place}`).rejects.toThrow(/does not fit/);
  }
  for (const place of [header + 30, sealed.length - 5]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await expect(through(decryptWith(key.identity), changed), `${place}`).rejects.toThrow(/changed/);
  }
  // A chunk left out.
  const start = sealed.length - (150_000 % 65_536) - 16 - 65_552;
  const shorter = Buffer.concat([sealed.subarray(0, start), sealed.subarray(start + 65_552)]);
  await expect(through(decryptWith(key.identity), shorter)).rejects.toThrow(/changed/);
});

test('a recipient that is none is told by its name', async () => {
  await expect(encryptFor(['age1nonsense'])).rejects.toThrow('age1nonsense is not the public half of a key');
});
