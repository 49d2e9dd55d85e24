import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../../src/platform/database/db.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';
import { openWorld } from '../support/world.ts';
import { recordFigure, scaledTries } from './figure.ts';

test('session ids and cookies never repeat, and the database contains none in a usable form', async () => {
  const world = await openWorld();
  const personId = await world.addParticipant();
  const minSessions = scaledTries(100_000);
  const secrets = new Set<string>();
  for (let started = 0; started < minSessions; started += 1000) {
    await transact(world.db, async (tx) => {
      for (let index = 0; index < 1000; index++) {
        const { sessionId, cookie } = await startSession(tx, world.clock, personId);
        secrets.add(sessionId).add(cookie);
      }
    });
  }
  const sessions = Math.ceil(minSessions / 1000) * 1000;
  const { rows } = await sql<{ row: string }>`SELECT session::text AS row FROM session`.execute(world.db);
  // A row cast to text shows bytea as hexadecimal, so a stored id or cookie would appear in it unchanged.
  const candidates = rows.flatMap(({ row }) => [...row.matchAll(/[0-9a-f]{64}|(?<![\w-])[\w-]{43}(?![\w-])/g)]);
  const usable = candidates.filter(([candidate]) => secrets.has(candidate)).length;
  await world.close();
  const result =
    `${sessions} sessions, ${2 * sessions - secrets.size} repeated ids or cookies, ` +
    `${usable} usable ones in the database`;
  recordFigure({
    what: 'Session ids and their cookies',
    result,
    goal: '0 and 0',
    holds: secrets.size === 2 * sessions && usable === 0,
  });
  expect({ secrets: secrets.size, stored: rows.length, usable }).toEqual({
    secrets: 2 * sessions,
    stored: sessions,
    usable: 0,
  });
});
