import { Socket } from 'node:net';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDb, openPool, transact, type Db } from './db.ts';
import { prepare, prepareFinal } from './prepared.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await openWorld();
  // One connection, so that a transaction meets whatever the previous one leaves behind.
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
const addLast = prepareFinal('test.addLast', 'INSERT INTO sample (text) VALUES ($1)');
const storedTexts = async () => {
  const { rows } = await sql<{ text: string }>`SELECT text FROM sample ORDER BY text`.execute(world.db);
  return rows.map(({ text }) => text);
};
const openTransactions = async () => {
  const open = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
  return (await open.execute(world.db)).rows.length;
};

test('a transaction is committed as a whole, whether or not its last statement is marked as the last', async () => {
  await transact(db, async (tx) => {
    await add(tx, 'a');
    await add(tx, 'b');
    expect(await storedTexts()).toEqual([]);
  });
  expect(await storedTexts()).toEqual(['a', 'b']);
  await transact(db, async (tx) => {
    await add(tx, 'c');
    await addLast(tx, 'd');
  });
  expect(await storedTexts()).toEqual(['a', 'b', 'c', 'd']);
  await transact(db, (tx) => addLast(tx, 'e'));
  expect(await storedTexts()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('an error rolls the whole transaction back, and the connection stays usable', async () => {
  const failing = [
    async (work: (text: string) => Promise<unknown>) => {
      await work('a');
      throw new Error('a refusal');
    },
    async (work: (text: string) => Promise<unknown>) => {
      await work('a');
      await work('a');
    },
  ];
  for (const fail of failing) {
    await expect(transact(db, (tx) => fail((text) => add(tx, text)))).rejects.toThrow();
    expect(await storedTexts()).toEqual([]);
    expect(await openTransactions()).toBe(0);
  }
});

test('a failing last statement rolls back its transaction, but not the next one on the same connection', async () => {
  await add(db, 'taken');
  const fails = transact(db, async (tx) => {
    await add(tx, 'a');
    await addLast(tx, 'taken');
  });
  await expect(fails).rejects.toMatchObject({ constraint: 'sample_once' });
  expect(await storedTexts()).toEqual(['taken']);
  await expect(transact(db, (tx) => addLast(tx, 'taken'))).rejects.toMatchObject({ constraint: 'sample_once' });
  await transact(db, (tx) => add(tx, 'b'));
  expect(await storedTexts()).toEqual(['b', 'taken']);
});

test('a statement after the one marked as the last is refused, and the transaction stays committed', async () => {
  const follows = transact(db, async (tx) => {
    await addLast(tx, 'a');
    await add(tx, 'b');
  });
  await expect(follows).rejects.toThrow('already sent its');
  expect(await storedTexts()).toEqual(['a']);
  await transact(db, (tx) => add(tx, 'c'));
  expect(await storedTexts()).toEqual(['a', 'c']);
});

test('the same SQL cannot be prepared under two names, nor both as a last and as an ordinary statement', () => {
  expect(() => prepareFinal('test.add', 'INSERT INTO sample VALUES ($1)')).toThrow('test.add');
  expect(() => prepare('test.other', 'INSERT INTO sample VALUES ($1)')).toThrow('test.add');
});

test('outside a transaction, a statement marked as the last is an ordinary one', async () => {
  await addLast(db, 'a');
  expect(await storedTexts()).toEqual(['a']);
  expect(await openTransactions()).toBe(0);
});

test('a transaction without statements sends nothing to the database', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await transact(db, async () => {});
  await expect(transact(db, () => Promise.reject(new Error('a refusal')))).rejects.toThrow('a refusal');
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('BEGIN and the first statement reach the database in one packet, and so do the last one and COMMIT', async () => {
  await transact(db, async (tx) => {
    await add(tx, 'warm');
    await addLast(tx, 'up');
  });
  // `_write` sends a single buffer, `_writev` several together.
  const socket = Socket.prototype as unknown as { _write(): void; _writev(): void };
  const [single, together] = [vi.spyOn(socket, '_write'), vi.spyOn(socket, '_writev')];
  await transact(db, async (tx) => {
    await add(tx, 'a');
    await addLast(tx, 'b');
  });
  expect(single).not.toHaveBeenCalled();
  expect(together).toHaveBeenCalledTimes(2);
  single.mockRestore();
  together.mockRestore();
});
