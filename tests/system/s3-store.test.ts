import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStoreKey, openStore } from '../../src/platform/storage/store.ts';
import { startS3StoreForTest } from '../support/s3.ts';

// What the tests of the portal rely on beyond the tests of src/platform/storage/store.test.ts.

let s3: Awaited<ReturnType<typeof startS3StoreForTest>>;
let endpoint: string;
beforeEach(async () => {
  s3 = await startS3StoreForTest();
  endpoint = `http://127.0.0.1:${s3.port}`;
});
afterEach(() => s3.close());

const openClient = () =>
  new S3Client({
    endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
const openTestStore = () => openStore(`s3://documents?endpoint=${endpoint}`, s3.folder);

test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('the store of the tests refuses a wrong %s', async (name) => {
  const key = createStoreKey();
  await openTestStore().put(key, Readable.from(['CV']));
  vi.stubEnv(name, 'wrong');
  const stranger = openTestStore();
  await expect(stranger.get(key)).rejects.toMatchObject({ cause: { name: 'SignatureDoesNotMatch' } });
  await expect(stranger.put(createStoreKey(), Readable.from(['CV']))).rejects.toThrow();
  await expect(stranger.list('0')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  vi.unstubAllEnvs();
});

test('the store of the tests lists more objects than fit into one response', async () => {
  const folder = join(s3.folder, 'documents/ab/cd');
  await mkdir(folder, { recursive: true });
  const keys = Array.from({ length: 2100 }, (_, index) => `abcd${String(index).padStart(28, '0')}`);
  await Promise.all(keys.map((key) => writeFile(join(folder, key), '')));
  const objects = await openTestStore().list('a');
  expect(objects.map(({ key }) => key).toSorted()).toEqual(keys);
  expect(await openTestStore().list('b')).toEqual([]);
});

test('the store of the tests keeps nothing of an upload whose sender disconnects', async () => {
  const Body = new PassThrough();
  const put = new PutObjectCommand({ Bucket: 'documents', Key: 'ab', Body, ContentLength: 100 });
  const leaving = new AbortController();
  const sent = openClient().send(put, { abortSignal: leaving.signal });
  Body.write('half');
  await vi.waitFor(async () => expect(await readdir(join(s3.folder, 'incoming'))).toHaveLength(1));
  leaving.abort();
  await expect(sent).rejects.toThrow();
  await vi.waitFor(async () => expect(await readdir(join(s3.folder, 'incoming'))).toEqual([]));
  expect(await readdir(join(s3.folder, 'documents'))).toEqual([]);
});

test('the store of the tests refuses what the portal does not ask of a store', async () => {
  await expect(openClient().send(new HeadObjectCommand({ Bucket: 'documents', Key: 'a' }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 501 },
  });
});
