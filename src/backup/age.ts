import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * The format of age (https://age-encryption.org/v1): whoever lacks this program opens a backup with the tool of that
 * name. The library wraps the key; the bytes go through Node's own ChaCha20-Poly1305, thirty times as fast as one in
 * JavaScript, which would hold the portal up while it works at night.
 */

/** The wrong key, or a file that is torn or was changed. One plain line. */
export class CannotDecrypt extends Error {
  override readonly name = 'CannotDecrypt';
}

/** Loaded where something is encrypted: its curves take long to set up. */
const age = () => import('age-encryption');

const chunkSize = 65_536;
const tagSize = 16;
const nonceSize = 16;
const sealedSize = chunkSize + tagSize;
const cipher = 'chacha20-poly1305';
const tags = { authTagLength: tagSize };

/** A new pair: the recipient encrypts and may lie on the server, the identity decrypts and should not. */
export async function newKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Turns one stream of bytes into another, as a step of a pipeline. */
export type Step = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** A step that encrypts for the recipients (`age1…`). Throws one line where one of them is not a recipient. */
export async function encryptFor(recipients: readonly string[]): Promise<Step> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new Error(`BACKUP_RECIPIENT: ${recipient} is not the public half of a key (age1…).`, { cause: error });
    }
  }
  let fileKey = new Uint8Array();
  encrypter.addRecipient({
    // Listens in to the key, and adds nothing to the header.
    wrapFileKey: (key) => {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const sealed = await encrypter.encrypt(new Uint8Array());
  const header = sealed.subarray(0, sealed.length - nonceSize - tagSize);
  const nonce = randomBytes(nonceSize);
  const seal = sealer(fileKey, nonce);
  return async function* encrypted(source) {
    yield Buffer.concat([header, nonce]);
    let waiting: Buffer = Buffer.alloc(0);
    for await (const chunk of source) {
      waiting = Buffer.concat([waiting, chunk]);
      // The last one is marked as such, so one is always kept back.
      for (; waiting.length > chunkSize; waiting = waiting.subarray(chunkSize))
        yield seal(waiting.subarray(0, chunkSize), false);
    }
    yield seal(waiting, true);
  };
}

/**
 * A step that decrypts with an identity (`AGE-SECRET-KEY-1…`). It fails with CannotDecrypt: at once with a key that does
 * not fit, at the place where a byte was changed, at the end where the end is missing.
 */
export function decryptWith(identity: string): Step {
  return async function* decrypted(source) {
    let waiting: Buffer = Buffer.alloc(0);
    let open: Cut | null = null;
    for await (const chunk of source) {
      waiting = Buffer.concat([waiting, chunk]);
      const end = open ? 0 : endOfHeader(waiting);
      if (end > 0) {
        open = opener(await keyIn(waiting.subarray(0, end), identity), waiting.subarray(end, end + nonceSize));
        waiting = waiting.subarray(end + nonceSize);
      }
      // No header with some recipients comes near.
      if (!open && waiting.length > chunkSize) throw torn();
      for (; open && waiting.length > sealedSize; waiting = waiting.subarray(sealedSize))
        yield open(waiting.subarray(0, sealedSize), false);
    }
    if (!open) throw torn();
    yield open(waiting, true);
  };
}

/** Where the header ends, once it and the nonce behind it are there; 0 before. */
function endOfHeader(bytes: Buffer): number {
  const mark = bytes.indexOf('\n--- ');
  const end = mark === -1 ? 0 : bytes.indexOf('\n', mark + 1) + 1;
  return bytes.length < end + nonceSize ? 0 : end;
}

const torn = () => new CannotDecrypt('The file is torn or was changed: it cannot be decrypted to its end.');

async function keyIn(header: Buffer, identity: string): Promise<Uint8Array> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
    return await decrypter.decryptHeader(header);
  } catch (error) {
    throw new CannotDecrypt('The key does not fit this backup.', { cause: error });
  }
}

const streamKey = (fileKey: Uint8Array, nonce: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

/** Nonces of the chunks: eleven bytes that count, and one that marks the last chunk. */
function nonces(): (last: boolean) => Buffer {
  let count = 0n;
  return (last) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(count++, 3);
    nonce[11] = last ? 1 : 0;
    return nonce;
  };
}

/** Seals or opens a chunk; they come in their order, the last one as such. */
type Cut = (chunk: Buffer, last: boolean) => Buffer;

function sealer(fileKey: Uint8Array, nonce: Uint8Array): Cut {
  const key = streamKey(fileKey, nonce);
  const next = nonces();
  return (chunk, last) => {
    const sealing = createCipheriv(cipher, key, next(last), tags);
    return Buffer.concat([sealing.update(chunk), sealing.final(), sealing.getAuthTag()]);
  };
}

function opener(fileKey: Uint8Array, nonce: Uint8Array): Cut {
  const key = streamKey(fileKey, nonce);
  const next = nonces();
  return (chunk, last) => {
    if (chunk.length < tagSize) throw torn();
    const opening = createDecipheriv(cipher, key, next(last), tags);
    opening.setAuthTag(chunk.subarray(-tagSize));
    try {
      return Buffer.concat([opening.update(chunk.subarray(0, -tagSize)), opening.final()]);
    } catch (error) {
      throw new CannotDecrypt(torn().message, { cause: error });
    }
  };
}
