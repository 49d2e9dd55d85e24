import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { makeDurable } from './durable.ts';
import { receiveFile } from './temporary-files.ts';

/** Thrown if the store has no object with the given key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** Thrown if an object has changed since it was stored. The message contains no file name. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** An object of the store. `storedAt` is a time by the store's clock. */
export interface StoredObject {
  key: string;
  storedAt: Date;
}

/** The store of documents. Its keys are random, and never contain names that people have sent. */
export type FileStore = {
  /**
   * Stores a copy of a stream or of the file at a path. When it returns, the object is complete and durable. If it
   * throws, there is no object.
   */
  put(key: string, source: string | Readable): Promise<void>;
  /** Returns the bytes of an object. Throws FileMissing if it does not exist. */
  get(key: string): Promise<Readable>;
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Lists the objects with keys that begin with this hex digit. In this way, a large store is listed in 16 parts. */
  list(firstCharacter: string): Promise<StoredObject[]>;
  /** Throws if the store cannot be reached or, on disk, cannot be written to. Used by /readyz. */
  check(): Promise<void>;
};

/** Creates a random key: 32 lower-case hex characters. */
export function createStoreKey(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Opens the store that the setting FILE_STORE_URL names (reference 10.10). Without a URL, the store is the folder
 * `files` in DATA_DIR. With `s3://bucket?endpoint=…&region=…`, it is an S3 bucket, with credentials from the usual AWS
 * environment variables. Throws for any other value.
 */
export function openStore(url: string | undefined, dataDir: string): FileStore {
  return url === undefined ? openDiskStore(join(dataDir, 'files')) : openS3Store(url, join(dataDir, 'tmp'));
}

/**
 * Reads an object and checks its SHA-256. Throws FileChanged if the hash differs, and FileMissing if there is no
 * object.
 */
export async function checkUnchanged(store: FileStore, key: string, sha256: Buffer): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(await store.get(key), hash);
  if (!hash.digest().equals(sha256)) throw new FileChanged();
}

/**
 * Checks the SHA-256 of an object, and returns its bytes. The object is read twice, because a response that has begun
 * can no longer become an error. Throws like `checkUnchanged`.
 */
export async function openUnchanged(store: FileStore, key: string, sha256: Buffer): Promise<Readable> {
  await checkUnchanged(store, key, sha256);
  return store.get(key);
}

const isKey = (name: string) => /^[0-9a-f]{32}$/.test(name);

/** The path of an object in the store. Two levels of folders keep the number of files in each folder small. */
function pathOf(key: string): string {
  if (!isKey(key)) throw new Error('not a key of the file store');
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}

/**
 * Opens a store in a folder. The library is used only for reading and removing, because the files that it writes are
 * not private, and its writing is neither atomic nor durable.
 */
function openDiskStore(root: string): FileStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const incoming = join(root, 'incoming');
  return {
    async put(key, source) {
      const target = join(root, pathOf(key));
      const stream = typeof source === 'string' ? createReadStream(source) : source;
      const { path } = await receiveFile(stream, { into: incoming, limit: Infinity });
      try {
        await makeDurable(path);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(path, target);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      // A renamed file and a new folder are durable only after their parent folder has been synced.
      for (const folder of [dirname(target), dirname(dirname(target)), root]) await makeDurable(folder);
    },
    async get(key) {
      const stream = await disk.getStream(pathOf(key));
      await once(stream, 'open').catch((error: unknown) => {
        throw isMissingError(error) ? new FileMissing() : error;
      });
      return stream;
    },
    remove: (key) => disk.delete(pathOf(key)),
    async list(firstCharacter) {
      const objects: StoredObject[] = [];
      const folders = await readdir(root).catch(emptyIfMissing);
      for (const folder of folders.filter((name) => name.startsWith(firstCharacter))) {
        const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
        for (const { name, parentPath } of entries.filter((entry) => entry.isFile() && isKey(entry.name))) {
          const stats = await stat(join(parentPath, name)).catch(() => null);
          // An object may be removed while the store is being listed.
          if (stats) objects.push({ key: name, storedAt: stats.mtime });
        }
      }
      return objects;
    },
    async check() {
      const probe = join(incoming, `${createStoreKey()}.part`);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await (await open(probe, 'wx', 0o600)).close();
      await rm(probe);
    },
  };
}

/** Treats a missing folder as empty; throws any other error. */
function emptyIfMissing(error: unknown): never[] {
  if (isMissingError(error)) return [];
  throw error;
}

/**
 * Opens a store in an S3 bucket. A stream is first written to a file in `temporaryFolder`, because S3 needs the size of
 * an object before its first byte.
 */
function openS3Store(url: string, temporaryFolder: string): FileStore {
  const settings = parseS3Url(url);
  let connection: ReturnType<typeof connect> | undefined;
  const s3 = () => (connection ??= connect(settings));
  const upload = (key: string, path: string) =>
    retryQuickFailure(async () => (await s3()).disk.putStream(pathOf(key), createReadStream(path)));
  return {
    async put(key, source) {
      if (typeof source === 'string') return upload(key, source);
      const { path } = await receiveFile(source, { into: temporaryFolder, limit: Infinity });
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
        throw isMissingError(error) ? new FileMissing() : error;
      }
    },
    async remove(key) {
      await retryQuickFailure(async () => (await s3()).disk.delete(pathOf(key)));
    },
    async list(firstCharacter) {
      return (await s3()).listObjects(firstCharacter);
    },
    async check() {
      const { headBucket } = await s3();
      await headBucket();
    },
  };
}

/**
 * Repeats work once if it fails within a second, which happens if the store has closed an idle connection. Work that
 * fails later is not repeated, so that callers do not wait too long.
 */
async function retryQuickFailure<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } catch (error) {
    if (isMissingError(error) || performance.now() - startedAt > 1000) throw error;
    return work();
  }
}

type S3Settings = { bucket: string; endpoint: string | null; region: string | null };

function parseS3Url(text: string): S3Settings {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const endpoint = url?.searchParams.get('endpoint') ?? null;
  if (url?.protocol !== 's3:' || url.hostname === '' || (endpoint !== null && !/^https?:\/\/./.test(endpoint))) {
    throw new Error('FILE_STORE_URL must look like s3://bucket?endpoint=https://…&region=…');
  }
  return { bucket: url.hostname, endpoint, region: url.searchParams.get('region') };
}

const ignore = () => {};
/** Discards the library's warnings, because they would not be in the format of the portal's log. */
const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Creates the S3 client. The AWS libraries are large, so they are loaded only when the store is used. */
async function connect({ bucket, endpoint, region }: S3Settings) {
  const [{ HeadBucketCommand, paginateListObjectsV2, S3Client }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive/drivers/s3'),
  ]);
  const client = new S3Client({
    // Stores other than Amazon's often need the bucket in the path, support no checksum trailers, and ignore the
    // region.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: 'us-east-1' }),
    ...(region === null ? {} : { region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The client makes only one attempt, so that nobody waits long for a store that does not respond. Quick failures
    // are retried by `retryQuickFailure`.
    maxAttempts: 1,
    logger: silentLogger,
    requestHandler: { connectionTimeout: 2000, socketTimeout: 4000 },
  });
  return {
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    headBucket: () => client.send(new HeadBucketCommand({ Bucket: bucket })),
    listObjects: async (prefix: string): Promise<StoredObject[]> => {
      const objects: StoredObject[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        for (const { Key = '', LastModified } of Contents) {
          const key = Key.split('/').at(-1) ?? '';
          if (isKey(key) && LastModified) objects.push({ key, storedAt: LastModified });
        }
      return objects;
    },
  };
}

/** Whether an error, or an error that it wraps, means that the object or file does not exist. */
function isMissingError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT')) return true;
  return isMissingError(error.cause);
}
