import { sql } from 'kysely';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { login } from '../../accounts/contract.ts';
import { bookAppointment } from '../../booking/contract.ts';
import { downloadFile } from '../../files/contract.ts';
import { changeUserData } from '../../participants/contract.ts';
import { sessionInvalid } from '../../shared/call.ts';
import { allServed } from '../nouns.ts';
import { openWorld } from '../testing.ts';
import { faultsOf } from './judge.ts';
import { fuzz, fuzzWorld, watchedLog } from './run.ts';
import { canary, columnNames } from './values.ts';

test('3,000 generated requests over all calls: no fault, no answer but the declared ones, no broken data, nothing personal in the log', async () => {
  const found = await fuzz({ seed: 20, requests: 3_000 });
  const { faults, broken, leaks } = found;
  expect({ faults, broken, leaks }).toEqual({ faults: [], broken: [], leaks: 0 });
  // It is no fuzz that is refused at the door everywhere.
  expect(found.succeeded.size).toBeGreaterThan(found.calls * 0.8);
  expect(found.lines).toBeGreaterThan(3_000);
}, 120_000);

describe('the fuzz sees', () => {
  test('a fault of the server, and data that is broken', async () => {
    const world = await openWorld();
    try {
      const person = await world.participant();
      await world.db.updateTable('person').set({ role_id: 3 }).where('id', '=', person).execute();
      // Whatever is written into the log of deeds fails.
      await sql`ALTER TABLE audit RENAME COLUMN appointment_starts_at TO broken`.execute(world.db);
      const { faults, broken } = await fuzzWorld(world, { seed: 1, requests: 300 });
      expect(faults.map(({ answered }) => answered.slice(0, 3))).toContain('500');
      expect(broken).toEqual([expect.objectContaining({ name: 'taken', ids: [String(person)] })]);
    } finally {
      await world.close();
    }
  }, 60_000);

  test.each([`Name: ${canary}`, canary.toLowerCase(), 'a'.repeat(64), '09998887771'])(
    '%s in a line of the log',
    (text) => {
      const { seen, stream } = watchedLog();
      stream.write('{"msg":"request completed"}\n');
      expect(seen.leaks).toBe(0);
      stream.write(`{"msg":"${text}"}\n`);
      expect(seen).toMatchObject({ lines: 2, leaks: 1 });
    },
  );
});

describe('an answer is a fault of its', () => {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const answer = (status: number, body: unknown, more: Record<string, string> = {}) => ({
    ...{ status, headers: { ...headers, ...more } },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const refused = (code: string, message = 'Nein.') => ({ meta: { status: 'error', code, message } });

  test.each([
    ['status', bookAppointment, answer(500, refused('unexpected'))],
    ['place', bookAppointment, answer(200, { meta: { status: 'success' } }, { 'cache-control': 'public' })],
    ['form', bookAppointment, answer(200, '<p>hallo</p>')],
    ['fields', bookAppointment, answer(200, { meta: { status: 'success' }, passwordHash: 'x' })],
    ['fields', login, answer(200, { meta: { status: 'success' }, data: null })],
    ['kind', downloadFile, answer(200, { meta: { status: 'success' } })],
    ['code', bookAppointment, answer(409, refused('sold out'))],
    ['status for the code', bookAppointment, answer(200, refused('slotTaken'))],
    ['sentence', bookAppointment, answer(409, refused('slotTaken', ''))],
    ['sentence from inside', bookAppointment, answer(409, refused('slotTaken', 'duplicate key value violates x'))],
    ['stack', bookAppointment, answer(400, refused('invalidRequest', 'at book (/app/server.ts:1:2)'))],
    ['record that is newer', changeUserData, answer(409, { ...refused('changedMeanwhile'), data: {} })],
    ['missing code', login, answer(200, { meta: { status: 'error', message: sessionInvalid } })],
  ])('%s', (_, call, answered) => {
    expect(faultsOf(call, true, answered)).not.toEqual([]);
  });

  test('success for somebody who may not call', () => {
    const success = answer(200, { meta: { status: 'success' } });
    expect(faultsOf(bookAppointment, true, success)).toEqual([]);
    expect(faultsOf(bookAppointment, false, success)).toEqual(['a success for somebody who may not call']);
  });

  test.each([
    [answer(200, { meta: { status: 'error', message: sessionInvalid } })],
    [answer(409, refused('slotTaken'))],
    [answer(404, refused('notFound'))],
    [answer(400, refused('invalidRequest'))],
  ])('own kind never: %#', (answered) => {
    expect(faultsOf(bookAppointment, true, answered)).toEqual([]);
  });
});

test('of a field that a form does not name nothing reaches a handler, be it named like any column', () => {
  const poisoned = Object.fromEntries([...columnNames, 'role', 'sessionId', 'isSpeedCoach'].map((name) => [name, 1]));
  for (const { call } of allServed) {
    const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
    const unnamed = Object.fromEntries(Object.entries(poisoned).filter(([name]) => !(name in properties)));
    // A form that allowed more would say so in its schema.
    expect(
      z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }).additionalProperties,
      call.path,
    ).toBeUndefined();
    const parsed = z.safeParse(call.input, unnamed);
    if (parsed.success)
      expect(
        Object.keys(parsed.data ?? {}).filter((name) => name in unnamed),
        call.path,
      ).toEqual([]);
  }
});
