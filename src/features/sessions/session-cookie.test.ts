import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, logout, checkSession } from '../accounts/contract.ts';
import { confirmRegistration } from '../accounts/registration/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { downloadFile, getFiles, uploadFiles } from '../files/contract.ts';
import { sessionInvalid } from '../../shared/call.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { openBrowser } from '../../../tests/support/browser.ts';

const password = 'Sommer-Wiese-2026!';
let world: World;
let passwordHash: string;
beforeAll(async () => {
  [world, passwordHash] = await Promise.all([openWorld(), hashPassword(password)]);
});
afterAll(() => world.close());

/** Opens a new browser, which signs in with the password of these tests. */
const newBrowser = (portal = world) => openBrowser(portal.address, { password });

/** The number of session cookies that a browser has. */
const countSessionCookies = ({ cookies }: ReturnType<typeof newBrowser>) =>
  [...cookies.keys()].filter((name) => name.startsWith('companion-')).length;

let emailNumber = 1;
/** Creates a participant with the password of these tests and returns the e-mail address. */
async function createParticipant(portal = world): Promise<string> {
  const email = `begleitet${emailNumber++}@test.example`;
  await portal.addParticipant({ email, passwordHash, hasCv: false });
  return email;
}

/** Whether a session id without the cookie gives access. */
const idAloneWorks = async (sessionId: string) => (await world.call(checkSession, sessionId)).body.data !== null;

describe('the session cookie [3.7]', () => {
  test('is set at login, is a separate random secret, and is stored as a hash', async () => {
    const chrome = newBrowser();
    const session = await chrome.signIn(await createParticipant());
    expect(countSessionCookies(chrome)).toBe(1);
    expect(chrome.setCookies[0]).toMatch(
      /^companion-[0-9a-f]{16}=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const [secret = ''] = chrome.cookies.values();
    const row = await world.db
      .selectFrom('session')
      .select('companion_hash')
      .where('id_hash', '=', createHash('sha256').update(session).digest())
      .executeTakeFirstOrThrow();
    expect(row.companion_hash).toEqual(createHash('sha256').update(secret).digest());
  });

  test('is also set when a registration is confirmed', async () => {
    const person = await world.addParticipant({ hasCv: false });
    await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person).execute();
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    await world.db
      .insertInto('credential')
      .values({ person_id: person, kind: 'confirmation', hash, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    const chrome = newBrowser();
    const { data } = await chrome.callJson(confirmRegistration, { token });
    expect(countSessionCookies(chrome)).toBe(1);
    expect(await chrome.isSignedIn(data?.sessionId ?? '')).toBe(true);
    expect(await idAloneWorks(data?.sessionId ?? '')).toBe(false);
  });

  test('is Secure and limited to this host if the portal is served over HTTPS', async () => {
    const secureWorld = await openWorld({ env: { PUBLIC_URL: 'https://portal.example' } });
    try {
      const chrome = newBrowser(secureWorld);
      const session = await chrome.signIn(await createParticipant(secureWorld));
      expect(chrome.setCookies[0]).toMatch(
        /^__Host-companion-[0-9a-f]{16}=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
      );
      expect(await chrome.isSignedIn(session)).toBe(true);
      expect((await secureWorld.call(checkSession, session)).body.data).toBeNull();
    } finally {
      await secureWorld.close();
    }
  });
});

describe('a stolen session id [3.7]', () => {
  test('is useless after the owner’s browser has made a call', async () => {
    const chrome = newBrowser();
    const session = await chrome.signIn(await createParticipant());
    expect(await chrome.isSignedIn(session)).toBe(true);
    expect((await world.call(getFiles, session)).body.meta).toEqual({ status: 'error', message: sessionInvalid });
    expect(await idAloneWorks(session)).toBe(false);
    expect(await chrome.isSignedIn(session)).toBe(true);
  });

  test('is useless with the cookie of the thief’s own session, under any name', async () => {
    const [chrome, thief] = [newBrowser(), newBrowser()];
    const [session, thiefsSession] = [
      await chrome.signIn(await createParticipant()),
      await thief.signIn(await createParticipant()),
    ];
    expect(await chrome.isSignedIn(session)).toBe(true);
    expect(await thief.isSignedIn(session)).toBe(false);
    const [name = ''] = chrome.cookies.keys();
    const [thiefsCookie = ''] = thief.cookies.values();
    thief.cookies.set(name, thiefsCookie);
    expect(await thief.isSignedIn(session)).toBe(false);
    expect(await thief.isSignedIn(thiefsSession)).toBe(true);
  });

  test('cannot be used to sign the owner out', async () => {
    const chrome = newBrowser();
    const session = await chrome.signIn(await createParticipant());
    await chrome.isSignedIn(session);
    expect((await world.call(logout, session)).body.meta.status).toBe('success');
    expect(await chrome.isSignedIn(session)).toBe(true);
  });

  test('can be used neither to download nor to upload documents', async () => {
    const chrome = newBrowser();
    const session = await chrome.signIn(await createParticipant());
    const form = new FormData();
    const bytes = await readFile(resolve(import.meta.dirname, '../files/testdata/documents/single-paragraph.docx'));
    form.append(`file_${session}_0`, new Blob([new Uint8Array(bytes)]), 'Lebenslauf.docx');
    expect((await chrome.post(uploadFiles, form)).status).toBe(200);
    const { files } = await chrome.callJson(getFiles, { sessionId: session });
    const download = { sessionId: session, fileId: files?.uploadParticiopant[0]?.id };
    expect((await chrome.post(downloadFile, JSON.stringify(download))).headers.get('content-disposition')).toMatch(
      /^attachment/,
    );
    expect((await newBrowser().post(downloadFile, JSON.stringify(download))).status).toBe(401);
    const refusal = (await (await newBrowser().post(uploadFiles, form)).json()) as { message: string };
    expect(refusal.message).toBe(sessionInvalid);
  });
});

describe('a client without session cookies [3.7]', () => {
  test('can make several calls with the session id alone', async () => {
    const email = await createParticipant();
    const { body } = await world.call(login, null, { username: email, password });
    for (let call = 0; call < 3; call++) expect(await idAloneWorks(body.data?.sessionId ?? '')).toBe(true);
  });

  test('is also served if it sends unknown cookies', async () => {
    const { body } = await world.call(login, null, { username: await createParticipant(), password });
    const client = newBrowser();
    for (const [name, value] of [
      ['companion-0000000000000000', 'x'],
      ['companion-', ''],
      ['other', 'a=b=c'],
      ['', ''],
    ] as const)
      client.cookies.set(name, value);
    expect(await client.isSignedIn(body.data?.sessionId ?? '')).toBe(true);
    expect(await idAloneWorks(body.data?.sessionId ?? '')).toBe(true);
  });
});

describe('a browser with several sessions', () => {
  test('keeps the sessions of two tabs separate, even after signing out and in again', async () => {
    const chrome = newBrowser();
    const [first, second] = [
      await chrome.signIn(await createParticipant()),
      await chrome.signIn(await createParticipant()),
    ];
    for (const session of [first, second, first]) expect(await chrome.isSignedIn(session)).toBe(true);
    await chrome.callJson(logout, { sessionId: first });
    expect(countSessionCookies(chrome)).toBe(1);
    expect(await chrome.isSignedIn(first)).toBe(false);
    expect(await chrome.isSignedIn(second)).toBe(true);
    await chrome.callJson(logout, { sessionId: second });
    expect(countSessionCookies(chrome)).toBe(0);
    const newSession = await chrome.signIn(await createParticipant());
    expect(await chrome.isSignedIn(newSession)).toBe(true);
  });

  test('binds a session to its cookie when it makes many calls at the same time', async () => {
    const chrome = newBrowser();
    const session = await chrome.signIn(await createParticipant());
    const answers = await Promise.all(Array.from({ length: 8 }, () => chrome.isSignedIn(session)));
    expect(answers).not.toContain(false);
    expect(await idAloneWorks(session)).toBe(false);
  });

  test('keeps only the cookies of its eight newest sessions if nobody signs out', async () => {
    const chrome = newBrowser();
    const email = await createParticipant();
    const sessions: string[] = [];
    for (let login = 0; login < 10; login++) sessions.push(await chrome.signIn(email));
    expect(countSessionCookies(chrome)).toBe(8);
    expect(await chrome.isSignedIn(sessions[9] ?? '')).toBe(true);
    expect(await chrome.isSignedIn(sessions[2] ?? '')).toBe(true);
  });
});

test('binding a session to its cookie writes once; later calls in the same minute write nothing', async () => {
  const chrome = newBrowser();
  const session = await chrome.signIn(await createParticipant());
  // PostgreSQL changes `xmin`, a system column that the table types lack, with every write to the row.
  const readRowVersion = () =>
    world.db
      .selectFrom('session')
      .select((row) => row.ref('xmin' as 'bound').as('version'))
      .where('id_hash', '=', createHash('sha256').update(session).digest())
      .executeTakeFirstOrThrow();
  const versionBefore = await readRowVersion();
  await chrome.isSignedIn(session);
  const boundVersion = await readRowVersion();
  expect(boundVersion).not.toEqual(versionBefore);
  for (let call = 0; call < 3; call++) await chrome.isSignedIn(session);
  expect(await readRowVersion()).toEqual(boundVersion);
});

test('pages on an allowed origin may send the cookie, pages on any other origin may not', async () => {
  const worldWithOrigin = await openWorld({ env: { ALLOWED_ORIGINS: 'https://app.provider.example' } });
  try {
    const preflight = async (origin: string) => {
      const { headers } = await fetch(worldWithOrigin.address + servicePath(login), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
      return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
    };
    expect(await preflight('https://app.provider.example')).toEqual(['https://app.provider.example', 'true']);
    expect((await preflight('https://evil.example'))[0]).toBeNull();
  } finally {
    await worldWithOrigin.close();
  }
});
