import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { checkStore, findChangedDocuments } from './nightly.jobs.ts';
import { canSafelyRemove, findOrphans, removeOrphans } from './orphans.steps.ts';
import { createStoreKey, openStore, type FileStore } from '../../platform/storage/store.ts';
import { fileAgesAreUnknown } from '../../../tests/support/shifted-clock.ts';
import { startS3StoreForTest } from '../../../tests/support/s3.ts';

let world: World;
let s3: Awaited<ReturnType<typeof startS3StoreForTest>>;
let s3Url: string;
beforeAll(async () => {
  world = await openWorld();
  s3 = await startS3StoreForTest();
  s3Url = `s3://documents?endpoint=http://127.0.0.1:${s3.port}`;
});
afterAll(async () => {
  await s3.close();
  await world.close();
});
beforeEach(() => world.db.deleteFrom('document').execute());

const content = Buffer.from('what somebody wrote about themselves');
const tomorrow = () => new Date(Date.now() + 86_400_000);

async function putObject(store: FileStore): Promise<string> {
  const key = createStoreKey();
  await store.put(key, Readable.from([content]));
  return key;
}

/** Writes a document's row and stores its bytes; returns its id and its key in the store. */
async function putDocument(store: FileStore) {
  const id = await world.addDocument(await world.addParticipant({ hasCv: false }));
  const key = await putObject(store);
  const sha256 = createHash('sha256').update(content).digest();
  await world.db.updateTable('document').set({ store_key: key, sha256 }).where('id', '=', id).execute();
  return { id, key };
}

describe.each(['disk', 'S3'])('in a file store on %s', (kind) => {
  const getStore = () => (kind === 'S3' ? openStore(s3Url, world.dataDir) : world.app.store);

  test.skipIf(fileAgesAreUnknown)(
    'an object without a row and a row without an object are found; the object is removed once it is a day old',
    async () => {
      const store = getStore();
      const { key } = await putDocument(store);
      const missingDocument = await world.addDocument(await world.addParticipant({ hasCv: false }));
      const orphanKey = await putObject(store);
      expect(await findOrphans(world.app.db, store)).toEqual({
        objects: [],
        documents: [missingDocument],
        checkedCount: 2,
      });
      const orphans = await findOrphans(world.app.db, store, tomorrow());
      expect(orphans).toEqual({ objects: [orphanKey], documents: [missingDocument], checkedCount: 2 });
      await removeOrphans(world.app.db, store, orphans);
      expect(await findOrphans(world.app.db, store, tomorrow())).toEqual({
        objects: [],
        documents: [missingDocument],
        checkedCount: 1,
      });
      await store.remove(key);
    },
  );

  test.skipIf(fileAgesAreUnknown)(
    'an orphan is kept if its row is written before the orphans are removed',
    async () => {
      const store = getStore();
      const { id, key } = await putDocument(store);
      await removeOrphans(world.app.db, store, { objects: [key], documents: [], checkedCount: 1 });
      expect(await findOrphans(world.app.db, store, tomorrow())).toEqual({
        objects: [],
        documents: [],
        checkedCount: 1,
      });
      await world.db.deleteFrom('document').where('id', '=', id).execute();
      await store.remove(key);
    },
  );
});

test('orphans are kept if there are more than 20 of them and they are more than a tenth of the store', () => {
  const craftOrphans = (objects: number, checkedCount: number) => ({
    objects: Array<string>(objects).fill(''),
    documents: [],
    checkedCount,
  });
  expect(canSafelyRemove(craftOrphans(20, 20))).toBe(true);
  expect(canSafelyRemove(craftOrphans(21, 210))).toBe(true);
  expect(canSafelyRemove(craftOrphans(21, 209))).toBe(false);
});

test.skipIf(fileAgesAreUnknown)(
  'the nightly check removes orphans, and logs changed and missing documents only by their ids',
  async () => {
    const { store } = world.app;
    const intactDocument = await putDocument(store);
    const changedDocument = await putDocument(store);
    const pathOf = (key: string) => join(world.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
    await writeFile(pathOf(changedDocument.key), 'something else');
    const orphanKey = await putObject(store);
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(pathOf(orphanKey), longAgo, longAgo);
    const missingDocument = await world.addDocument(await world.addParticipant({ hasCv: false }));

    expect(await findChangedDocuments(world.app.db, store, { partCount: 1, partIndex: 0 })).toEqual([
      changedDocument.id,
    ]);
    const parts = await Promise.all(
      Array.from({ length: 30 }, (_, partIndex) =>
        findChangedDocuments(world.app.db, store, { partCount: 30, partIndex }),
      ),
    );
    expect(parts.flat()).toEqual([changedDocument.id]);

    let log = '';
    await checkStore(world.app, pino({}, { write: (line: string) => (log += line) }));
    expect(log).toContain(`"documents":[${missingDocument}]`);
    expect(log).toContain('"objects":1');
    expect(log).not.toContain(orphanKey);
    expect(await findOrphans(world.app.db, store, tomorrow())).toEqual({
      objects: [],
      documents: [missingDocument],
      checkedCount: 2,
    });
    (await store.get(intactDocument.key)).destroy();
  },
);
