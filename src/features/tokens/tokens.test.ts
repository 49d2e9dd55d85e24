import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { callWithToken, addToken } from '../../../tests/support/tokens.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { login } from '../accounts/contract.ts';
import { getAuditLog } from '../audit/contract.ts';
import { getSteering } from '../steering/contract.ts';
import { createToken, getTokens, revokeToken } from './contract.ts';

const password = 'Sommer-Wiese-2026!';
const email = 'chefin@test.example';
let world: World;
let admin: string;
let adminId: number;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
  const passwordHash = await hashPassword(password);
  adminId = await world.addAdmin({ firstName: 'Ada', lastName: 'Chefin', email, passwordHash });
});
beforeEach(async () => {
  world.clock.shiftMs = 0;
  await sql`TRUNCATE throttle, token RESTART IDENTITY`.execute(world.db);
  admin = await world.signIn(adminId);
});
afterAll(() => world.close());

const today = () => dateOf(new Date(Date.now() + world.clock.shiftMs));
const form = (changes: Record<string, unknown> = {}) => ({
  ...{ name: 'Lernplattform', scopes: ['figures'], expiresOn: addDays(today(), 30) },
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) => world.call(createToken, admin, form(changes));

describe('creating a token [2.14]', () => {
  test('answers it once, stores only its hash, lists it and logs it with its name', async () => {
    const { body, headers } = await create({ scopes: ['figures', 'import', 'figures'] });
    expect(body.data?.token).toMatch(/^cpt_[\w-]{43}$/);
    expect(headers.get('cache-control')).toContain('no-store');
    const row = await world.db.selectFrom('token').selectAll().executeTakeFirstOrThrow();
    const token = body.data?.token ?? '';
    expect(row.hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(row)).not.toContain(token);
    const { data } = (await world.call(getTokens, admin)).body;
    expect(data).toEqual([
      {
        ...{ tokenId: body.data?.tokenId, name: 'Lernplattform', scopes: ['figures', 'import'] },
        ...{ createdBy: 'Ada Chefin', createdAt: row.created_at.toISOString(), expiresOn: addDays(today(), 30) },
        ...{ lastUsedAt: null, lastCall: null, revokedAt: null, revokedBy: null },
      },
    ]);
    const log = (await world.call(getAuditLog, admin, { action: 'tokenCreated', limit: 1 })).body.data;
    expect(log).toMatchObject([
      {
        actor: 'Ada Chefin',
        token: 'Lernplattform',
        sentence: 'Ada Chefin hat den Zugangsschlüssel „Lernplattform“ angelegt.',
      },
    ]);
  });

  test.each([
    ['name', { name: '  ' }, 'Bitte gib einen Namen ein.'],
    ['scopes', { scopes: [] }, 'Bitte wähle mindestens einen Bereich aus.'],
    ['expiresOn', { expiresOn: '' }, 'Bitte gib ein Datum ein.'],
  ])('refuses the field %s of %j with “%s”', async (path, changes, message) => {
    const { status, body } = await create(changes);
    expect({ status, code: body.meta.code, errors: body.errors }).toEqual({
      ...{ status: 200, code: 'invalid' },
      errors: [{ path, message }],
    });
  });

  test('is possible until tomorrow at least and for 366 days at most', async () => {
    const outcome = async (days: number) =>
      (await create({ expiresOn: addDays(today(), days) })).body.errors?.[0]?.path;
    expect([await outcome(0), await outcome(1), await outcome(366), await outcome(367)]).toEqual([
      'expiresOn',
      undefined,
      undefined,
      'expiresOn',
    ]);
  });

  test('takes an unknown scope, a name of 101 characters and a date that does not exist as malformed', async () => {
    for (const changes of [{ scopes: ['all'] }, { name: 'a'.repeat(101) }, { expiresOn: '2027-02-30' }])
      expect((await create(changes)).status).toBe(400);
    expect((await create({ name: 'a'.repeat(100) })).body.meta.status).toBe('success');
  });

  test('needs the password from 15 minutes after signing in', async () => {
    world.clock.shiftMs = 14.9 * 60_000;
    expect((await create()).body.meta.status).toBe('success');
    world.clock.shiftMs = 15.1 * 60_000;
    for (const changes of [{}, { password: '' }, { password: null }])
      expect((await create(changes)).body.meta.code).toBe('passwordNeeded');
    expect((await create({ password: 'Falsch-2026!' })).body.meta.code).toBe('wrongPassword');
    expect((await create({ password })).body.meta.status).toBe('success');
  });

  test('counts a wrong password as a failed login', async () => {
    world.clock.shiftMs = 20 * 60_000;
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await create({ password: 'x' })).body.meta.code).toBe('wrongPassword');
    expect((await create({ password })).status).toBe(429);
    expect((await world.call(login, null, { username: email, password })).status).toBe(429);
  });

  test('is refused beyond 20 live tokens of all admins together, also at the same time', async () => {
    const otherAdmin = await world.signIn(await world.addAdmin());
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => world.call(createToken, index % 2 ? admin : otherAdmin, form())),
    );
    const codes = answers.map(({ body }) => body.meta.code ?? body.meta.status);
    expect(codes.filter((code) => code === 'success')).toHaveLength(20);
    expect(codes.filter((code) => code === 'tooMany')).toHaveLength(4);
    // A revoked one no longer counts, nor do those that have expired.
    expect((await world.call(revokeToken, admin, { tokenId: 1 })).body.meta.status).toBe('success');
    expect((await create()).body.meta.status).toBe('success');
    expect((await create()).body.meta.code).toBe('tooMany');
    await world.db
      .updateTable('token')
      .set({ expires_on: addDays(today(), -1) })
      .where('id', '=', 2)
      .execute();
    expect((await create()).body.meta.status).toBe('success');
  });
});

describe('revoking a token [2.14]', () => {
  test('ends it at once and is logged once; again is a success, and an unknown one is 404', async () => {
    const { id, token } = await addToken(world, admin);
    expect((await callWithToken(world, token, getSteering)).status).not.toBe(401);
    const otherAdmin = await world.signIn(await world.addAdmin({ firstName: 'Otto', lastName: 'Andere' }));
    for (let round = 0; round < 2; round++)
      expect((await world.call(revokeToken, otherAdmin, { tokenId: id })).body.meta.status).toBe('success');
    expect((await callWithToken(world, token, getSteering)).status).toBe(401);
    const [listed] = (await world.call(getTokens, admin)).body.data ?? [];
    expect(listed).toMatchObject({ tokenId: id, revokedAt: expect.any(String), revokedBy: 'Otto Andere' });
    const entries = (await world.call(getAuditLog, admin, { action: 'tokenRevoked' })).body.data ?? [];
    expect(
      entries.filter(({ token: name, actor }) => name === 'Lernplattform' && actor === 'Otto Andere'),
    ).toHaveLength(1);
    expect((await world.call(revokeToken, admin, { tokenId: 987_654 })).status).toBe(404);
  });
});

test('tokens are listed newest first, with the last use, accurate to the minute, and its call [2.14]', async () => {
  const { token } = await addToken(world, admin, { name: 'Erster' });
  await addToken(world, admin, { name: 'Zweiter' });
  const list = async () => (await world.call(getTokens, admin)).body.data ?? [];
  expect((await list()).map(({ name }) => name)).toEqual(['Zweiter', 'Erster']);
  const lastUse = async () => (await list()).at(-1)?.lastUsedAt ?? null;
  const lastCall = async () => (await list()).at(-1)?.lastCall;
  await callWithToken(world, token, getSteering);
  const firstUse = await lastUse();
  expect(Math.abs(Date.parse(firstUse ?? '') - Date.now())).toBeLessThan(60_000);
  expect(await lastCall()).toBe('admin/getSteering');
  world.clock.shiftMs = 50_000;
  await callWithToken(world, token, revokeToken);
  expect([await lastUse(), await lastCall()]).toEqual([firstUse, 'admin/getSteering']);
  world.clock.shiftMs = 120_000;
  // Refused, but the token was used.
  expect((await callWithToken(world, token, revokeToken)).status).toBe(403);
  expect(await lastCall()).toBe('admin/revokeToken');
  expect(Date.parse((await lastUse()) ?? '') - Date.parse(firstUse ?? '')).toBeGreaterThan(100_000);
});
