import { sql } from 'kysely';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { login } from '../../src/features/accounts/contract.ts';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { downloadFile } from '../../src/features/files/contract.ts';
import { changeUserData } from '../../src/features/participants/contract.ts';
import { sessionInvalid } from '../../src/shared/call.ts';
import { routes } from '../../src/app/features.ts';
import { openWorld } from '../support/world.ts';
import { faultsOf } from './judge.ts';
import { fuzz, fuzzWorld, watchedLog } from './run.ts';
import { canary, columnNames } from './values.ts';

test('generated requests to all calls, 50 each: no server error, only declared answers, no broken data, nothing personal in the log', async () => {
  const requests = 50 * routes.length;
  const found = await fuzz({ seed: 20, requests });
  const { faults, broken, leaks } = found;
  expect({ faults, broken, leaks }).toEqual({ faults: [], broken: [], leaks: 0 });
  // If all requests were refused at once, the fuzz would prove nothing.
  expect(found.succeeded.size).toBeGreaterThan(found.calls * 0.75);
  expect(found.lines).toBeGreaterThan(requests);
});

describe('the fuzz detects', () => {
  test('a server error, and broken data', async () => {
    const world = await openWorld();
    try {
      const person = await world.participant();
      await world.db.updateTable('person').set({ role_id: 3 }).where('id', '=', person).execute();
      // Everything that writes an audit entry fails.
      await sql`ALTER TABLE audit RENAME COLUMN appointment_starts_at TO broken`.execute(world.db);
      const { faults, broken } = await fuzzWorld(world, { seed: 1, requests: 300 });
      expect(faults.map(({ answered }) => answered.slice(0, 3))).toContain('500');
      expect(broken).toEqual([expect.objectContaining({ name: 'taken', ids: [String(person)] })]);
    } finally {
      await world.close();
    }
  });

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

describe('an answer is wrong for its', () => {
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

  test('success for somebody without the right to call', () => {
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

test('no field outside the form reaches a handler, even if it is named like a column', () => {
  const poisoned = Object.fromEntries([...columnNames, 'role', 'sessionId', 'isSpeedCoach'].map((name) => [name, 1]));
  for (const { call } of routes) {
    const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
    const unnamed = Object.fromEntries(Object.entries(poisoned).filter(([name]) => !(name in properties)));
    // A schema that allowed further fields would say so.
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
