import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { renewFeed } from '../../calendar-feed/contract.ts';
import { editCoach, listCoaches, makeNewCoach } from '../../coaches/contract.ts';
import { getMails } from '../../mail/contract.ts';
import { changeUserData } from '../../participants/contract.ts';
import { profileForm } from '../../../../tests/support/registration.ts';
import { giveSecrets, mailKinds, secretsOf } from '../../../../tests/support/participants.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { createAdmin } from './admins.steps.ts';
import { login, sessionCheck } from '../contract.ts';

let world: World;
let admin: string;
let next = 1;
beforeAll(async () => {
  world = await openWorld({ sendMails: true });
  admin = await world.signIn(await world.admin());
});
afterAll(() => world.close());

/** An action of an admin that can give somebody another e-mail address, and how to make a person for it. */
interface Action {
  action: string;
  person: (email: string) => Promise<number>;
  give: (person: number, email: string) => Promise<{ body: { meta: { status: string } } }>;
}
const actions: Action[] = [
  {
    action: 'changing the data of a participant',
    person: (email) => world.participant({ email }),
    give: async (participantId, email) =>
      world.call(changeUserData, admin, {
        participantId,
        ...profileForm({ email, firstName: 'Kim', lastName: 'Beispiel' }),
        locationId: await world.location(),
      }),
  },
  {
    action: 'editing a coach',
    person: (email) => world.coach({ email }),
    give: async (id, email) => {
      const { data = [] } = (await world.call(listCoaches, admin)).body;
      return world.call(editCoach, admin, { ...data.find((coach) => coach.id === id), email });
    },
  },
  {
    action: 'making a participant a coach',
    person: (email) => world.participant({ email }),
    give: (participantId, email) =>
      world.call(makeNewCoach, admin, {
        ...{ participantId, email, firstName: 'Kim', lastName: 'Beispiel', gender: 'd' },
        teamsLink: 'https://teams.example/neu',
      }),
  },
];

const oneTime = 'Nur-Einmal-2026!';

/** Somebody with everything that opens an account: session, one-time passwords, trusted device, calendar address. */
async function somebody({ person: make }: Action) {
  const n = next++;
  const [old, fresh] = [`alt${n}@test.example`, `neu${n}@test.example`];
  const person = await make(old);
  const session = await world.signIn(person);
  await giveSecrets(world.db, person);
  const expires_at = new Date(Date.now() + 3_600_000);
  const hash = createHash('sha256').update(oneTime).digest('hex');
  await world.db
    .insertInto('credential')
    .values([
      { person_id: person, kind: 'temporaryPassword', hash, expires_at },
      { person_id: person, kind: 'knownDevice', hash: `device${n}`, expires_at },
    ])
    .execute();
  const feed = (await world.call(renewFeed, session)).body.data?.address ?? '';
  return { person, session, old, fresh, feed: world.address + new URL(feed).pathname };
}

/** The recipients of the sent mails with this subject. */
async function recipients(subject: string): Promise<string[]> {
  const folder = join(world.dataDir, 'mails');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const letters = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return (
    letters
      // A subject with an umlaut has underscores between its words.
      .filter((letter) => letter.replaceAll('_', ' ').includes(subject))
      .map((letter) => /^To: (.*)$/m.exec(letter)?.[1]?.trim() ?? '')
  );
}

describe.each(actions)('another e-mail address by $action [3.15]', (action) => {
  test('ends all access by the old mailbox: sessions, one-time passwords, trusted devices, calendar', async () => {
    const { person, session, fresh, feed } = await somebody(action);
    expect((await fetch(feed)).status).toBe(200);
    expect((await action.give(person, fresh)).body.meta.status).toBe('success');
    expect((await world.call(sessionCheck, session)).body.data).toBeNull();
    expect(await secretsOf(world.db, person)).toBe(0);
    const { body } = await world.call(login, null, { username: fresh, password: oneTime });
    expect(body.meta.code).toBe('loginFailed');
    expect((await fetch(feed)).status).toBe(404);
  });

  test('is announced to the new mailbox and to the old one', async () => {
    const { person, old, fresh } = await somebody(action);
    await action.give(person, fresh);
    await vi.waitFor(
      async () => {
        expect(await recipients('Deine Anmeldung hat eine neue Adresse')).toContain(fresh);
        expect(await recipients('Deine Adresse im Portal wurde')).toContain(old);
      },
      { timeout: 60_000, interval: 50 },
    );
    // Admins see in the list of mails where each one went.
    const { data = [] } = (await world.call(getMails, admin, { person: fresh })).body;
    expect(data.map(({ kind, email }) => [kind, email])).toEqual(
      expect.arrayContaining([
        ['emailChanged', fresh],
        ['emailReplaced', old],
      ]),
    );
  });

  test('is no change if only the case differs: nothing ends, no mail is sent', async () => {
    const { person, old } = await somebody(action);
    const secrets = await secretsOf(world.db, person);
    await action.give(person, old.toUpperCase());
    expect(await secretsOf(world.db, person)).toBe(secrets);
    expect(await mailKinds(world.db, person)).not.toContain('emailChanged');
  });
});

test('an old address that was never confirmed gets no mail', async () => {
  const [action] = actions;
  const { person, fresh } = await somebody(action as Action);
  await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person).execute();
  await action?.give(person, fresh);
  expect(await mailKinds(world.db, person)).toEqual(['confirmation']);
});

test('a calendar that somebody shared as a participant does not show what they do as a coach', async () => {
  const [, , action] = actions;
  const { person, old, feed } = await somebody(action as Action);
  await action?.give(person, old);
  expect((await fetch(feed)).status).toBe(404);
});

test('a coach who is set inactive loses one-time passwords and trusted devices for good', async () => {
  const coach = await world.coach();
  await giveSecrets(world.db, coach);
  const { data = [] } = (await world.call(listCoaches, admin)).body;
  await world.call(editCoach, admin, { ...data.find(({ id }) => id === coach), active: 0 });
  expect(await secretsOf(world.db, coach)).toBe(0);
});

test('a new one-time password at the command line ends the sessions of the previous one', async () => {
  const about = { email: 'leitung@test.example', firstName: 'Lea', lastName: 'Leitung', gender: 'f' } as const;
  const first = await createAdmin(world.db, about);
  const { body } = await world.call(login, null, { username: about.email, password: first.password });
  expect(body.data?.resetPassword).toBe(1);
  await createAdmin(world.db, about);
  expect((await world.call(sessionCheck, body.data?.sessionId ?? '')).body.data).toBeNull();
});
