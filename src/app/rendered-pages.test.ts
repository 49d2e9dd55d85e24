import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collectLog } from '../../tests/support/log.ts';
import { inDays, openWorld, type World } from '../../tests/support/world.ts';
import { checkSession } from '../features/accounts/contract.ts';
import { listBookableSlots, listMyAppointments } from '../features/booking/contract.ts';
import { endSession } from '../features/sessions/exports.ts';
import { startSession } from '../features/sessions/session.steps.ts';
import { listMyWaitingEntries } from '../features/waiting/contract.ts';
import { transact } from '../platform/database/db.ts';

const firstCalls = {
  booking: [
    [checkSession.path, {}],
    [listBookableSlots.path, { limit: 40 }],
    [listMyWaitingEntries.path, {}],
  ],
  appointments: [
    [checkSession.path, {}],
    [listMyAppointments.path, {}],
    [listMyWaitingEntries.path, {}],
  ],
  files: [[checkSession.path, {}]],
};

/** Returns a document as the build writes it. */
const documentOf = (calls: object) =>
  `<html><head><meta name="first-calls" content="${JSON.stringify(calls).replaceAll('"', '&quot;')}"></head>` +
  '<body><div id="root"><div class="prerendered"><h1>Gleich für alle</h1></div></div></body></html>';

let folder: string;
let world: World;
let coach: number;
let participant: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-documents-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'documents'));
  for (const [name, calls] of Object.entries(firstCalls))
    await writeFile(join(folder, 'documents', `${name}.html`), documentOf(calls));
  world = await openWorld({ webRoot: folder });
  coach = await world.addCoach({ firstName: 'Mira', lastName: 'Kupfer' });
  participant = await world.addParticipant({ firstName: 'Ayla', lastName: 'Winter' });
  await world.addAppointment(coach, inDays(9, '10:00'));
  await waitForRenderer(world);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a session for a person. Returns its id, and the cookies of a browser in which it is the current one. */
async function signInBrowser(person: number, { db, clock } = world) {
  const { sessionId, cookie } = await transact(db, (tx) => startSession(tx, clock, person));
  const name = hash('sha256', sessionId, 'hex').slice(0, 16);
  return { sessionId, cookies: `companion-${name}=${cookie}; session-name=${name}` };
}

const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1' };
const load = (path: string, cookie: string, headers: Record<string, string> = phone, { address } = world) =>
  fetch(address + path, { headers: { ...headers, cookie } });

/** Whether the page at a path is the same as for everybody else. */
async function isSameForAll(...request: Parameters<typeof load>): Promise<boolean> {
  const response = await load(...request);
  const html = await response.text();
  const isPersonal = html.includes('first-answers');
  expect(response.headers.get('cache-control')).toBe(isPersonal ? 'no-store' : 'no-cache');
  expect(html.includes('Gleich für alle')).toBe(!isPersonal);
  return !isPersonal;
}

/**
 * Waits until a portal renders pages. Their process starts with the first page, for which a busy machine needs longer
 * than a request waits. Each attempt has a participant of its own, since a participant's calls are limited.
 */
async function waitForRenderer(portal: World): Promise<void> {
  const renderForSomebodyNew = async () => {
    const { cookies } = await signInBrowser(await portal.addParticipant(), portal);
    expect(await isSameForAll('/appointments', cookies, phone, portal)).toBe(false);
  };
  await vi.waitFor(renderForSomebodyNew, { timeout: 60_000 });
}

describe('a page for a participant who is signed in on a phone [1.17]', () => {
  test('contains the free slots and the answers from which they were rendered, and nobody may store it', async () => {
    const { sessionId, cookies } = await signInBrowser(participant);
    const response = await load('/booking', cookies);
    const html = await response.text();
    const [markup = ''] = /<div id="root">.*/s.exec(html) ?? [];
    expect(markup).toContain('<strong');
    expect(markup).toContain('10:00');
    expect(markup).toContain('Mira Kupfer');
    expect(markup).toContain('Profilmenü von Ayla Winter');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [, content = ''] = /<meta name="first-answers" content="([^"]*)">/.exec(html) ?? [];
    const answers: unknown = JSON.parse(content.replaceAll('&#34;', '"'));
    expect(answers).toEqual({
      email: expect.stringMatching(/@test\.example$/),
      bodies: {
        [listBookableSlots.path]: expect.objectContaining({
          data: [expect.objectContaining({ coach: 'Mira Kupfer' })],
        }),
        [listMyWaitingEntries.path]: expect.objectContaining({ data: [] }),
      },
    });
    // Scripts still check the session. The page tells them neither its id nor what it does not show.
    expect(html).toContain(`content="[[&#34;${checkSession.path}&#34;,{}]]"`);
    expect(html).not.toContain(sessionId);
    expect(html).not.toContain('22112345678');
  });

  test('allows exactly its own styles', async () => {
    const { cookies } = await signInBrowser(participant);
    const response = await load('/booking', cookies);
    const html = await response.text();
    const [, rules = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    expect(rules.length).toBeGreaterThan(1_000);
    const attributes = [...html.matchAll(/ style="([^"]*)"/g)].map(([, value = '']) => value);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const styles of [rules, ...attributes])
      expect(policy).toContain(`'sha256-${hash('sha256', styles, 'base64')}'`);
    expect(policy).not.toContain('unsafe-inline');
  });

  test('shows each participant only their own appointments', async () => {
    const other = await world.addParticipant({ firstName: 'Bo', lastName: 'Sommer' });
    await world.addAppointment(coach, inDays(5, '08:15'), { participant });
    await world.addAppointment(coach, inDays(5, '17:15'), { participant: other });
    const [own, others] = await Promise.all(
      [participant, other].map(async (person) =>
        (await load('/appointments', (await signInBrowser(person)).cookies)).text(),
      ),
    );
    expect(own).toContain('08:15');
    expect(own).not.toContain('17:15');
    expect(others).toContain('17:15');
    expect(others).not.toContain('08:15');
  });
});

describe('a page is the same for everybody [1.17]', () => {
  test('without a cookie that names the current session, or with another name', async () => {
    const { cookies } = await signInBrowser(participant);
    expect(await isSameForAll('/booking', cookies)).toBe(false);
    const [sessionCookie = ''] = cookies.split('; ');
    expect(await isSameForAll('/booking', sessionCookie)).toBe(true);
    expect(await isSameForAll('/booking', `${sessionCookie}; session-name=0123456789abcdef`)).toBe(true);
    expect(await isSameForAll('/booking', 'session-name=0123456789abcdef')).toBe(true);
  });

  test('once the session has ended', async () => {
    const { sessionId, cookies } = await signInBrowser(participant);
    expect(await isSameForAll('/booking', cookies)).toBe(false);
    await endSession(world.db, sessionId);
    expect(await isSameForAll('/booking', cookies)).toBe(true);
  });

  test('for staff, and for participants who must choose a password or have no access any more', async () => {
    for (const person of [coach, await world.addAdmin()])
      expect(await isSameForAll('/booking', (await signInBrowser(person)).cookies)).toBe(true);
    for (const change of [{ must_change_password: true }, { inactive_at: new Date() }]) {
      const person = await world.addParticipant();
      const { cookies } = await signInBrowser(person);
      expect(await isSameForAll('/booking', cookies)).toBe(false);
      await world.db.updateTable('person').set(change).where('id', '=', person).execute();
      expect(await isSameForAll('/booking', cookies)).toBe(true);
    }
  });

  test('on other devices than phones, on other pages, and with a query in the address', async () => {
    const { cookies } = await signInBrowser(participant);
    expect(await isSameForAll('/booking', cookies, { 'sec-ch-ua-mobile': '?1' })).toBe(false);
    expect(await isSameForAll('/booking', cookies, { ...phone, 'sec-ch-ua-mobile': '?0' })).toBe(true);
    expect(await isSameForAll('/booking', cookies, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' })).toBe(true);
    expect(await isSameForAll('/booking?coach=1', cookies)).toBe(true);
    expect(await isSameForAll('/files', cookies)).toBe(true);
  });

  test('if the page needs another call, because the quota is used up', async () => {
    const person = await world.addParticipant();
    const { cookies } = await signInBrowser(person);
    expect(await isSameForAll('/booking', cookies)).toBe(false);
    for (const [quotaNumber, time] of [
      [1, '09:00'],
      [2, '11:00'],
      [3, '13:00'],
    ] as const)
      await world.addAppointment(coach, inDays(12, time), { participant: person, quotaNumber });
    expect(await isSameForAll('/booking', cookies)).toBe(true);
  });

  test('if it cannot be rendered, which the log tells without names', async () => {
    const { logStream, loggedText } = collectLog();
    // The calls of the first page use up the limit of calls.
    const env = { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '0.002' };
    const busyWorld = await openWorld({ webRoot: folder, env, logStream });
    await waitForRenderer(busyWorld);
    const visitor = await busyWorld.addParticipant({ firstName: 'Ayla', lastName: 'Winter' });
    const { cookies } = await signInBrowser(visitor, busyWorld);
    expect(await isSameForAll('/appointments', cookies, phone, busyWorld)).toBe(false);
    expect(await isSameForAll('/appointments', cookies, phone, busyWorld)).toBe(true);
    expect(loggedText()).toContain(
      '"page":"/appointments","fault":"ServerError","msg":"A page could not be rendered."',
    );
    expect(loggedText()).not.toContain('Winter');
    await busyWorld.close();
  });
});
