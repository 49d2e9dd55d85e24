import { Socket } from 'node:net';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDb, openPool, transact, type Db } from './db.ts';
import { prepare, prepareWithCommit } from './prepared.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await openWorld();
  // There is only one connection, so that each transaction is affected by whatever the previous one leaves open.
  db = openDb(openPool(world.ownerUrl, 1));
  await sql`CREATE TABLE sample (text text CONSTRAINT sample_once UNIQUE)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});
beforeEach(async () => {
  await sql`DELETE FROM sample`.execute(db);
});

const add = prepare('test.add', 'INSERT INTO sample VALUES ($1)');
const addAndCommit = prepareWithCommit('test.addAndCommit', 'INSERT INTO sample (text) VALUES ($1)');
const readTexts = async () => {
  const { rows } = await sql<{ text: string }>`SELECT text FROM sample ORDER BY text`.execute(world.db);
  return rows.map(({ text }) => text);
};
const countOpenTransactions = async () => {
  const query = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
  return (await query.execute(world.db)).rows.length;
};

test('a transaction is committed as a whole, whether or not its last statement is marked as final', async () => {
  await transact(db, async (tx) => {
    await add(tx, 'a');
    await add(tx, 'b');
    expect(await readTexts()).toEqual([]);
  });
  expect(await readTexts()).toEqual(['a', 'b']);
  await transact(db, async (tx) => {
    await add(tx, 'c');
    await addAndCommit(tx, 'd');
  });
  expect(await readTexts()).toEqual(['a', 'b', 'c', 'd']);
  await transact(db, (tx) => addAndCommit(tx, 'e'));
  expect(await readTexts()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('an error rolls the whole transaction back, and the connection stays usable', async () => {
  const failures = [
    async (insert: (text: string) => Promise<unknown>) => {
      await insert('a');
      throw new Error('a refusal');
    },
    async (insert: (text: string) => Promise<unknown>) => {
      await insert('a');
      await insert('a');
    },
  ];
  for (const fail of failures) {
    await expect(transact(db, (tx) => fail((text) => add(tx, text)))).rejects.toThrow();
    expect(await readTexts()).toEqual([]);
    expect(await countOpenTransactions()).toBe(0);
  }
});

test('a final statement that fails rolls back its own transaction, but not the next one on the same connection', async () => {
  await add(db, 'taken');
  const failingTransaction = transact(db, async (tx) => {
    await add(tx, 'a');
    await addAndCommit(tx, 'taken');
  });
  await expect(failingTransaction).rejects.toMatchObject({ constraint: 'sample_once' });
  expect(await readTexts()).toEqual(['taken']);
  await expect(transact(db, (tx) => addAndCommit(tx, 'taken'))).rejects.toMatchObject({ constraint: 'sample_once' });
  await transact(db, (tx) => add(tx, 'b'));
  expect(await readTexts()).toEqual(['b', 'taken']);
});

test('a statement after the final one is refused, and the transaction stays committed', async () => {
  const lateStatement = transact(db, async (tx) => {
    await addAndCommit(tx, 'a');
    await add(tx, 'b');
  });
  await expect(lateStatement).rejects.toThrow('already sent its');
  expect(await readTexts()).toEqual(['a']);
  await transact(db, (tx) => add(tx, 'c'));
  expect(await readTexts()).toEqual(['a', 'c']);
});

test('the same SQL cannot be prepared under two names, nor both as a final and as an ordinary statement', () => {
  expect(() => prepareWithCommit('test.add', 'INSERT INTO sample VALUES ($1)')).toThrow('test.add');
  expect(() => prepare('test.other', 'INSERT INTO sample VALUES ($1)')).toThrow('test.add');
});

test('outside a transaction, a final statement behaves like an ordinary one', async () => {
  await addAndCommit(db, 'a');
  expect(await readTexts()).toEqual(['a']);
  expect(await countOpenTransactions()).toBe(0);
});

test('a transaction without statements sends nothing to the database', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await transact(db, async () => {});
  await expect(transact(db, () => Promise.reject(new Error('a refusal')))).rejects.toThrow('a refusal');
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('BEGIN is sent in one packet with the first statement, and COMMIT in one packet with the final statement', async () => {
  await transact(db, async (tx) => {
    await add(tx, 'warm');
    await addAndCommit(tx, 'up');
  });
  // `_write` sends a single buffer, `_writev` sends several in one packet.
  const socket = Socket.prototype as unknown as { _write(): void; _writev(): void };
  const [singleWrite, combinedWrite] = [vi.spyOn(socket, '_write'), vi.spyOn(socket, '_writev')];
  await transact(db, async (tx) => {
    await add(tx, 'a');
    await addAndCommit(tx, 'b');
  });
  expect(singleWrite).not.toHaveBeenCalled();
  expect(combinedWrite).toHaveBeenCalledTimes(2);
  singleWrite.mockRestore();
  combinedWrite.mockRestore();
});
