import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anonymizeUserData, changeActiveStatus } from '../participants/contract.ts';
import { getPortal } from '../provider/contract.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { openBrowser } from '../../../tests/support/browser.ts';
import { login, needNewPassword } from './contract.ts';
import { setNewPassword } from './passwords/contract.ts';
import { confirmRegistration } from './registration/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';

const password = 'Sommer-Wiese-2026!';
const schoolAddress = '198.51.100.1';
let world: World;
let passwordHash: string;
const { logStream, loggedText } = collectLog();
beforeAll(async () => {
  // A fifth of every limit allows two failures per account and address, two per device, and 20 per address.
  const env = { RATE_LIMIT_FACTOR: '0.2', TRUST_PROXY: 'loopback', LOG_LEVEL: 'trace' };
  [world, passwordHash] = await Promise.all([openWorld({ env, logStream }), hashPassword(password)]);
});
afterAll(() => world.close());

const openBrowserAt = (from = schoolAddress, portalUrl = world.address) => openBrowser(portalUrl, { password, from });
type Browser = ReturnType<typeof openBrowserAt>;

let nextNumber = 1;
async function createPerson(portal = world) {
  const email = `bekannt${nextNumber++}@test.example`;
  return { email, id: await portal.addParticipant({ email, passwordHash, hasCv: false }) };
}

/** Returns a network address that no other test uses, so that nothing is counted for it yet. */
const newAddress = () => `203.0.113.${nextNumber++}`;

/** Signs in and returns the outcome: 'in', 'wrong' or 'wait' (too many requests). */
async function attempt(browser: Browser, email: string, secret = password): Promise<string> {
  const { meta } = await browser.callJson(login, { username: email, password: secret });
  if (meta.code === 'tooManyRequests') return 'wait';
  return meta.status === 'success' ? 'in' : 'wrong';
}

/** Guesses until the server refuses further attempts; returns how many guesses were checked. */
async function guessUntilRefused(browser: Browser, email: string): Promise<number> {
  for (let round = 0; round < 30; round++)
    if ((await attempt(browser, email, `Geraten-${round}!`)) === 'wait') return round;
  throw new Error('The guesses are not limited.');
}

/** Creates a person and the browser in which they have signed in once, by default from a new address. */
async function createPersonWithDevice(from = newAddress()) {
  const person = await createPerson();
  const ownBrowser = openBrowserAt(from);
  await ownBrowser.signIn(person.email);
  return { ...person, ownBrowser, from };
}

/** Opens a browser at another network address with a copy of the cookies. */
function openBrowserWithCookies(cookies: ReadonlyMap<string, string>, from: string): Browser {
  const browser = openBrowserAt(from);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** Returns the stored rows of the devices that a person trusts. */
const deviceRowsOf = (person: number) =>
  world.db
    .selectFrom('credential')
    .selectAll()
    .where('person_id', '=', person)
    .where('kind', '=', 'knownDevice')
    .execute();

describe('a person behind the same address as a stranger who guesses passwords [3.14]', () => {
  test('can sign in on a device where they have signed in before, but not on another one', async () => {
    const { email, ownBrowser, from } = await createPersonWithDevice();
    expect(await guessUntilRefused(openBrowserAt(from), email)).toBe(2);
    expect(await attempt(openBrowserAt(from), email)).toBe('wait');
    expect(await attempt(ownBrowser, email)).toBe('in');
    expect(await attempt(ownBrowser, email)).toBe('in');
  });

  test('can sign in where they have signed in before, even if the stranger has used up the limit of the address', async () => {
    const { email, ownBrowser, from } = await createPersonWithDevice();
    const stranger = openBrowserAt(from);
    const guesses = Array.from({ length: 21 }, (_, n) => attempt(stranger, `niemand${n}@test.example`));
    expect(await Promise.all(guesses)).toContain('wait');
    expect(await attempt(openBrowserAt(from), email)).toBe('wait');
    expect(await attempt(ownBrowser, email)).toBe('in');
  });

  test('does not use up the attempts of the address by mistyping the password on a trusted device', async () => {
    const { email, ownBrowser, from } = await createPersonWithDevice();
    expect(await attempt(ownBrowser, email, 'Vertippt-1!')).toBe('wrong');
    expect(await guessUntilRefused(openBrowserAt(from), email)).toBe(2);
    expect(await attempt(ownBrowser, email)).toBe('in');
  });

  test('can sign in with a mailed one-time password even on a new device', async () => {
    const { email, id } = await createPerson();
    const from = newAddress();
    await guessUntilRefused(openBrowserAt(from), email);
    const secret = randomBytes(12).toString('hex');
    const hash = createHash('sha256').update(secret).digest('hex');
    await world.db
      .insertInto('credential')
      .values({ person_id: id, kind: 'temporaryPassword', hash, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    expect(await attempt(openBrowserAt(from), email)).toBe('wait');
    expect(await attempt(openBrowserAt(from), email, secret)).toBe('in');
    expect(await attempt(openBrowserAt(from), email, secret)).toBe('wait');
  });

  test('can confirm a registration even if wrong links have used up the limit of the address', async () => {
    const { id } = await createPerson();
    const from = newAddress();
    for (let round = 0; round < 21; round++)
      await openBrowserAt(from).callJson(confirmRegistration, { token: `falsch${round}` });
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    await world.db
      .insertInto('credential')
      .values({ person_id: id, kind: 'confirmation', hash, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    const wrong = await openBrowserAt(from).callJson(confirmRegistration, { token: 'falsch' });
    expect(wrong.meta.code).toBe('tooManyRequests');
    expect((await openBrowserAt(from).callJson(confirmRegistration, { token })).meta.status).toBe('success');
  });

  test('can request a new password where they have signed in before, even if the stranger has used up the limit', async () => {
    const { email, id, ownBrowser, from } = await createPersonWithDevice();
    const stranger = openBrowserAt(from);
    for (let round = 0; round < 21; round++)
      await stranger.callJson(needNewPassword, { email: `leer${round}@test.example` });
    const countMails = async () =>
      (await world.db.selectFrom('mail').select('id').where('person_id', '=', id).execute()).length;
    await openBrowserAt(from).callJson(needNewPassword, { email });
    expect(await countMails()).toBe(0);
    await ownBrowser.callJson(needNewPassword, { email });
    expect(await countMails()).toBe(1);
  });

  test('can sign in where they have signed in before while a stranger floods the address with calls', async () => {
    const strictWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: 'loopback' } });
    try {
      const { email } = await createPerson(strictWorld);
      const ownBrowser = openBrowserAt(schoolAddress, strictWorld.address);
      await ownBrowser.signIn(email);
      const stranger = openBrowserAt(schoolAddress, strictWorld.address);
      const flood = Array.from({ length: 80 }, () => stranger.callJson(getPortal));
      expect((await Promise.all(flood)).map(({ meta }) => meta.code)).toContain('tooManyRequests');
      expect(await attempt(stranger, email)).toBe('wait');
      expect(await attempt(ownBrowser, email)).toBe('in');
      // Once signed in, the person has separate limits, which their own flood exceeds.
      const ownFlood = Array.from({ length: 40 }, () => ownBrowser.callJson(getPortal));
      expect((await Promise.all(ownFlood)).map(({ meta }) => meta.code)).toContain('tooManyRequests');
    } finally {
      await strictWorld.close();
    }
  });
});

describe('the cookie of a trusted device [3.14]', () => {
  test('is a random secret that scripts cannot read, stored as a hash for 180 days and never logged', async () => {
    const { id, ownBrowser } = await createPersonWithDevice();
    const setCookie = ownBrowser.setCookies.find((line) => line.startsWith('devices=')) ?? '';
    expect(setCookie).toMatch(/^devices=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    const secret = ownBrowser.cookies.get('devices') ?? '';
    const [row, ...otherRows] = await deviceRowsOf(id);
    expect(otherRows).toEqual([]);
    expect(row?.hash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(Math.abs(Number(row?.expires_at) - Date.now() - 180 * 86_400_000)).toBeLessThan(60_000);
    expect(loggedText()).toContain(login.path);
    expect(loggedText()).not.toContain(secret);
    expect(loggedText()).not.toContain(row?.hash);
  });

  test('is Secure and limited to this host where the portal is served over HTTPS', async () => {
    const secureWorld = await openWorld({ env: { PUBLIC_URL: 'https://portal.example' } });
    try {
      const ownBrowser = openBrowserAt(schoolAddress, secureWorld.address);
      await ownBrowser.signIn((await createPerson(secureWorld)).email);
      expect(ownBrowser.setCookies.find((line) => line.startsWith('__Host-devices='))).toMatch(
        /; SameSite=Strict; Secure$/,
      );
    } finally {
      await secureWorld.close();
    }
  });

  test('does not replace the password, and is not set after a wrong password', async () => {
    const { email, ownBrowser } = await createPersonWithDevice();
    expect(await attempt(ownBrowser, email, '')).toBe('wrong');
    const stranger = openBrowserAt(newAddress());
    expect(await attempt(stranger, email, 'Geraten-1!')).toBe('wrong');
    expect(stranger.cookies.size).toBe(0);
  });

  test('gives a thief only two more guesses in total, and the guesses do not lock its owner out', async () => {
    const { email, ownBrowser } = await createPersonWithDevice();
    expect(await guessUntilRefused(openBrowserWithCookies(ownBrowser.cookies, newAddress()), email)).toBe(4);
    expect(await guessUntilRefused(openBrowserWithCookies(ownBrowser.cookies, newAddress()), email)).toBe(2);
    expect(await attempt(ownBrowser, email)).toBe('in');
  });

  test('is worthless to a thief once its owner has signed in again', async () => {
    const { email, ownBrowser } = await createPersonWithDevice();
    const thief = openBrowserWithCookies(ownBrowser.cookies, newAddress());
    await ownBrowser.signIn(email);
    expect(await guessUntilRefused(thief, email)).toBe(2);
  });

  test.each<[string, (email: string, ownBrowser: Browser) => Promise<Map<string, string>>]>([
    ['from another account', async () => (await createPersonWithDevice()).ownBrowser.cookies],
    ['that was made up', () => Promise.resolve(new Map([['devices', randomBytes(32).toString('base64url')]]))],
    [
      'with the hash instead of the secret',
      (_, ownBrowser) => {
        const hash = createHash('sha256')
          .update(ownBrowser.cookies.get('devices') ?? '')
          .digest('hex');
        return Promise.resolve(new Map([['devices', hash]]));
      },
    ],
    ['that is malformed', () => Promise.resolve(new Map([['devices', '.'.repeat(5000)]]))],
  ])('%s gives no advantage', async (_, makeCookies) => {
    const { email, ownBrowser, from } = await createPersonWithDevice();
    const cookies = await makeCookies(email, ownBrowser);
    expect(await guessUntilRefused(openBrowserWithCookies(cookies, from), email)).toBe(2);
    expect(await attempt(openBrowserWithCookies(cookies, from), email)).toBe('wait');
    expect(await attempt(ownBrowser, email)).toBe('in');
  });

  test('expires after 180 days without a sign-in', async () => {
    const { email, ownBrowser, from } = await createPersonWithDevice();
    await guessUntilRefused(openBrowserAt(from), email);
    try {
      world.clock.shiftMs = 181 * 86_400_000;
      expect(await attempt(ownBrowser, email)).toBe('wait');
    } finally {
      world.clock.shiftMs = 0;
    }
    expect(await attempt(ownBrowser, email)).toBe('in');
  });

  test('becomes invalid when the password changes, except on the device where the new one is chosen', async () => {
    const { email, ownBrowser, from } = await createPersonWithDevice();
    const otherBrowser = openBrowserAt(from);
    const sessionId = await otherBrowser.signIn(email);
    const newPassword = 'Herbst-Laub-2026!';
    await otherBrowser.callJson(setNewPassword, { sessionId, newPassword });
    await guessUntilRefused(openBrowserAt(from), email);
    expect(await attempt(ownBrowser, email, newPassword)).toBe('wait');
    expect(await attempt(otherBrowser, email, newPassword)).toBe('in');
  });

  test('has no stored hash left once the account is deactivated or the person is erased', async () => {
    const { id } = await createPersonWithDevice();
    const adminSession = await world.signIn(await world.addAdmin());
    await world.call(changeActiveStatus, adminSession, { participantId: id, participantStatus: 1 });
    expect(await deviceRowsOf(id)).toEqual([]);
    expect((await world.call(anonymizeUserData, adminSession, { participantId: id })).body.meta.status).toBe('success');
    expect(await deviceRowsOf(id)).toEqual([]);
  });
});

describe('a device that many people share', () => {
  test('is trusted for the last sixteen people who signed in', async () => {
    const from = newAddress();
    const sharedBrowser = openBrowserAt(from);
    const people = [];
    for (let n = 0; n < 18; n++) people.push(await createPerson());
    for (const { email } of people) await sharedBrowser.signIn(email);
    expect(sharedBrowser.cookies.get('devices')?.split('.')).toHaveLength(16);
    const stranger = openBrowserAt(from);
    const outcomes = [];
    for (const { email } of [people[0], people[2], people[17]].filter((person) => person !== undefined)) {
      await guessUntilRefused(stranger, email);
      outcomes.push(await attempt(openBrowserWithCookies(sharedBrowser.cookies, from), email));
    }
    expect(outcomes).toEqual(['wait', 'in', 'in']);
  });

  test('loses the secrets in its cookie that are no longer valid for anyone', async () => {
    const sharedBrowser = openBrowserAt(newAddress());
    const [firstPerson, secondPerson] = [await createPerson(), await createPerson()];
    for (const { email } of [firstPerson, secondPerson]) await sharedBrowser.signIn(email);
    await world.db.deleteFrom('credential').where('person_id', '=', firstPerson.id).execute();
    await sharedBrowser.signIn(secondPerson.email);
    expect(sharedBrowser.cookies.get('devices')).toMatch(/^[\w-]{43}$/);
  });
});

test('with a stolen cookie, neither the response nor the number of statements reveals who has an account', async () => {
  const { ownBrowser } = await createPersonWithDevice();
  const { email } = await createPerson();
  const attemptLogin = async (username: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answer = await ownBrowser.callJson(login, { username, password: 'Geraten-1!' });
    const statementCount = query.mock.calls.length;
    query.mockRestore();
    return { answer, statementCount };
  };
  expect(await attemptLogin(email)).toEqual(await attemptLogin('niemand@test.example'));
});
