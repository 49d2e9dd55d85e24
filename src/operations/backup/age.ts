import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * Encrypts and decrypts backups in the format of age (https://age-encryption.org/v1), so that the `age` command can
 * decrypt them, too. The library encrypts only the key of the file. Node's ChaCha20-Poly1305 encrypts the
 * content: it is thirty times as fast as the library's JavaScript, so the nightly backup does not slow down the portal.
 */

/** Thrown if the key is wrong, or if the file is incomplete or was changed. The message is one plain line. */
export class CannotDecrypt extends Error {
  override readonly name = 'CannotDecrypt';
}

/** Loads the library only when it is needed, because loading it takes a long time. */
const loadAge = () => import('age-encryption');

const chunkSize = 65_536;
const tagSize = 16;
const nonceSize = 16;
const encryptedChunkSize = chunkSize + tagSize;
const cipher = 'chacha20-poly1305';
const tagOptions = { authTagLength: tagSize };

/**
 * Creates a key pair. `recipient` is the public half: it encrypts, and belongs on the server. `identity` is the private
 * half: it decrypts, and must not be on the server.
 */
export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Turns one stream of bytes into another. It can be a step of a pipeline. */
export type StreamTransform = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/**
 * Returns a transform that encrypts for these recipients (`age1…`). Throws an error with one plain line if one of them
 * is not a valid recipient.
 */
export async function encryptFor(recipients: readonly string[]): Promise<StreamTransform> {
  const { Encrypter } = await loadAge();
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
    // This recipient only captures the file key, and adds nothing to the header.
    wrapFileKey: (key) => {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const emptyMessage = await encrypter.encrypt(new Uint8Array());
  const header = emptyMessage.subarray(0, emptyMessage.length - nonceSize - tagSize);
  const nonce = randomBytes(nonceSize);
  const encryptChunk = createChunkEncrypter(fileKey, nonce);
  return async function* encrypt(source) {
    yield Buffer.concat([header, nonce]);
    let buffered: Buffer = Buffer.alloc(0);
    for await (const chunk of source) {
      buffered = Buffer.concat([buffered, chunk]);
      // The last chunk is encrypted differently, so a chunk is kept until it is known whether another one follows.
      for (; buffered.length > chunkSize; buffered = buffered.subarray(chunkSize))
        yield encryptChunk(buffered.subarray(0, chunkSize), false);
    }
    yield encryptChunk(buffered, true);
  };
}

/**
 * Returns a transform that decrypts with an identity (`AGE-SECRET-KEY-1…`). The transform throws CannotDecrypt:
 * immediately if the key is wrong, at the first changed chunk, or at the end if the file is incomplete.
 */
export function decryptWith(identity: string): StreamTransform {
  return async function* decrypt(source) {
    let buffered: Buffer = Buffer.alloc(0);
    let decryptChunk: ChunkCipher | null = null;
    for await (const chunk of source) {
      buffered = Buffer.concat([buffered, chunk]);
      const headerEnd = decryptChunk ? 0 : findEndOfHeader(buffered);
      if (headerEnd > 0) {
        decryptChunk = createChunkDecrypter(
          await readFileKey(buffered.subarray(0, headerEnd), identity),
          buffered.subarray(headerEnd, headerEnd + nonceSize),
        );
        buffered = buffered.subarray(headerEnd + nonceSize);
      }
      // A backup has few recipients, so its header is never longer than a chunk.
      if (!decryptChunk && buffered.length > chunkSize) throw createDamagedError();
      for (; decryptChunk && buffered.length > encryptedChunkSize; buffered = buffered.subarray(encryptedChunkSize))
        yield decryptChunk(buffered.subarray(0, encryptedChunkSize), false);
    }
    if (!decryptChunk) throw createDamagedError();
    yield decryptChunk(buffered, true);
  };
}

/** Returns the length of the header, or 0 if the header or the nonce after it is incomplete. */
function findEndOfHeader(bytes: Buffer): number {
  const lastLineStart = bytes.indexOf('\n--- ') + 1;
  const end = lastLineStart === 0 ? 0 : bytes.indexOf('\n', lastLineStart) + 1;
  return bytes.length < end + nonceSize ? 0 : end;
}

const createDamagedError = () =>
  new CannotDecrypt('The file is incomplete or was changed: it cannot be decrypted to its end.');

async function readFileKey(header: Buffer, identity: string): Promise<Uint8Array> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
    return await decrypter.decryptHeader(header);
  } catch (error) {
    throw new CannotDecrypt('This key cannot decrypt this backup.', { cause: error });
  }
}

const deriveStreamKey = (fileKey: Uint8Array, nonce: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

/**
 * Returns a function that creates the nonce of the next chunk: a counter of 11 bytes, and a byte that is 1 for the last
 * chunk and 0 for any other.
 */
function createNonceCounter(): (isLast: boolean) => Buffer {
  let count = 0n;
  return (isLast) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(count++, 3);
    nonce[11] = isLast ? 1 : 0;
    return nonce;
  };
}

/** Encrypts or decrypts the next chunk. */
type ChunkCipher = (chunk: Buffer, isLast: boolean) => Buffer;

function createChunkEncrypter(fileKey: Uint8Array, nonce: Uint8Array): ChunkCipher {
  const key = deriveStreamKey(fileKey, nonce);
  const nextNonce = createNonceCounter();
  return (chunk, isLast) => {
    const encryption = createCipheriv(cipher, key, nextNonce(isLast), tagOptions);
    return Buffer.concat([encryption.update(chunk), encryption.final(), encryption.getAuthTag()]);
  };
}

function createChunkDecrypter(fileKey: Uint8Array, nonce: Uint8Array): ChunkCipher {
  const key = deriveStreamKey(fileKey, nonce);
  const nextNonce = createNonceCounter();
  return (chunk, isLast) => {
    if (chunk.length < tagSize) throw createDamagedError();
    const decryption = createDecipheriv(cipher, key, nextNonce(isLast), tagOptions);
    decryption.setAuthTag(chunk.subarray(-tagSize));
    try {
      return Buffer.concat([decryption.update(chunk.subarray(0, -tagSize)), decryption.final()]);
    } catch (error) {
      throw new CannotDecrypt(createDamagedError().message, { cause: error });
    }
  };
}
