import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../src/server/db.ts';
import { startSession } from '../src/server/session.ts';
import { openWorld } from '../src/server/testing.ts';
import { tell, tries } from './figure.ts';

test('session ids and their cookies never repeat, and the database holds none that could be used', async () => {
  const world = await openWorld();
  const person = await world.participant();
  const wanted = tries(100_000);
  const secrets = new Set<string>();
  for (let made = 0; made < wanted; made += 1000) {
    await transact(world.db, async (tx) => {
      for (let one = 0; one < 1000; one++) {
        const { sessionId, companion } = await startSession(tx, world.clock, person);
        secrets.add(sessionId).add(companion);
      }
    });
  }
  const all = Math.ceil(wanted / 1000) * 1000;
  const { rows } = await sql<{ row: string }>`SELECT session::text AS row FROM session`.execute(world.db);
  // A row's text is made of commas and hexadecimal bytea: a stored id or cookie would stand in it as it is.
  const words = rows.flatMap(({ row }) => [...row.matchAll(/[0-9a-f]{64}|(?<![\w-])[\w-]{43}(?![\w-])/g)]);
  const usable = words.filter(([word]) => secrets.has(word)).length;
  await world.close();
  const result = `${all} sessions, ${2 * all - secrets.size} repeated ids or cookies, ${usable} usable ones in the database`;
  tell({
    what: 'Session ids and their cookies',
    result,
    goal: '0 and 0',
    holds: secrets.size === 2 * all && usable === 0,
  });
  expect({ secrets: secrets.size, stored: rows.length, usable }).toEqual({ secrets: 2 * all, stored: all, usable: 0 });
});
