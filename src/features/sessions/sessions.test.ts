import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, checkSession } from '../accounts/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { sessionInvalid } from '../../shared/call.ts';
import { endOtherSessions, endSession, getSessions } from './contract.ts';

const password = 'Sommer-Wiese-2026!';
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const listSessions = async (session: string) => (await world.call(getSessions, session)).body.data ?? [];
/** Whether a session is live. If it is, this call counts as a use of the session. */
const isLive = async (session: string) => (await world.call(checkSession, session)).body.data !== null;
const selectAuditEntries = (person: number) =>
  world.db.selectFrom('audit').select(['actor_id', 'action']).where('person_id', '=', person).execute();

describe('a person’s own sessions [3.12]', () => {
  test('are listed with browser, start and last use; neither the IP address nor the user agent is stored', async () => {
    const email = 'geraete@test.example';
    const person = await world.addParticipant({ email, passwordHash: await hashPassword(password) });
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const response = await fetch(world.address + servicePath(login), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ username: email, password }),
    });
    const { data } = (await response.json()) as { data: { sessionId: string } };
    const [session, ...others] = await listSessions(data.sessionId);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ device: 'Firefox auf Windows', current: true });
    expect(Math.abs(Date.now() - Date.parse(session?.startedAt ?? ''))).toBeLessThan(60_000);
    const row = await world.db
      .selectFrom('session')
      .selectAll()
      .where('person_id', '=', person)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/Mozilla|127\.0\.0\.1/);
  });

  test('are listed without expired sessions: the current session first, then by last use', async () => {
    const person = await world.addParticipant();
    const [oldest, newer, newest] = [
      await world.signIn(person),
      await world.signIn(person),
      await world.signIn(person),
    ];
    await world.signIn(await world.addParticipant());
    try {
      world.clock.shiftMs = 2 * 3_600_000;
      await isLive(newer);
      world.clock.shiftMs = 4 * 3_600_000;
      await isLive(oldest);
      const list = await listSessions(oldest);
      expect(list.map(({ current }) => current)).toEqual([true, false, false]);
      // The second session was used two hours (7,200,000 ms) after the third.
      expect(Date.parse(list[1]?.seenAt ?? '') - Date.parse(list[2]?.seenAt ?? '')).toBeGreaterThan(7_000_000);
      world.clock.shiftMs = 9 * 3_600_000;
      expect(await listSessions(oldest)).toHaveLength(2);
      expect(await isLive(newest)).toBe(false);
    } finally {
      world.clock.shiftMs = 0;
    }
  });

  test('can be ended individually, with immediate effect and an audit entry', async () => {
    const person = await world.addCoach();
    const [current, other] = [await world.signIn(person), await world.signIn(person)];
    const id = (await listSessions(current)).find((session) => !session.current)?.id ?? 0;
    expect((await world.call(endSession, current, { id })).body.meta.status).toBe('success');
    expect((await world.call(getSessions, other)).body.meta.message).toBe(sessionInvalid);
    expect(await isLive(current)).toBe(true);
    expect((await world.call(endSession, current, { id })).status).toBe(404);
    expect(await selectAuditEntries(person)).toEqual([{ actor_id: person, action: 'sessionEnded' }]);
  });

  test('can all be ended except the current session; other people’s sessions remain', async () => {
    const person = await world.addParticipant();
    const [current, second, third] = [
      await world.signIn(person),
      await world.signIn(person),
      await world.signIn(person),
    ];
    const otherPersonsSession = await world.signIn(await world.addParticipant());
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await world.call(endOtherSessions, current)).body.meta.status).toBe('success');
    expect(await Promise.all([current, second, third, otherPersonsSession].map(isLive))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await selectAuditEntries(person)).toEqual([{ actor_id: person, action: 'otherSessionsEnded' }]);
  });

  test('cannot be ended by another person who sends the id of a session', async () => {
    const [thief, victim] = [
      await world.signIn(await world.addParticipant()),
      await world.signIn(await world.addParticipant()),
    ];
    const [session] = await listSessions(victim);
    const answer = await world.call(endSession, thief, { id: session?.id });
    expect({ status: answer.status, code: answer.body.meta.code }).toEqual({ status: 404, code: 'notFound' });
    expect(await isLive(victim)).toBe(true);
  });
});
