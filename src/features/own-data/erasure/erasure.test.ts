import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { disableAdmin } from '../../accounts/access/admins.steps.ts';
import { anonymizeUserData, changeActiveStatus } from '../../participants/contract.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import {
  closeErasureRequest,
  getErasureRequest,
  getErasureRequests,
  requestErasure,
  withdrawErasure,
} from './contract.ts';
import { dueOn } from './rules.ts';

let world: World;
let admin: number;
let adminSession: string;
let participant: number;
let session: string;
beforeAll(async () => {
  world = await openWorld({ sendMails: true, env: { RATE_LIMIT_FACTOR: '1' } });
  admin = await world.admin();
  adminSession = await world.signIn(admin);
});
beforeEach(async () => {
  participant = await world.participant({ firstName: 'Frida', lastName: 'Fort' });
  session = await world.signIn(participant);
});
afterAll(() => world.close());

const kindsTo = async (person: number) =>
  (
    await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).orderBy('created_at').execute()
  ).map(({ kind }) => kind);
const mine = async () => (await world.call(getErasureRequest, session)).body.data;
const open = async () =>
  ((await world.call(getErasureRequests, adminSession)).body.data ?? []).filter(
    (request) => request.participantId === participant,
  );

describe('a request is due a month later, or on that month’s last day [13.5]', () => {
  test.each([
    ['2026-01-15T12:00:00Z', '2026-02-15'],
    ['2026-01-31T12:00:00Z', '2026-02-28'],
    ['2028-01-30T12:00:00Z', '2028-02-29'],
    ['2026-12-31T12:00:00Z', '2027-01-31'],
    ['2026-08-31T12:00:00Z', '2026-09-30'],
    // Already the next day in Berlin.
    ['2026-03-30T23:30:00Z', '2026-04-30'],
  ])('%s: %s', (requestedAt, due) => expect(dueOn(new Date(requestedAt))).toBe(due));
});

describe('asking to be erased [13.4]', () => {
  test('opens one request, tells the person and the team, and is logged', async () => {
    const before = (await kindsTo(admin)).length;
    const { body } = await world.call(requestErasure, session, { reason: 'Ich habe\neine Stelle.' });
    expect(body.meta).toEqual({ status: 'success' });
    const { requestedAt = '', due } = body.data ?? {};
    expect(due).toBe(dueOn(new Date(requestedAt)));
    expect(await mine()).toEqual({ requestedAt, due, reason: 'Ich habe\neine Stelle.', answer: null });
    expect(await kindsTo(participant)).toEqual(['erasureRequested']);
    expect((await kindsTo(admin)).slice(before)).toEqual(['erasureToAnswer']);
    const entries = world.db.selectFrom('audit').select(['actor_id', 'action']).where('person_id', '=', participant);
    expect(await entries.execute()).toEqual([{ actor_id: participant, action: 'erasureRequested' }]);
  });

  test('again changes nothing while the request is open', async () => {
    const first = (await world.call(requestErasure, session, { reason: 'Erster' })).body.data;
    expect((await world.call(requestErasure, session)).body.data).toEqual(first);
    expect(await mine()).toMatchObject({ reason: 'Erster' });
    expect(await kindsTo(participant)).toEqual(['erasureRequested']);
  });

  test('ten times at once opens one request and mails it once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.call(requestErasure, session)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await open()).toHaveLength(1);
    expect(await kindsTo(participant)).toEqual(['erasureRequested']);
  });

  test('can be taken back, and asked again', async () => {
    await world.call(requestErasure, session);
    expect((await world.call(withdrawErasure, session)).body.meta.status).toBe('success');
    expect((await world.call(withdrawErasure, session)).body.meta.status).toBe('success');
    expect(await mine()).toBeNull();
    expect(await open()).toEqual([]);
    expect(await kindsTo(participant)).toEqual(['erasureRequested', 'erasureWithdrawn']);
    await world.call(requestErasure, session);
    expect(await open()).toHaveLength(1);
  });

  test('mails the team at most three times a day for one person', async () => {
    const before = (await kindsTo(admin)).length;
    for (let round = 0; round < 4; round++) {
      await world.call(requestErasure, session);
      await world.call(withdrawErasure, session);
    }
    expect((await world.call(requestErasure, session)).body.meta.status).toBe('success');
    expect((await kindsTo(admin)).length - before).toBe(3);
    expect(await open()).toHaveLength(1);
  });

  test('takes at most 1,000 characters', async () => {
    expect((await world.call(requestErasure, session, { reason: 'x'.repeat(1001) })).status).toBe(400);
    expect((await world.call(requestErasure, session, { reason: 'x'.repeat(1000) })).body.meta.status).toBe('success');
  });

  test('is nothing for an admin without a participant’s record', async () => {
    for (const call of [requestErasure, withdrawErasure])
      expect((await world.call(call, adminSession)).body.meta.code).toBe('noParticipantProfile');
    expect((await world.call(getErasureRequest, adminSession)).body.data).toBeNull();
  });
});

describe('answering a request [13.5]', () => {
  const close = (reason: string | null, participantId = participant) =>
    world.call(closeErasureRequest, adminSession, { participantId, reason });

  test('admins see open requests with name, reason and due day, the oldest first', async () => {
    const { body } = await world.call(requestErasure, session, { reason: 'Umzug' });
    const later = await world.participant();
    await world.call(requestErasure, await world.signIn(later));
    const all = (await world.call(getErasureRequests, adminSession)).body.data ?? [];
    expect(all.slice(-2)).toEqual([
      expect.objectContaining({ participantId: participant, fullName: 'Frida Fort', ...body.data, reason: 'Umzug' }),
      expect.objectContaining({ participantId: later, reason: '' }),
    ]);
    expect(all.map(({ requestedAt }) => requestedAt)).toEqual(all.map(({ requestedAt }) => requestedAt).sort());
  });

  test('closing mails the reason and shows it to the person, who may ask again', async () => {
    await world.call(requestErasure, session);
    const reason = 'Der Förderträger prüft noch.\nDie Nachweise müssen so lange bleiben.';
    expect((await close(reason)).body.meta.status).toBe('success');
    expect(await open()).toEqual([]);
    expect(await mine()).toMatchObject({ answer: { reason } });
    const { id } = await world.db
      .selectFrom('mail')
      .select('id')
      .where('person_id', '=', participant)
      .where('kind', '=', 'erasureAnswered')
      .executeTakeFirstOrThrow();
    const file = join(world.dataDir, 'mails', `${id}.eml`);
    await vi.waitFor(async () => expect(await readdir(join(world.dataDir, 'mails'))).toContain(`${id}.eml`), 60_000);
    const { text } = await PostalMime.parse(await readFile(file));
    expect(text).toContain('Der Förderträger prüft noch.');
    expect(text).toContain('Die Nachweise müssen so lange bleiben.');
    await world.call(requestErasure, session);
    expect(await mine()).toMatchObject({ answer: null });
  });

  test('closing twice mails once; without any request it is not found', async () => {
    expect((await close('Nein')).status).toBe(404);
    await world.call(requestErasure, session);
    await close('Nein');
    expect((await close('Noch einmal')).body.meta.status).toBe('success');
    expect(await mine()).toMatchObject({ answer: { reason: 'Nein' } });
    expect((await kindsTo(participant)).filter((kind) => kind === 'erasureAnswered')).toHaveLength(1);
    expect((await close('Nein', 99_999_999)).status).toBe(404);
  });

  test.each(['', '   ', null])('a reason is needed, %j is none', async (reason) => {
    await world.call(requestErasure, session);
    const { body } = await close(reason);
    expect(body.meta.code).toBe('invalid');
    expect(body.errors).toEqual([{ path: 'reason', message: 'Bitte gib den Grund an' }]);
    expect(await open()).toHaveLength(1);
    expect((await close(reason, 99_999_999)).status).toBe(404);
  });

  test('admins see admins out of service, until they are anonymised; nobody in service [8.9]', async () => {
    const former = await world.admin({ firstName: 'Ada', lastName: 'Früher', email: 'ada.frueher@test.example' });
    const listed = async () => (await world.call(getErasureRequests, adminSession)).body.meta.formerAdmins;
    expect(await listed()).toEqual([]);
    await disableAdmin(world.db, 'ada.frueher@test.example');
    expect(await listed()).toEqual([
      { participantId: former, fullName: 'Ada Früher', email: 'ada.frueher@test.example' },
    ]);
    expect((await world.call(anonymizeUserData, adminSession, { participantId: former })).body.status).toBe('success');
    expect(await listed()).toEqual([]);
  });

  test('anonymising the person ends it', async () => {
    await world.call(requestErasure, session);
    await world.call(changeActiveStatus, adminSession, { participantId: participant, participantStatus: 1 });
    expect(await open()).toHaveLength(1);
    expect((await world.call(anonymizeUserData, adminSession, { participantId: participant })).body.status).toBe(
      'success',
    );
    expect(await open()).toEqual([]);
    expect((await close('Nein')).status).toBe(404);
  });
});
