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
import { findFaults } from './answer-faults.ts';
import { fuzz, fuzzWorld, createWatchedLog } from './run.ts';
import { canary, columnNames } from './values.ts';

test('generated requests to all calls cause no server error, undeclared response, broken data or leak into the log', async () => {
  const requests = 25 * routes.length;
  const result = await fuzz({ seed: 20, requests });
  const { faults, violations, leakCount } = result;
  expect({ faults, violations, leakCount }).toEqual({ faults: [], violations: [], leakCount: 0 });
  // If all requests were refused immediately, this test would prove nothing. `npm run long -- fuzz` makes 100,000.
  expect(result.succeededCalls.size).toBeGreaterThan(result.callCount * 0.6);
  expect(result.logLineCount).toBeGreaterThan(requests);
});

describe('the fuzzer detects', () => {
  test('a server error and broken data', async () => {
    const world = await openWorld();
    try {
      const person = await world.addParticipant();
      await world.db.updateTable('person').set({ role_id: 3 }).where('id', '=', person).execute();
      // Without this column, every call that writes an audit entry fails.
      await sql`ALTER TABLE audit RENAME COLUMN appointment_starts_at TO broken`.execute(world.db);
      const { faults, violations } = await fuzzWorld(world, { seed: 1, requests: 300 });
      expect(faults.map(({ responseText }) => responseText.slice(0, 3))).toContain('500');
      expect(violations).toEqual([expect.objectContaining({ name: 'ungrantedRight', ids: [String(person)] })]);
    } finally {
      await world.close();
    }
  });

  test.each([`Name: ${canary}`, canary.toLowerCase(), 'a'.repeat(64), '09998887771'])(
    '%s in a line of the log',
    (text) => {
      const { summary, stream } = createWatchedLog();
      stream.write('{"msg":"request completed"}\n');
      expect(summary.leaks).toBe(0);
      stream.write(`{"msg":"${text}"}\n`);
      expect(summary).toMatchObject({ lines: 2, leaks: 1 });
    },
  );
});

describe('the check of responses', () => {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const responseOf = (status: number, body: unknown, extraHeaders: Record<string, string> = {}) => ({
    status,
    headers: { ...headers, ...extraHeaders },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const refusal = (code: string, message = 'Nein.') => ({ meta: { status: 'error', code, message } });

  test.each([
    ['a server error', bookAppointment, responseOf(500, refusal('unexpected'))],
    [
      'a cacheable response',
      bookAppointment,
      responseOf(200, { meta: { status: 'success' } }, { 'cache-control': 'public' }),
    ],
    ['HTML instead of JSON', bookAppointment, responseOf(200, '<p>hallo</p>')],
    ['an undeclared field', bookAppointment, responseOf(200, { meta: { status: 'success' }, passwordHash: 'x' })],
    ['a missing field', login, responseOf(200, { meta: { status: 'success' }, data: null })],
    ['JSON instead of a file', downloadFile, responseOf(200, { meta: { status: 'success' } })],
    ['an undeclared code', bookAppointment, responseOf(409, refusal('sold out'))],
    ['a status that does not belong to the code', bookAppointment, responseOf(200, refusal('slotTaken'))],
    ['an empty message', bookAppointment, responseOf(409, refusal('slotTaken', ''))],
    [
      'an error message of the database',
      bookAppointment,
      responseOf(409, refusal('slotTaken', 'duplicate key value violates x')),
    ],
    ['a stack trace', bookAppointment, responseOf(400, refusal('invalidRequest', 'at book (/app/server.ts:1:2)'))],
    [
      'a refusal of an outdated form without the complete newer record',
      changeUserData,
      responseOf(409, { ...refusal('changedMeanwhile'), data: {} }),
    ],
    ['a refusal without a code', login, responseOf(200, { meta: { status: 'error', message: sessionInvalid } })],
  ])('rejects %s', (_, call, received) => {
    expect(findFaults(call, true, received)).not.toEqual([]);
  });

  test('rejects a success for a caller without the right to make the call', () => {
    const success = responseOf(200, { meta: { status: 'success' } });
    expect(findFaults(bookAppointment, true, success)).toEqual([]);
    expect(findFaults(bookAppointment, false, success)).toEqual(['a success for a caller who may not make the call']);
  });

  test.each([
    [responseOf(200, { meta: { status: 'error', message: sessionInvalid } })],
    [responseOf(409, refusal('slotTaken'))],
    [responseOf(404, refusal('notFound'))],
    [responseOf(400, refusal('invalidRequest'))],
  ])('accepts the declared or general refusal %#', (received) => {
    expect(findFaults(bookAppointment, true, received)).toEqual([]);
  });
});

test('undeclared fields of a form never reach a handler, even if they are named like a column', () => {
  const hostileFields = Object.fromEntries(
    [...columnNames, 'role', 'sessionId', 'isSpeedCoach'].map((name) => [name, 1]),
  );
  for (const { call } of routes) {
    const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
    const unknownFields = Object.fromEntries(Object.entries(hostileFields).filter(([name]) => !(name in properties)));
    // The JSON schema has this property only if the form allows undeclared fields.
    expect(
      z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }).additionalProperties,
      call.path,
    ).toBeUndefined();
    const parsed = z.safeParse(call.input, unknownFields);
    if (parsed.success)
      expect(
        Object.keys(parsed.data ?? {}).filter((name) => name in unknownFields),
        call.path,
      ).toEqual([]);
  }
});
