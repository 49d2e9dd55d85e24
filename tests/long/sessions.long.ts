import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../../src/platform/database/db.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';
import { openWorld } from '../support/world.ts';
import { recordFigure, scaledTries } from './figure.ts';

test('session ids and their cookies never repeat, and the database contains none in a usable form', async () => {
  const world = await openWorld();
  const person = await world.participant();
  const wanted = scaledTries(100_000);
  const secrets = new Set<string>();
  for (let made = 0; made < wanted; made += 1000) {
    await transact(world.db, async (tx) => {
      for (let one = 0; one < 1000; one++) {
        const { sessionId, cookie } = await startSession(tx, world.clock, person);
        secrets.add(sessionId).add(cookie);
      }
    });
  }
  const all = Math.ceil(wanted / 1000) * 1000;
  const { rows } = await sql<{ row: string }>`SELECT session::text AS row FROM session`.execute(world.db);
  // The text of a row shows bytea as hexadecimal, so a stored id or cookie would appear in it unchanged.
  const candidates = rows.flatMap(({ row }) => [...row.matchAll(/[0-9a-f]{64}|(?<![\w-])[\w-]{43}(?![\w-])/g)]);
  const usable = candidates.filter(([word]) => secrets.has(word)).length;
  await world.close();
  const result = `${all} sessions, ${2 * all - secrets.size} repeated ids or cookies, ${usable} usable ones in the database`;
  recordFigure({
    what: 'Session ids and their cookies',
    result,
    goal: '0 and 0',
    holds: secrets.size === 2 * all && usable === 0,
  });
  expect({ secrets: secrets.size, stored: rows.length, usable }).toEqual({ secrets: 2 * all, stored: all, usable: 0 });
});
