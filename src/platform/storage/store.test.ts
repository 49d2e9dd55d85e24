import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileMissing, createStoreKey, openStore, type FileStore } from './store.ts';
import { startS3StoreForTest } from '../../../tests/support/s3.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
const bytesOf = async (store: FileStore, key: string) => buffer(await store.get(key));
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** Defines the tests that every kind of store must pass. */
function testStore(openTestStore: () => FileStore) {
  test('an object that was stored from a file or from a stream is returned byte for byte', async () => {
    const store = openTestStore();
    const [keyOfFile, keyOfStream] = [createStoreKey(), createStoreKey()];
    const path = join(root, 'cv.docx');
    await writeFile(path, content);
    await store.put(keyOfFile, path);
    await store.put(keyOfStream, Readable.from([content.subarray(0, 5), content.subarray(5)]));
    expect((await bytesOf(store, keyOfFile)).equals(content)).toBe(true);
    expect((await bytesOf(store, keyOfStream)).equals(content)).toBe(true);
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  test('an empty file is stored', async () => {
    const store = openTestStore();
    const key = createStoreKey();
    await store.put(key, Readable.from([]));
    expect(await bytesOf(store, key)).toHaveLength(0);
  });

  test('getting a missing object throws FileMissing, and removing it does not throw', async () => {
    const store = openTestStore();
    const key = createStoreKey();
    await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
    await store.put(key, Readable.from([content]));
    await store.remove(key);
    await store.remove(key);
    await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
  });

  test('no object is left if the sender disconnects', async () => {
    const store = openTestStore();
    const key = createStoreKey();
    const stream = new PassThrough();
    const put = store.put(key, stream);
    stream.write(content, () => stream.destroy());
    await expect(put).rejects.toThrow('Premature close');
    await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
    expect(await filesIn(root)).toEqual([]);
  });

  test.each(['', '../../etc/passwd', 'A'.repeat(32), `${'a'.repeat(32)}\n`])('%j is refused as a key', async (key) => {
    const store = openTestStore();
    await expect(store.put(key, Readable.from([content]))).rejects.toThrow('not a key');
    await expect(store.get(key)).rejects.toThrow('not a key');
    await expect((async () => store.remove(key))()).rejects.toThrow('not a key');
  });

  test('the check succeeds if the store works', async () => {
    await expect(openTestStore().check()).resolves.toBeUndefined();
  });
}

test('keys are random', () => {
  const keys = new Set(Array.from({ length: 1000 }, createStoreKey));
  expect(keys.size).toBe(1000);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

describe('in a store on disk', () => {
  testStore(() => openStore(undefined, root));

  test('files are stored in two levels of folders, and both files and folders are private', async () => {
    const key = createStoreKey();
    await openStore(undefined, root).put(key, Readable.from([content]));
    const folder = join(root, 'files', key.slice(0, 2), key.slice(2, 4));
    expect((await stat(join(folder, key))).mode & 0o777).toBe(0o600);
    for (const createdFolder of [folder, join(folder, '..'), join(root, 'files')]) {
      expect((await stat(createdFolder)).mode & 0o777).toBe(0o700);
    }
    expect(await filesIn(root)).toEqual([key]);
  });

  test('the check fails if nothing can be written', async () => {
    await writeFile(join(root, 'files'), 'a file instead of the folder');
    await expect(openStore(undefined, root).check()).rejects.toThrow('ENOTDIR');
  });
});

describe('in a store on S3', () => {
  let s3: Awaited<ReturnType<typeof startS3StoreForTest>>;
  let endpoint: string;
  beforeEach(async () => {
    s3 = await startS3StoreForTest();
    endpoint = `http://127.0.0.1:${s3.port}`;
  });
  afterEach(async () => {
    await s3.close();
  });

  testStore(() => openStore(`s3://documents?endpoint=${endpoint}&region=eu-central-1`, root));

  test('after a stream has been stored, no file is left on the portal’s own disk', async () => {
    await openStore(`s3://documents?endpoint=${endpoint}`, root).put(createStoreKey(), Readable.from([content]));
    expect(await filesIn(root)).toEqual([]);
  });

  test('the check fails if the bucket does not exist or no server responds', async () => {
    await expect(openStore(`s3://other?endpoint=${endpoint}`, root).check()).rejects.toMatchObject({
      name: 'NotFound',
    });
    const closedPort = await findClosedPort();
    await expect(openStore(`s3://documents?endpoint=http://127.0.0.1:${closedPort}`, root).check()).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});

async function findClosedPort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test.each(['', 'documents', 'https://bucket.example', 's3://', 's3://documents?endpoint=minio:9000'])(
  'FILE_STORE_URL with the value %j makes the start fail',
  (url) => {
    expect(() => openStore(url, root)).toThrow('FILE_STORE_URL');
  },
);
