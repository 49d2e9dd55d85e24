import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transact } from '../../src/platform/database/db.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';
import { openWorld } from '../support/world.ts';
import { recordFigure, scaledCount } from './figure.ts';

test('session ids and cookies never repeat, and the database contains none in a usable form', async () => {
  const world = await openWorld();
  const personId = await world.addParticipant();
  const minSessionCount = scaledCount(100_000);
  const batchSize = 1000;
  const secrets = new Set<string>();
  for (let startedCount = 0; startedCount < minSessionCount; startedCount += batchSize) {
    await transact(world.db, async (tx) => {
      for (let index = 0; index < batchSize; index++) {
        const { sessionId, cookie } = await startSession(tx, world.clock, personId);
        secrets.add(sessionId).add(cookie);
      }
    });
  }
  const sessionCount = Math.ceil(minSessionCount / batchSize) * batchSize;
  const { rows } = await sql<{ row: string }>`SELECT session::text AS row FROM session`.execute(world.db);
  // A row cast to text shows bytea as hexadecimal, so a stored id or cookie would appear in it unchanged.
  const candidates = rows.flatMap(({ row }) => [...row.matchAll(/[0-9a-f]{64}|(?<![\w-])[\w-]{43}(?![\w-])/g)]);
  const usableCount = candidates.filter(([candidate]) => secrets.has(candidate)).length;
  await world.close();
  const result =
    `${sessionCount} sessions, ${2 * sessionCount - secrets.size} repeated ids or cookies, ` +
    `${usableCount} usable ones in the database`;
  recordFigure({
    subject: 'Session ids and their cookies',
    result,
    goal: '0 and 0',
    isMet: secrets.size === 2 * sessionCount && usableCount === 0,
  });
  expect({ secretCount: secrets.size, storedCount: rows.length, usableCount }).toEqual({
    secretCount: 2 * sessionCount,
    storedCount: sessionCount,
    usableCount: 0,
  });
});
