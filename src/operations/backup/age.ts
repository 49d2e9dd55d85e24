import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * The format of age (https://age-encryption.org/v1), so that backups can be decrypted with the tool of that name,
 * without this program. The library encrypts the key; the content is encrypted by Node's own ChaCha20-Poly1305, which
 * is thirty times as fast as one in JavaScript and does not slow down the portal during the nightly backup.
 */

/** The key is wrong, or the file is incomplete or changed. The message is one plain line. */
export class CannotDecrypt extends Error {
  override readonly name = 'CannotDecrypt';
}

/** Loaded only when needed, because setting up its curves takes a long time. */
const age = () => import('age-encryption');

const chunkSize = 65_536;
const tagSize = 16;
const nonceSize = 16;
const encryptedSize = chunkSize + tagSize;
const cipher = 'chacha20-poly1305';
const tags = { authTagLength: tagSize };

/** Creates a pair of keys: the recipient encrypts and may be on the server, the identity decrypts and must not. */
export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Turns one stream of bytes into another, as a step of a pipeline. */
export type StreamTransform = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** Returns a step that encrypts for the recipients (`age1…`). Throws one line if one of them is not a recipient. */
export async function encryptFor(recipients: readonly string[]): Promise<StreamTransform> {
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
    // Learns the file key this way, and adds nothing to the header.
    wrapFileKey: (key) => {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const message = await encrypter.encrypt(new Uint8Array());
  const header = message.subarray(0, message.length - nonceSize - tagSize);
  const nonce = randomBytes(nonceSize);
  const encryptChunk = chunkEncrypter(fileKey, nonce);
  return async function* encrypted(source) {
    yield Buffer.concat([header, nonce]);
    let buffered: Buffer = Buffer.alloc(0);
    for await (const chunk of source) {
      buffered = Buffer.concat([buffered, chunk]);
      // The last chunk is marked as such, so one is always held back.
      for (; buffered.length > chunkSize; buffered = buffered.subarray(chunkSize))
        yield encryptChunk(buffered.subarray(0, chunkSize), false);
    }
    yield encryptChunk(buffered, true);
  };
}

/**
 * Returns a step that decrypts with an identity (`AGE-SECRET-KEY-1…`). The step throws CannotDecrypt: immediately for a
 * wrong key, at the first changed chunk, and at the end if the file is incomplete.
 */
export function decryptWith(identity: string): StreamTransform {
  return async function* decrypted(source) {
    let buffered: Buffer = Buffer.alloc(0);
    let decryptChunk: ChunkCipher | null = null;
    for await (const chunk of source) {
      buffered = Buffer.concat([buffered, chunk]);
      const end = decryptChunk ? 0 : endOfHeader(buffered);
      if (end > 0) {
        decryptChunk = chunkDecrypter(
          await readFileKey(buffered.subarray(0, end), identity),
          buffered.subarray(end, end + nonceSize),
        );
        buffered = buffered.subarray(end + nonceSize);
      }
      // The header of a backup, with its few recipients, is never this long.
      if (!decryptChunk && buffered.length > chunkSize) throw damagedError();
      for (; decryptChunk && buffered.length > encryptedSize; buffered = buffered.subarray(encryptedSize))
        yield decryptChunk(buffered.subarray(0, encryptedSize), false);
    }
    if (!decryptChunk) throw damagedError();
    yield decryptChunk(buffered, true);
  };
}

/** The length of the header; 0 while the header or the nonce after it is incomplete. */
function endOfHeader(bytes: Buffer): number {
  const mark = bytes.indexOf('\n--- ');
  const end = mark === -1 ? 0 : bytes.indexOf('\n', mark + 1) + 1;
  return bytes.length < end + nonceSize ? 0 : end;
}

const damagedError = () =>
  new CannotDecrypt('The file is incomplete or was changed: it cannot be decrypted to its end.');

async function readFileKey(header: Buffer, identity: string): Promise<Uint8Array> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
    return await decrypter.decryptHeader(header);
  } catch (error) {
    throw new CannotDecrypt('This key cannot decrypt this backup.', { cause: error });
  }
}

const streamKey = (fileKey: Uint8Array, nonce: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

/** Returns the function that creates the next chunk's nonce: a counter of eleven bytes, and a byte for the last one. */
function nonces(): (last: boolean) => Buffer {
  let count = 0n;
  return (last) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(count++, 3);
    nonce[11] = last ? 1 : 0;
    return nonce;
  };
}

/** Encrypts or decrypts the next chunk; `last` marks the last one. */
type ChunkCipher = (chunk: Buffer, last: boolean) => Buffer;

function chunkEncrypter(fileKey: Uint8Array, nonce: Uint8Array): ChunkCipher {
  const key = streamKey(fileKey, nonce);
  const nextNonce = nonces();
  return (chunk, last) => {
    const encryption = createCipheriv(cipher, key, nextNonce(last), tags);
    return Buffer.concat([encryption.update(chunk), encryption.final(), encryption.getAuthTag()]);
  };
}

function chunkDecrypter(fileKey: Uint8Array, nonce: Uint8Array): ChunkCipher {
  const key = streamKey(fileKey, nonce);
  const nextNonce = nonces();
  return (chunk, last) => {
    if (chunk.length < tagSize) throw damagedError();
    const decryption = createDecipheriv(cipher, key, nextNonce(last), tags);
    decryption.setAuthTag(chunk.subarray(-tagSize));
    try {
      return Buffer.concat([decryption.update(chunk.subarray(0, -tagSize)), decryption.final()]);
    } catch (error) {
      throw new CannotDecrypt(damagedError().message, { cause: error });
    }
  };
}
