import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../server/throttle.ts';
import { servicePath } from '../server/calls.ts';
import { openWorld, type World } from '../server/testing.ts';
import { login, needNewPassword, newRegistration } from './contract.ts';
import { hashPassword } from './passwords.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => world.close());

test('after ten failures an account waits, from this address only; success does not count', async () => {
  const password = 'Sommer-Wiese-2026!';
  const email = 'gesucht@test.example';
  await world.participant({ email, passwordHash: await hashPassword(password) });
  const attempt = (username: string, secret: string) => world.call(login, null, { username, password: secret });
  for (let round = 0; round < 12; round++) expect((await attempt(email, password)).body.meta.status).toBe('success');
  for (let round = 0; round < 10; round++) expect((await attempt(email, 'Falsch-1')).status).toBe(200);
  const refused = await attempt(email, password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempt('anders@test.example', 'Falsch-1')).status).toBe(200);
});

test('beyond five an hour a forgotten password still answers success and mails nothing', async () => {
  const person = await world.participant({ email: 'vergesslich@test.example' });
  for (let round = 0; round < 8; round++)
    expect((await world.call(needNewPassword, null, { email: 'Vergesslich@test.example' })).body.meta.status).toBe(
      'success',
    );
  const mails = await world.db.selectFrom('mail').select('id').where('person_id', '=', person).execute();
  expect(mails).toHaveLength(5);
});

test('the sixth registration of an e-mail in an hour has to wait', async () => {
  const location = await world.location();
  const form = {
    gender: { label: 'Herr', id: 'm' },
    firstName: 'Jo',
    lastName: 'Neu',
    email: 'neu@test.example',
    repeatEmail: 'neu@test.example',
    phoneNumber: '022112345',
    qualification: 'Umschulung',
    location: { label: 'Köln', value: location },
    startOfQualification: '2026-01-01',
    endOfQualification: '2026-12-31',
  };
  const statuses = [];
  for (let round = 0; round < 6; round++) statuses.push((await world.call(newRegistration, null, form)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

/** Statuses of eleven failed logins of one account, each said to be forwarded from another address. */
async function forwarded(asked: World, email: string) {
  const statuses = [];
  for (let round = 0; round < 11; round++) {
    const answer = await fetch(asked.address + servicePath(login), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.8.${round}` },
      body: JSON.stringify({ username: email, password: 'Falsch-1' }),
    });
    statuses.push(answer.status);
  }
  return statuses;
}

test('whoever claims to be forwarded from elsewhere is counted at their own address', async () => {
  expect((await forwarded(world, 'weitergereicht@test.example')).at(-1)).toBe(429);
});

test('behind a proxy that the settings name, each forwarded address counts for itself', async () => {
  const behind = await openWorld({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' } });
  try {
    expect((await forwarded(behind, 'weitergereicht@test.example')).at(-1)).toBe(200);
  } finally {
    await behind.close();
  }
});

test('no e-mail and no address stands readable among the counters', async () => {
  const rows = await world.db.selectFrom('throttle').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ key }) => /@|127\.0\.0\.1/.test(key))).toEqual([]);
});

test('an IPv6 client counts as its /64', () => {
  expect(addressOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressOf('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(addressOf('10.1.2.3')).toBe('10.1.2.3');
});
