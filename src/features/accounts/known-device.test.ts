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
const school = '198.51.100.1';
let world: World;
let passwordHash: string;
const { logStream, written } = collectLog();
beforeAll(async () => {
  // A fifth of every limit: two failures for account and address, and for a device; 20 for an address.
  const env = { RATE_LIMIT_FACTOR: '0.2', TRUST_PROXY: 'loopback', LOG_LEVEL: 'trace' };
  [world, passwordHash] = await Promise.all([openWorld({ env, logStream }), hashPassword(password)]);
});
afterAll(() => world.close());

const browser = (from = school, address = world.address) => openBrowser(address, { password, from });
type Browser = ReturnType<typeof browser>;

let next = 1;
async function someone(portal = world) {
  const email = `bekannt${next++}@test.example`;
  return { email, id: await portal.participant({ email, passwordHash, docx: false }) };
}

/** A network address that no other test counts at. */
const place = () => `203.0.113.${next++}`;

/** The outcome of a login: 'in', 'wrong' or 'wait'. */
async function attempt(by: Browser, email: string, secret = password): Promise<string> {
  const { meta } = await by.ask(login, { username: email, password: secret });
  if (meta.code === 'tooManyRequests') return 'wait';
  return meta.status === 'success' ? 'in' : 'wrong';
}

/** Guesses until the server says to wait; returns how many guesses were checked. */
async function guess(by: Browser, email: string): Promise<number> {
  for (let round = 0; round < 30; round++) if ((await attempt(by, email, `Geraten-${round}!`)) === 'wait') return round;
  throw new Error('The guesses are not limited.');
}

/** A person and the browser in which they have signed in once, at an address of their own. */
async function known(from = place()) {
  const person = await someone();
  const own = browser(from);
  await own.signIn(person.email);
  return { ...person, own, from };
}

/** Copies a browser's cookies to another address. */
function copyOf(cookies: ReadonlyMap<string, string>, from: string): Browser {
  const copy = browser(from);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

const rowsOf = (person: number) =>
  world.db
    .selectFrom('credential')
    .selectAll()
    .where('person_id', '=', person)
    .where('kind', '=', 'knownDevice')
    .execute();

describe('a person behind the same address as a stranger who guesses [3.14]', () => {
  test('signs in on a device where they have signed in before, and on no other', async () => {
    const { email, own, from } = await known();
    expect(await guess(browser(from), email)).toBe(2);
    expect(await attempt(browser(from), email)).toBe('wait');
    expect(await attempt(own, email)).toBe('in');
    expect(await attempt(own, email)).toBe('in');
  });

  test('signs in there even if the stranger has used up the limit of the address', async () => {
    const { email, own, from } = await known();
    const stranger = browser(from);
    const guesses = Array.from({ length: 21 }, (_, n) => attempt(stranger, `niemand${n}@test.example`));
    expect(await Promise.all(guesses)).toContain('wait');
    expect(await attempt(browser(from), email)).toBe('wait');
    expect(await attempt(own, email)).toBe('in');
  });

  test('does not use up the attempts of others with typos', async () => {
    const { email, own, from } = await known();
    expect(await attempt(own, email, 'Vertippt-1!')).toBe('wrong');
    expect(await guess(browser(from), email)).toBe(2);
    expect(await attempt(own, email)).toBe('in');
  });

  test('signs in with a mailed one-time password even on a new device', async () => {
    const { email, id } = await someone();
    const from = place();
    await guess(browser(from), email);
    const secret = randomBytes(12).toString('hex');
    const hash = createHash('sha256').update(secret).digest('hex');
    await world.db
      .insertInto('credential')
      .values({ person_id: id, kind: 'temporaryPassword', hash, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    expect(await attempt(browser(from), email)).toBe('wait');
    expect(await attempt(browser(from), email, secret)).toBe('in');
    expect(await attempt(browser(from), email, secret)).toBe('wait');
  });

  test('confirms a registration even if wrong links have used up the limit of the address', async () => {
    const { id } = await someone();
    const from = place();
    for (let round = 0; round < 21; round++) await browser(from).ask(confirmRegistration, { token: `falsch${round}` });
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    await world.db
      .insertInto('credential')
      .values({ person_id: id, kind: 'confirmation', hash, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    const wrong = await browser(from).ask(confirmRegistration, { token: 'falsch' });
    expect(wrong.meta.code).toBe('tooManyRequests');
    expect((await browser(from).ask(confirmRegistration, { token })).meta.status).toBe('success');
  });

  test('gets a new password by mail where they have signed in before, whatever others request', async () => {
    const { email, id, own, from } = await known();
    const stranger = browser(from);
    for (let round = 0; round < 21; round++)
      await stranger.ask(needNewPassword, { email: `leer${round}@test.example` });
    const mails = async () =>
      (await world.db.selectFrom('mail').select('id').where('person_id', '=', id).execute()).length;
    await browser(from).ask(needNewPassword, { email });
    expect(await mails()).toBe(0);
    await own.ask(needNewPassword, { email });
    expect(await mails()).toBe(1);
  });

  test('signs in where they have signed in before while a stranger floods the address with calls', async () => {
    const narrow = await openWorld({ env: { RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: 'loopback' } });
    try {
      const { email } = await someone(narrow);
      const own = browser(school, narrow.address);
      await own.signIn(email);
      const stranger = browser(school, narrow.address);
      const flood = Array.from({ length: 80 }, () => stranger.ask(getPortal));
      expect((await Promise.all(flood)).map(({ meta }) => meta.code)).toContain('tooManyRequests');
      expect(await attempt(stranger, email)).toBe('wait');
      expect(await attempt(own, email)).toBe('in');
      // Then it counts for the person: being signed in does not exempt anyone's own flood from the limits.
      const more = Array.from({ length: 40 }, () => own.ask(getPortal));
      expect((await Promise.all(more)).map(({ meta }) => meta.code)).toContain('tooManyRequests');
    } finally {
      await narrow.close();
    }
  });
});

describe('the cookie of a known device [3.14]', () => {
  test('is a random secret that scripts cannot read, stored as a hash for 180 days, and in no line of the log', async () => {
    const { id, own } = await known();
    const set = own.set.find((line) => line.startsWith('devices=')) ?? '';
    expect(set).toMatch(/^devices=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    const secret = own.cookies.get('devices') ?? '';
    const [row, ...more] = await rowsOf(id);
    expect(more).toEqual([]);
    expect(row?.hash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(Math.abs(Number(row?.expires_at) - Date.now() - 180 * 86_400_000)).toBeLessThan(60_000);
    expect(written()).toContain(login.path);
    expect(written()).not.toContain(secret);
    expect(written()).not.toContain(row?.hash);
  });

  test('is Secure and of this host alone where the portal is served by HTTPS', async () => {
    const secure = await openWorld({ env: { PUBLIC_URL: 'https://portal.example' } });
    try {
      const own = browser(school, secure.address);
      await own.signIn((await someone(secure)).email);
      expect(own.set.find((line) => line.startsWith('__Host-devices='))).toMatch(/; SameSite=Strict; Secure$/);
    } finally {
      await secure.close();
    }
  });

  test('lets nobody in: the password is required, and a wrong one gives no cookie', async () => {
    const { email, own } = await known();
    expect(await attempt(own, email, '')).toBe('wrong');
    const stranger = browser(place());
    expect(await attempt(stranger, email, 'Geraten-1!')).toBe('wrong');
    expect(stranger.cookies.size).toBe(0);
  });

  test('that was stolen gives two more guesses in total, and does not lock its owner out', async () => {
    const { email, own } = await known();
    expect(await guess(copyOf(own.cookies, place()), email)).toBe(4);
    expect(await guess(copyOf(own.cookies, place()), email)).toBe(2);
    expect(await attempt(own, email)).toBe('in');
  });

  test('that was stolen is worthless once its owner has signed in again', async () => {
    const { email, own } = await known();
    const thief = copyOf(own.cookies, place());
    await own.signIn(email);
    expect(await guess(thief, email)).toBe(2);
  });

  test.each<[string, (email: string, own: Browser) => Promise<Map<string, string>>]>([
    ['of another account', async () => (await known()).own.cookies],
    ['that was made up', () => Promise.resolve(new Map([['devices', randomBytes(32).toString('base64url')]]))],
    [
      'with the hash in the place of the secret',
      (_, own) => {
        const hash = createHash('sha256')
          .update(own.cookies.get('devices') ?? '')
          .digest('hex');
        return Promise.resolve(new Map([['devices', hash]]));
      },
    ],
    ['of no form at all', () => Promise.resolve(new Map([['devices', '.'.repeat(5000)]]))],
  ])('%s gives no advantage', async (_, made) => {
    const { email, own, from } = await known();
    const cookies = await made(email, own);
    expect(await guess(copyOf(cookies, from), email)).toBe(2);
    expect(await attempt(copyOf(cookies, from), email)).toBe('wait');
    expect(await attempt(own, email)).toBe('in');
  });

  test('ends after 180 days without a sign-in', async () => {
    const { email, own, from } = await known();
    await guess(browser(from), email);
    try {
      world.clock.shiftMs = 181 * 86_400_000;
      expect(await attempt(own, email)).toBe('wait');
    } finally {
      world.clock.shiftMs = 0;
    }
    expect(await attempt(own, email)).toBe('in');
  });

  test('ends with the password everywhere except where the new one is chosen', async () => {
    const { email, own, from } = await known();
    const elsewhere = browser(from);
    const sessionId = await elsewhere.signIn(email);
    const newPassword = 'Herbst-Laub-2026!';
    await elsewhere.ask(setNewPassword, { sessionId, newPassword });
    await guess(browser(from), email);
    expect(await attempt(own, email, newPassword)).toBe('wait');
    expect(await attempt(elsewhere, email, newPassword)).toBe('in');
  });

  test('ends with the account, and is deleted when the person is erased', async () => {
    const { id } = await known();
    const admin = await world.signIn(await world.admin());
    await world.call(changeActiveStatus, admin, { participantId: id, participantStatus: 1 });
    expect(await rowsOf(id)).toEqual([]);
    expect((await world.call(anonymizeUserData, admin, { participantId: id })).body.meta.status).toBe('success');
    expect(await rowsOf(id)).toEqual([]);
  });
});

describe('a machine that many people share', () => {
  test('remembers the last sixteen people who signed in, in a cookie of 700 bytes', async () => {
    const from = place();
    const shared = browser(from);
    const people = [];
    for (let n = 0; n < 18; n++) people.push(await someone());
    for (const { email } of people) await shared.signIn(email);
    expect(shared.cookies.get('devices')?.split('.')).toHaveLength(16);
    const stranger = browser(from);
    const outcomes = [];
    for (const { email } of [people[0], people[2], people[17]].filter((one) => one !== undefined)) {
      await guess(stranger, email);
      const copy = copyOf(shared.cookies, from);
      outcomes.push(await attempt(copy, email));
    }
    expect(outcomes).toEqual(['wait', 'in', 'in']);
  });

  test('drops secrets that are no longer valid for anybody', async () => {
    const shared = browser(place());
    const [first, second] = [await someone(), await someone()];
    for (const { email } of [first, second]) await shared.signIn(email);
    await world.db.deleteFrom('credential').where('person_id', '=', first.id).execute();
    await shared.signIn(second.email);
    expect(shared.cookies.get('devices')).toMatch(/^[\w-]{43}$/);
  });
});

test('a stolen cookie does not reveal who has an account: same answer, same number of statements', async () => {
  const { own } = await known();
  const { email } = await someone();
  const asked = async (username: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answer = await own.ask(login, { username, password: 'Geraten-1!' });
    const count = query.mock.calls.length;
    query.mockRestore();
    return { answer, count };
  };
  expect(await asked(email)).toEqual(await asked('niemand@test.example'));
});
