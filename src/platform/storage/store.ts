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

/** The store holds nothing under this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** What lies under this key is not what was put there. Names the fault in the log, and no file. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** An object of the store and the instant it was put there, by the store's own clock. */
export interface StoredObject {
  key: string;
  putAt: Date;
}

/** Where documents lie: under random keys, never under a name that somebody sent. */
export type FileStore = {
  /** Stores a copy of a file or a stream: complete and durable when it returns, absent when it throws. */
  put(key: string, source: string | Readable): Promise<void>;
  /** The bytes as a stream; FileMissing where there are none. */
  get(key: string): Promise<Readable>;
  /** Removes what is there; a key without an object is no fault. */
  remove(key: string): Promise<void>;
  /** The objects whose keys begin with this hex character: a large store is looked through in sixteen parts. */
  list(first: string): Promise<StoredObject[]>;
  /** Throws where the store cannot be reached or written to (for /readyz). */
  check(): Promise<void>;
};

/** A new random key: 32 lower-case hex characters. */
export function newKey(): string {
  return randomBytes(16).toString('hex');
}

/**
 * The store that the setting FILE_STORE_URL names (contract §10): the folder `files` of DATA_DIR where it is unset, or
 * `s3://bucket?endpoint=…&region=…` with the keys of the usual AWS variables. Throws at once at any other setting.
 */
export function openStore(url: string | undefined, dataDir: string): FileStore {
  return url === undefined ? diskStore(join(dataDir, 'files')) : s3Store(url, join(dataDir, 'tmp'));
}

/** Reads an object whose SHA-256 is known: FileChanged where its bytes are not those that were put, FileMissing where there are none. */
export async function checkUnchanged(store: FileStore, key: string, sha256: Buffer): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(await store.get(key), hash);
  if (!hash.digest().equals(sha256)) throw new FileChanged();
}

/**
 * The bytes of an object whose SHA-256 is known, read twice: once it is on its way, an answer cannot become a fault any
 * more. Throws as `checkUnchanged` does.
 */
export async function openUnchanged(store: FileStore, key: string, sha256: Buffer): Promise<Readable> {
  await checkUnchanged(store, key, sha256);
  return store.get(key);
}

const isKey = (name: string) => /^[0-9a-f]{32}$/.test(name);

/** Two levels of folders keep each of them small. */
function placeOf(key: string): string {
  if (!isKey(key)) throw new Error('not a key of the file store');
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}

/** Reading is left to the library; its writing is neither atomic nor durable nor private, so that is done here. */
function diskStore(root: string): FileStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const incoming = join(root, 'incoming');
  return {
    async put(key, source) {
      const target = join(root, placeOf(key));
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
      // A rename is durable once its folder is, a new folder once its parent is.
      for (const folder of [dirname(target), dirname(dirname(target)), root]) await sync(folder);
    },
    async get(key) {
      const stream = await disk.getStream(placeOf(key));
      await once(stream, 'open').catch((error: unknown) => {
        throw isMissing(error) ? new FileMissing() : error;
      });
      return stream;
    },
    remove: (key) => disk.delete(placeOf(key)),
    async list(first) {
      const objects: StoredObject[] = [];
      for (const folder of (await readdir(root).catch(noFolder)).filter((name) => name.startsWith(first))) {
        const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
        for (const { name, parentPath } of entries.filter((entry) => entry.isFile() && isKey(entry.name))) {
          const found = await stat(join(parentPath, name)).catch(() => null);
          // What goes meanwhile was removed by somebody.
          if (found) objects.push({ key: name, putAt: found.mtime });
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

/** No object has made this folder yet; any other fault is one. */
function noFolder(error: unknown): never[] {
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

/** `spool` takes streams on their way: S3 wants to know an object's size before its first byte. */
function s3Store(url: string, spool: string): FileStore {
  const settings = s3Settings(url);
  let opened: ReturnType<typeof connect> | undefined;
  const s3 = () => (opened ??= connect(settings));
  const upload = (key: string, path: string) =>
    twiceIfQuick(async () => (await s3()).disk.putStream(placeOf(key), createReadStream(path)));
  return {
    async put(key, source) {
      if (typeof source === 'string') return upload(key, source);
      const { path } = await receiveFile(source, { into: spool, limit: Infinity });
      try {
        await upload(key, path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(key) {
      try {
        return await twiceIfQuick(async () => (await s3()).disk.getStream(placeOf(key)));
      } catch (error) {
        throw isMissing(error) ? new FileMissing() : error;
      }
    },
    async remove(key) {
      await twiceIfQuick(async () => (await s3()).disk.delete(placeOf(key)));
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

/** Tries again what failed within a second, as on a connection that the store had closed; what took longer has no time left. */
async function twiceIfQuick<T>(work: () => Promise<T>): Promise<T> {
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

const say = () => {};
/** The library's warnings go past the portal's log, and are not in its form. */
const silent = { trace: say, debug: say, info: say, warn: say, error: say };

/** The AWS libraries are many; only who uses S3 loads them. */
async function connect({ bucket, endpoint, region }: S3Settings) {
  const [{ HeadBucketCommand, paginateListObjectsV2, S3Client }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive/drivers/s3'),
  ]);
  const client = new S3Client({
    // Stores that are not Amazon's: the bucket in the path, no checksum trailers, and any region will do.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: 'us-east-1' }),
    ...(region === null ? {} : { region }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Nobody waits longer than five seconds for a store that says nothing; quick failures are tried again above.
    maxAttempts: 1,
    logger: silent,
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
          if (isKey(key) && LastModified) objects.push({ key, putAt: LastModified });
        }
      return objects;
    },
  };
}

/** The library wraps what the disk or S3 said. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT')) return true;
  return isMissing(error.cause);
}
