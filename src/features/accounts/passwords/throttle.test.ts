import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookAppointment } from '../../booking/contract.ts';
import { toRateLimitAddress } from '../../../platform/rate-limit/rate-limiter.ts';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import { routes } from '../../../app/features.ts';
import { createApplication } from '../../../app/application.ts';
import { createRegistrationForm } from '../../../../tests/support/registration.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import type { Call } from '../../../shared/call.ts';
import { login, needNewPassword } from '../contract.ts';
import { submitRegistration } from '../registration/contract.ts';
import { hashPassword } from '../../../platform/password-hash.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => world.close());

test('ten failed logins block the account for their network address, but successful ones are not counted [2.10]', async () => {
  const password = 'Sommer-Wiese-2026!';
  const email = 'gesucht@test.example';
  await world.addParticipant({ email, passwordHash: await hashPassword(password) });
  const attemptLogin = (username: string, secret: string) => world.call(login, null, { username, password: secret });
  for (let round = 0; round < 12; round++)
    expect((await attemptLogin(email, password)).body.meta.status).toBe('success');
  for (let round = 0; round < 10; round++) expect((await attemptLogin(email, 'Falsch-1')).status).toBe(200);
  const refusedLogin = await attemptLogin(email, password);
  expect(refusedLogin.status).toBe(429);
  expect(Number(refusedLogin.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attemptLogin('anders@test.example', 'Falsch-1')).status).toBe(200);
});

test('the sixth request for a new password in an hour reports success but sends no mail [2.10]', async () => {
  const person = await world.addParticipant({ email: 'vergesslich@test.example' });
  for (let round = 0; round < 8; round++)
    expect((await world.call(needNewPassword, null, { email: 'Vergesslich@test.example' })).body.meta.status).toBe(
      'success',
    );
  const mails = await world.db.selectFrom('mail').select('id').where('person_id', '=', person).execute();
  expect(mails).toHaveLength(5);
});

test('the sixth registration of an e-mail in an hour is refused', async () => {
  const form = createRegistrationForm('neu@test.example', await world.addLocation());
  const statuses = [];
  for (let round = 0; round < 6; round++) statuses.push((await world.call(submitRegistration, null, form)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

/** Makes a call with a header that names `from` as the address from which it was forwarded. */
async function callFrom(from: string, call: Call, body: object, address = world.address) {
  const answer = await fetch(address + servicePath(call), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { meta: { status: string } } };
}

/** Makes eleven failed logins to one account, each with a different forwarded address, and returns their statuses. */
async function attemptForwardedLogins(target: World, email: string) {
  const statuses = [];
  for (let round = 0; round < 11; round++) {
    const body = { username: email, password: 'Falsch-1' };
    statuses.push((await callFrom(`10.9.8.${round}`, login, body, target.address)).status);
  }
  return statuses;
}

test('without a configured proxy, calls are not counted by their forwarded addresses', async () => {
  expect((await attemptForwardedLogins(world, 'weitergereicht@test.example')).at(-1)).toBe(429);
});

test('behind a proxy named in the settings, each forwarded address has its own counter', async () => {
  const proxiedWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' } });
  try {
    expect((await attemptForwardedLogins(proxiedWorld, 'weitergereicht@test.example')).at(-1)).toBe(200);
  } finally {
    await proxiedWorld.close();
  }
});

describe('strangers cannot lock anyone out [2.10]', () => {
  const password = 'Sommer-Wiese-2026!';
  let proxiedWorld: World;
  beforeAll(async () => {
    proxiedWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' } });
  });
  afterAll(() => proxiedWorld.close());
  const callProxiedWorldFrom = (address: string, call: Call, body: object) =>
    callFrom(address, call, body, proxiedWorld.address);
  const strangerAddresses = Array.from({ length: 6 }, (_, n) => `198.51.100.${n}`);
  const homeAddress = '203.0.113.7';

  test('passwords guessed from many addresses block each of them, but not the person’s own address', async () => {
    const username = 'begehrt@test.example';
    await proxiedWorld.addParticipant({ email: username, passwordHash: await hashPassword(password) });
    for (const stranger of strangerAddresses.slice(0, 3)) {
      const guesses = Array.from({ length: 11 }, () =>
        callProxiedWorldFrom(stranger, login, { username, password: 'Geraten-1!' }),
      );
      expect((await Promise.all(guesses)).filter(({ status }) => status === 429)).toHaveLength(1);
    }
    expect((await callProxiedWorldFrom(homeAddress, login, { username, password })).body.meta.status).toBe('success');
  });

  test('thirty people of a course can sign in at the same time from one address, every third after a typo', async () => {
    const usernames = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const username = `kurs${n}@test.example`;
        await proxiedWorld.addParticipant({ email: username, passwordHash: await hashPassword(password) });
        return username;
      }),
    );
    const logins = usernames.map(async (username, n) => {
      if (n % 3 === 0)
        await callProxiedWorldFrom('198.51.100.99', login, { username, password: password.toLowerCase() });
      return (await callProxiedWorldFrom('198.51.100.99', login, { username, password })).body.meta.status;
    });
    expect(new Set(await Promise.all(logins))).toEqual(new Set(['success']));
  });

  test('requests of strangers for a new password send at most five mails an hour and leave the old one valid', async () => {
    const email = 'bedraengt@test.example';
    const person = await proxiedWorld.addParticipant({ email, passwordHash: await hashPassword(password) });
    for (const stranger of strangerAddresses) await callProxiedWorldFrom(stranger, needNewPassword, { email });
    const mails = await proxiedWorld.db.selectFrom('mail').select('id').where('person_id', '=', person).execute();
    expect(mails).toHaveLength(5);
    expect((await callProxiedWorldFrom(homeAddress, login, { username: email, password })).body.meta.status).toBe(
      'success',
    );
  });

  test('a person whose e-mail strangers have registered can still register, and gets at most five mails an hour', async () => {
    const email = 'vorweggenommen@test.example';
    const location = await proxiedWorld.addLocation();
    for (const stranger of strangerAddresses)
      await callProxiedWorldFrom(stranger, submitRegistration, createRegistrationForm(email, location));
    expect(
      (
        await callProxiedWorldFrom(
          homeAddress,
          submitRegistration,
          createRegistrationForm(email, location, { firstName: 'Eigen' }),
        )
      ).body.meta.status,
    ).toBe('success');
    const person = await proxiedWorld.db
      .selectFrom('person')
      .select(['id', 'first_name'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(person.first_name).toBe('Eigen');
    const mails = await proxiedWorld.db.selectFrom('mail').select('id').where('person_id', '=', person.id).execute();
    expect(mails).toHaveLength(5);
  });
});

describe('every call has a limit [2.10]', () => {
  let strictWorld: World;
  beforeAll(async () => {
    strictWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: 'loopback' } });
  });
  afterAll(() => strictWorld.close());

  /** Whether a call that is repeated up to eight times is refused. */
  async function isLimited(makeCall: () => Promise<{ status: number }>): Promise<boolean> {
    for (let round = 0; round < 8; round++) if ((await makeCall()).status === 429) return true;
    return false;
  }

  test.each(routes.filter(({ call }) => call.may === 'everyone').map(({ call }, n) => [call.path, call, n] as const))(
    '%s is limited per address, even for callers who are not signed in',
    async (_, call, n) => {
      expect(await isLimited(() => callFrom(`192.0.2.${n}`, call, {}, strictWorld.address))).toBe(true);
    },
  );

  test('calls that need a session are limited per person, and per address if there is no session', async () => {
    const addCaller = {
      participant: () => strictWorld.addParticipant(),
      coach: () => strictWorld.addCoach(),
      speedCoach: () => strictWorld.addCoach({ isSpeedCoach: true }),
      admin: () => strictWorld.addAdmin(),
    };
    const unlimited: string[] = [];
    for (const { call } of routes.filter(({ call }) => call.may !== 'everyone')) {
      const role = typeof call.may === 'string' ? 'participant' : (call.may[0] ?? 'admin');
      const id = await addCaller[role]();
      const session = await strictWorld.signIn(id);
      const file = [{ field: `file_${session}_0`, name: 'leer.csv', bytes: new TextEncoder().encode('x') }];
      // A file in the response could not be read as JSON, so an invalid password makes the call fail.
      const input = call.responseType === 'file' ? { password: 0 } : {};
      const makeCall = () =>
        call.body === 'files' ? strictWorld.send(call, file) : strictWorld.call(call, session, input);
      if (!(await isLimited(makeCall))) unlimited.push(call.path);
    }
    expect(unlimited).toEqual([]);
    expect(await isLimited(() => callFrom('192.0.2.200', bookAppointment, {}, strictWorld.address))).toBe(true);
  });
});

describe('two instances on one database', () => {
  /** The forwarded address of every call; without a configured proxy it does not matter. */
  const ignoredAddress = '-';

  test('share exact counts of attempts, and counts of other calls that are off by at most a sixth of the limit', async () => {
    const otherInstance = await createApplication(world.settings, world.appUrl, null, { runsJobs: false });
    try {
      const instances = [world.address, await otherInstance.fastify.listen({ port: 0, host: '127.0.0.1' })];
      const body = { username: 'geteilt@test.example', password: 'Falsch-1' };
      const statuses = [];
      for (let round = 0; round < 11; round++)
        statuses.push((await callFrom(ignoredAddress, login, body, instances[round % 2])).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      expect(statuses.at(-1)).toBe(429);

      const sessionId = await world.signIn(await world.addParticipant());
      let servedCount = 0;
      for (let round = 0; round < 120; round++) {
        const answer = await callFrom(
          ignoredAddress,
          bookAppointment,
          { sessionId, appointmentId: 1 },
          instances[round % 2],
        );
        if (answer.status !== 429) servedCount++;
      }
      // The limit is 60 an hour. Each instance may have served up to five calls that the other does not know yet.
      expect(servedCount).toBeGreaterThanOrEqual(60);
      expect(servedCount).toBeLessThanOrEqual(70);
    } finally {
      await otherInstance.close();
    }
  });
});

test('the stored counters contain no readable e-mail or network address', async () => {
  const rows = await world.db.selectFrom('throttle').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ key }) => /@|127\.0\.0\.1/.test(key))).toEqual([]);
});

test('an IPv6 client is counted by its /64 network', () => {
  expect(toRateLimitAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(toRateLimitAddress('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(toRateLimitAddress('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(toRateLimitAddress('10.1.2.3')).toBe('10.1.2.3');
});
