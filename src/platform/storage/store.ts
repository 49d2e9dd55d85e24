import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { receiveFile } from './receive.ts';

/** The store has no object under this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** The object under this key is not the one that was stored. The message names no file. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** An object of the store, and the time at which it was stored by the store's own clock. */
export interface StoredObject {
  key: string;
  storedAt: Date;
}

/** The store of documents, which lie under random keys, never under names that people have sent. */
export type FileStore = {
  /** Stores a copy of a file or a stream: complete and durable when it returns, absent when it throws. */
  put(key: string, source: string | Readable): Promise<void>;
  /** The bytes as a stream; throws FileMissing if there are none. */
  get(key: string): Promise<Readable>;
  /** Removes an object; a missing one is not an error. */
  remove(key: string): Promise<void>;
  /** The objects whose keys begin with this hex character, so that a large store can be listed in sixteen parts. */
  list(first: string): Promise<StoredObject[]>;
  /** Throws if the store cannot be reached or written to (for /readyz). */
  check(): Promise<void>;
};

/** A new random key: 32 lower-case hex characters. */
export function newKey(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Opens the store of the setting FILE_STORE_URL (reference 10.10): the folder `files` of DATA_DIR if it is unset, or
 * `s3://bucket?endpoint=…&region=…` with the keys in the usual AWS variables. Throws immediately for any other value.
 */
export function openStore(url: string | undefined, dataDir: string): FileStore {
  return url === undefined ? diskStore(join(dataDir, 'files')) : s3Store(url, join(dataDir, 'tmp'));
}

/** Reads an object and compares its SHA-256. Throws FileChanged if it differs, FileMissing if there is no object. */
export async function checkUnchanged(store: FileStore, key: string, sha256: Buffer): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(await store.get(key), hash);
  if (!hash.digest().equals(sha256)) throw new FileChanged();
}

/**
 * Returns the bytes of an object after comparing its SHA-256. The object is read twice, because an answer that has
 * begun can no longer turn into an error. Throws like `checkUnchanged`.
 */
export async function openUnchanged(store: FileStore, key: string, sha256: Buffer): Promise<Readable> {
  await checkUnchanged(store, key, sha256);
  return store.get(key);
}

const isKey = (name: string) => /^[0-9a-f]{32}$/.test(name);

/** The path of an object in the store; two levels of folders keep each folder small. */
function pathOf(key: string): string {
  if (!isKey(key)) throw new Error('not a key of the file store');
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}

/** The library is used only for reading, because its way of writing is neither atomic nor durable nor private. */
function diskStore(root: string): FileStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const incoming = join(root, 'incoming');
  return {
    async put(key, source) {
      const target = join(root, pathOf(key));
      const stream = typeof source === 'string' ? createReadStream(source) : source;
      const { path } = await receiveFile(stream, { into: incoming, limit: Infinity });
      try {
        await sync(path);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(path, target);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      // A rename is durable once its folder is synced, and a new folder once its parent is.
      for (const folder of [dirname(target), dirname(dirname(target)), root]) await sync(folder);
    },
    async get(key) {
      const stream = await disk.getStream(pathOf(key));
      await once(stream, 'open').catch((error: unknown) => {
        throw isMissing(error) ? new FileMissing() : error;
      });
      return stream;
    },
    remove: (key) => disk.delete(pathOf(key)),
    async list(first) {
      const objects: StoredObject[] = [];
      for (const folder of (await readdir(root).catch(emptyIfMissing)).filter((name) => name.startsWith(first))) {
        const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
        for (const { name, parentPath } of entries.filter((entry) => entry.isFile() && isKey(entry.name))) {
          const stats = await stat(join(parentPath, name)).catch(() => null);
          // An object that disappears meanwhile has been deleted.
          if (stats) objects.push({ key: name, storedAt: stats.mtime });
        }
      }
      return objects;
    },
    async check() {
      const probe = join(incoming, `${newKey()}.part`);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await (await open(probe, 'wx', 0o600)).close();
      await rm(probe);
    },
  };
}

/** Treats a missing folder as empty; throws any other error. */
function emptyIfMissing(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `spoolFolder` holds streams that are being stored: S3 needs the size of an object before its first byte. */
function s3Store(url: string, spoolFolder: string): FileStore {
  const settings = s3Settings(url);
  let opened: ReturnType<typeof connect> | undefined;
  const s3 = () => (opened ??= connect(settings));
  const upload = (key: string, path: string) =>
    retryQuickFailure(async () => (await s3()).disk.putStream(pathOf(key), createReadStream(path)));
  return {
    async put(key, source) {
      if (typeof source === 'string') return upload(key, source);
      const { path } = await receiveFile(source, { into: spoolFolder, limit: Infinity });
      try {
        await upload(key, path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(key) {
      try {
        return await retryQuickFailure(async () => (await s3()).disk.getStream(pathOf(key)));
      } catch (error) {
        throw isMissing(error) ? new FileMissing() : error;
      }
    },
    async remove(key) {
      await retryQuickFailure(async () => (await s3()).disk.delete(pathOf(key)));
    },
    async list(first) {
      return (await s3()).listObjects(first);
    },
    async check() {
      const { headBucket } = await s3();
      await headBucket();
    },
  };
}

/**
 * Repeats work once if it fails within a second, as on a connection that the store has closed. After a slower failure
 * there is no time for a second attempt.
 */
async function retryQuickFailure<T>(work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work();
  } catch (error) {
    if (isMissing(error) || performance.now() - from > 1000) throw error;
    return work();
  }
}

type S3Settings = { bucket: string; endpoint: string | null; region: string | null };

function s3Settings(text: string): S3Settings {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const endpoint = url?.searchParams.get('endpoint') ?? null;
  if (url?.protocol !== 's3:' || url.hostname === '' || (endpoint !== null && !/^https?:\/\/./.test(endpoint))) {
    throw new Error('FILE_STORE_URL must look like s3://bucket?endpoint=https://…&region=…');
  }
  return { bucket: url.hostname, endpoint, region: url.searchParams.get('region') };
}

const ignore = () => {};
/** Silences the library, because its warnings would bypass the portal's log and its format. */
const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The AWS libraries are large, so they are loaded only if S3 is used. */
async function connect({ bucket, endpoint, region }: S3Settings) {
  const [{ HeadBucketCommand, paginateListObjectsV2, S3Client }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive/drivers/s3'),
  ]);
  const client = new S3Client({
    // For stores other than Amazon's: the bucket in the path, no checksum trailers, any region.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: 'us-east-1' }),
    ...(region === null ? {} : { region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // No caller waits more than five seconds for a silent store; quick failures are retried above.
    maxAttempts: 1,
    logger: silentLogger,
    requestHandler: { connectionTimeout: 2000, socketTimeout: 4000 },
  });
  return {
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    headBucket: () => client.send(new HeadBucketCommand({ Bucket: bucket })),
    listObjects: async (Prefix: string): Promise<StoredObject[]> => {
      const objects: StoredObject[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix }))
        for (const { Key = '', LastModified } of Contents) {
          const key = Key.split('/').at(-1) ?? '';
          if (isKey(key) && LastModified) objects.push({ key, storedAt: LastModified });
        }
      return objects;
    },
  };
}

/** Whether an error, or the one that the library has wrapped in it, means that there is no such object. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT')) return true;
  return isMissing(error.cause);
}
