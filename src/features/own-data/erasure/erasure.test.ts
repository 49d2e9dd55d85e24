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
import { dueDayOf } from './rules.ts';

let world: World;
let admin: number;
let adminSession: string;
let participant: number;
let session: string;
beforeAll(async () => {
  world = await openWorld({ runsJobs: true, env: { RATE_LIMIT_FACTOR: '1' } });
  admin = await world.addAdmin();
  adminSession = await world.signIn(admin);
});
beforeEach(async () => {
  participant = await world.addParticipant({ firstName: 'Frida', lastName: 'Fort' });
  session = await world.signIn(participant);
});
afterAll(() => world.close());

const listMailKindsTo = async (person: number) =>
  (
    await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).orderBy('created_at').execute()
  ).map(({ kind }) => kind);
const getOwnRequest = async () => (await world.call(getErasureRequest, session)).body.data;
const listOpenRequests = async () =>
  ((await world.call(getErasureRequests, adminSession)).body.data ?? []).filter(
    (request) => request.participantId === participant,
  );

describe('requesting erasure [13.4]', () => {
  test('opens one request, notifies the person and the team, and is logged', async () => {
    const mailCountBefore = (await listMailKindsTo(admin)).length;
    const { body } = await world.call(requestErasure, session, { reason: 'Ich habe\neine Stelle.' });
    expect(body.meta).toEqual({ status: 'success' });
    const { requestedAt = '', due } = body.data ?? {};
    expect(due).toBe(dueDayOf(new Date(requestedAt)));
    expect(await getOwnRequest()).toEqual({ requestedAt, due, reason: 'Ich habe\neine Stelle.', answer: null });
    expect(await listMailKindsTo(participant)).toEqual(['erasureRequested']);
    expect((await listMailKindsTo(admin)).slice(mailCountBefore)).toEqual(['erasureToAnswer']);
    const entries = world.db.selectFrom('audit').select(['actor_id', 'action']).where('person_id', '=', participant);
    expect(await entries.execute()).toEqual([{ actor_id: participant, action: 'erasureRequested' }]);
  });

  test('changes nothing while another request is open', async () => {
    const firstRequest = (await world.call(requestErasure, session, { reason: 'Erster' })).body.data;
    expect((await world.call(requestErasure, session)).body.data).toEqual(firstRequest);
    expect(await getOwnRequest()).toMatchObject({ reason: 'Erster' });
    expect(await listMailKindsTo(participant)).toEqual(['erasureRequested']);
  });

  test('ten times at the same time opens only one request and sends only one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.call(requestErasure, session)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await listOpenRequests()).toHaveLength(1);
    expect(await listMailKindsTo(participant)).toEqual(['erasureRequested']);
  });

  test('is possible again after the request was withdrawn', async () => {
    await world.call(requestErasure, session);
    expect((await world.call(withdrawErasure, session)).body.meta.status).toBe('success');
    expect((await world.call(withdrawErasure, session)).body.meta.status).toBe('success');
    expect(await getOwnRequest()).toBeNull();
    expect(await listOpenRequests()).toEqual([]);
    expect(await listMailKindsTo(participant)).toEqual(['erasureRequested', 'erasureWithdrawn']);
    await world.call(requestErasure, session);
    expect(await listOpenRequests()).toHaveLength(1);
  });

  test('sends the team at most three mails a day about one person', async () => {
    const mailCountBefore = (await listMailKindsTo(admin)).length;
    for (let attempt = 0; attempt < 4; attempt++) {
      await world.call(requestErasure, session);
      await world.call(withdrawErasure, session);
    }
    expect((await world.call(requestErasure, session)).body.meta.status).toBe('success');
    expect((await listMailKindsTo(admin)).length - mailCountBefore).toBe(3);
    expect(await listOpenRequests()).toHaveLength(1);
  });

  test('accepts a reason of at most 1,000 characters', async () => {
    expect((await world.call(requestErasure, session, { reason: 'x'.repeat(1001) })).status).toBe(400);
    expect((await world.call(requestErasure, session, { reason: 'x'.repeat(1000) })).body.meta.status).toBe('success');
  });

  test('is refused for an admin without a participant profile', async () => {
    for (const call of [requestErasure, withdrawErasure])
      expect((await world.call(call, adminSession)).body.meta.code).toBe('noParticipantProfile');
    expect((await world.call(getErasureRequest, adminSession)).body.data).toBeNull();
  });
});

describe('answering a request [13.5]', () => {
  const close = (reason: string | null, participantId = participant) =>
    world.call(closeErasureRequest, adminSession, { participantId, reason });

  test('admins see open requests with names, reasons and due days, the oldest first', async () => {
    const { body } = await world.call(requestErasure, session, { reason: 'Umzug' });
    const secondParticipant = await world.addParticipant();
    await world.call(requestErasure, await world.signIn(secondParticipant));
    const requests = (await world.call(getErasureRequests, adminSession)).body.data ?? [];
    expect(requests.slice(-2)).toEqual([
      expect.objectContaining({ participantId: participant, fullName: 'Frida Fort', ...body.data, reason: 'Umzug' }),
      expect.objectContaining({ participantId: secondParticipant, reason: '' }),
    ]);
    const instants = requests.map(({ requestedAt }) => requestedAt);
    expect(instants).toEqual(instants.toSorted());
  });

  test('closing a request mails the reason and shows it to the person, who may make another request', async () => {
    await world.call(requestErasure, session);
    const reason = 'Der Förderträger prüft noch.\nDie Nachweise müssen so lange bleiben.';
    expect((await close(reason)).body.meta.status).toBe('success');
    expect(await listOpenRequests()).toEqual([]);
    expect(await getOwnRequest()).toMatchObject({ answer: { reason } });
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
    expect(await getOwnRequest()).toMatchObject({ answer: null });
  });

  test('closing a request twice sends one mail; without a request the answer is 404', async () => {
    expect((await close('Nein')).status).toBe(404);
    await world.call(requestErasure, session);
    await close('Nein');
    expect((await close('Noch einmal')).body.meta.status).toBe('success');
    expect(await getOwnRequest()).toMatchObject({ answer: { reason: 'Nein' } });
    expect((await listMailKindsTo(participant)).filter((kind) => kind === 'erasureAnswered')).toHaveLength(1);
    expect((await close('Nein', 99_999_999)).status).toBe(404);
  });

  test.each(['', '   ', null])('closing a request needs a reason: %j is refused', async (reason) => {
    await world.call(requestErasure, session);
    const { body } = await close(reason);
    expect(body.meta.code).toBe('invalid');
    expect(body.errors).toEqual([{ path: 'reason', message: 'Bitte gib den Grund an' }]);
    expect(await listOpenRequests()).toHaveLength(1);
    expect((await close(reason, 99_999_999)).status).toBe(404);
  });

  test('admins see the disabled admins who are not anonymised yet, and no active admins [8.9]', async () => {
    const formerAdmin = await world.addAdmin({
      firstName: 'Ada',
      lastName: 'Früher',
      email: 'ada.frueher@test.example',
    });
    const listFormerAdmins = async () => (await world.call(getErasureRequests, adminSession)).body.meta.formerAdmins;
    expect(await listFormerAdmins()).toEqual([]);
    await disableAdmin(world.db, 'ada.frueher@test.example');
    expect(await listFormerAdmins()).toEqual([
      { participantId: formerAdmin, fullName: 'Ada Früher', email: 'ada.frueher@test.example' },
    ]);
    expect((await world.call(anonymizeUserData, adminSession, { participantId: formerAdmin })).body.status).toBe(
      'success',
    );
    expect(await listFormerAdmins()).toEqual([]);
  });

  test('anonymising the person ends the request', async () => {
    await world.call(requestErasure, session);
    await world.call(changeActiveStatus, adminSession, { participantId: participant, participantStatus: 1 });
    expect(await listOpenRequests()).toHaveLength(1);
    expect((await world.call(anonymizeUserData, adminSession, { participantId: participant })).body.status).toBe(
      'success',
    );
    expect(await listOpenRequests()).toEqual([]);
    expect((await close('Nein')).status).toBe(404);
  });
});
