import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../src/server/db.ts';
import { startSession } from '../src/server/session.ts';
import { openWorld } from '../src/server/testing.ts';
import { tell, tries } from './figure.ts';

test('session ids never repeat, and the database holds none that could be used', async () => {
  const world = await openWorld();
  const person = await world.participant();
  const wanted = tries(100_000);
  const ids = new Set<string>();
  for (let made = 0; made < wanted; made += 1000) {
    await transact(world.db, async (tx) => {
      for (let one = 0; one < 1000; one++) ids.add(await startSession(tx, world.clock, person));
    });
  }
  const all = Math.ceil(wanted / 1000) * 1000;
  const { rows } = await sql<{ row: string }>`SELECT session::text AS row FROM session`.execute(world.db);
  // A row's text is made of commas and hexadecimal bytea: a stored id would stand in it as it is.
  const usable = rows.flatMap(({ row }) => row.match(/[0-9a-f]{64}/g) ?? []).filter((text) => ids.has(text)).length;
  await world.close();
  const result = `${all} sessions, ${all - ids.size} repeated, ${usable} usable ids in the database`;
  tell({ what: 'Session ids', result, goal: '0 and 0', holds: ids.size === all && usable === 0 });
  expect({ ids: ids.size, stored: rows.length, usable }).toEqual({ ids: all, stored: all, usable: 0 });
});
