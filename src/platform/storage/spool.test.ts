import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings, type Settings } from '../settings/settings.ts';
import { DiskFull } from './disk-space.ts';
import { spool } from './spool.ts';

let settings: Settings;
beforeAll(async () => {
  settings = readSettings({ DATA_DIR: await mkdtemp(join(tmpdir(), 'spool-')) });
});
afterAll(() => rm(settings.dataDir, { recursive: true }));

const listTemporaryFiles = () => readdir(join(settings.dataDir, 'tmp'));
const createSource = () => Readable.from([Buffer.alloc(100_000, 1), Buffer.alloc(50_000, 2)], { objectMode: false });

test('a stream is stored completely, in a file without a name, before the reader gets its first byte', async () => {
  const source = createSource();
  const { size, bytes } = await spool(source, settings);
  expect([source.readableEnded, size, await listTemporaryFiles()]).toEqual([true, 150_000, []]);
  expect((await buffer(bytes)).equals(await buffer(createSource()))).toBe(true);
});

test('if the source fails while it is being saved, its error is thrown and no file is left', async () => {
  async function* failingSource() {
    yield Buffer.alloc(10);
    throw new Error('the store is gone');
  }
  await expect(spool(Readable.from(failingSource()), settings)).rejects.toThrow('the store is gone');
  expect(await listTemporaryFiles()).toEqual([]);
});

test('if the disk has too little free space, the stream is refused and the source is no longer read', async () => {
  const { providerConfig } = settings;
  const uploads = { ...providerConfig.uploads, keepFreeMegabytes: 1_000_000_000 };
  const source = createSource();
  const settingsOfFullDisk = { ...settings, providerConfig: { ...providerConfig, uploads } };
  await expect(spool(source, settingsOfFullDisk)).rejects.toThrow(DiskFull);
  expect([source.destroyed, await listTemporaryFiles()]).toEqual([true, []]);
});

test('reading that takes too long is aborted', async () => {
  const { bytes } = await spool(createSource(), settings, 1);
  await once(bytes, 'close');
  await expect(buffer(bytes)).rejects.toThrow();
});
