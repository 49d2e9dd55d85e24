import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { renewFeed } from '../../calendar-feed/contract.ts';
import { editCoach, listCoaches, makeNewCoach } from '../../coaches/contract.ts';
import { getMails } from '../../mail/contract.ts';
import { changeUserData } from '../../participants/contract.ts';
import { createProfileForm } from '../../../../tests/support/registration.ts';
import { addOneTimePasswords, readMailKinds, countOneTimePasswords } from '../../../../tests/support/participants.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { createAdmin } from './admins.steps.ts';
import { login, checkSession } from '../contract.ts';

let world: World;
let adminSession: string;
let nextNumber = 1;
beforeAll(async () => {
  world = await openWorld({ runsJobs: true });
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

/** An admin's action that can change a person's e-mail address. */
interface EmailChange {
  action: string;
  createPerson: (email: string) => Promise<number>;
  changeEmail: (person: number, email: string) => Promise<{ body: { meta: { status: string } } }>;
}
const emailChanges: EmailChange[] = [
  {
    action: 'changing the data of a participant',
    createPerson: (email) => world.addParticipant({ email }),
    changeEmail: async (participantId, email) =>
      world.call(changeUserData, adminSession, {
        participantId,
        ...createProfileForm({ email, firstName: 'Kim', lastName: 'Beispiel' }),
        locationId: await world.addLocation(),
      }),
  },
  {
    action: 'editing a coach',
    createPerson: (email) => world.addCoach({ email }),
    changeEmail: async (id, email) => {
      const { data = [] } = (await world.call(listCoaches, adminSession)).body;
      return world.call(editCoach, adminSession, { ...data.find((coach) => coach.id === id), email });
    },
  },
  {
    action: 'making a participant a coach',
    createPerson: (email) => world.addParticipant({ email }),
    changeEmail: (participantId, email) =>
      world.call(makeNewCoach, adminSession, {
        participantId,
        email,
        firstName: 'Kim',
        lastName: 'Beispiel',
        gender: 'd',
        teamsLink: 'https://teams.example/neu',
      }),
  },
];

const oneTimePassword = 'Nur-Einmal-2026!';

/** Creates a person with every kind of access: session, one-time passwords, trusted device, calendar address. */
async function createPersonWithAccess({ createPerson }: EmailChange) {
  const n = nextNumber++;
  const [oldEmail, newEmail] = [`alt${n}@test.example`, `neu${n}@test.example`];
  const person = await createPerson(oldEmail);
  const session = await world.signIn(person);
  await addOneTimePasswords(world.db, person);
  const expires_at = new Date(Date.now() + 3_600_000);
  const hash = createHash('sha256').update(oneTimePassword).digest('hex');
  await world.db
    .insertInto('credential')
    .values([
      { person_id: person, kind: 'temporaryPassword', hash, expires_at },
      { person_id: person, kind: 'knownDevice', hash: `device${n}`, expires_at },
    ])
    .execute();
  const feed = (await world.call(renewFeed, session)).body.data?.address ?? '';
  return { person, session, oldEmail, newEmail, feed: world.address + new URL(feed).pathname };
}

/** Returns the recipients of the sent mails with this subject. */
async function readRecipients(subject: string): Promise<string[]> {
  const folder = join(world.dataDir, 'mails');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return (
    mails
      // An encoded subject, for example one with an umlaut, has underscores between its words.
      .filter((mail) => mail.replaceAll('_', ' ').includes(subject))
      .map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? '')
  );
}

describe.each(emailChanges)('a new e-mail address, set by $action [3.15]', (emailChange) => {
  test('ends all access of the old mailbox: sessions, one-time passwords, trusted devices, calendar', async () => {
    const { person, session, newEmail, feed } = await createPersonWithAccess(emailChange);
    expect((await fetch(feed)).status).toBe(200);
    expect((await emailChange.changeEmail(person, newEmail)).body.meta.status).toBe('success');
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await countOneTimePasswords(world.db, person)).toBe(0);
    const { body } = await world.call(login, null, { username: newEmail, password: oneTimePassword });
    expect(body.meta.code).toBe('loginFailed');
    expect((await fetch(feed)).status).toBe(404);
  });

  test('is announced by mail to the new and to the old mailbox', async () => {
    const { person, oldEmail, newEmail } = await createPersonWithAccess(emailChange);
    await emailChange.changeEmail(person, newEmail);
    await vi.waitFor(
      async () => {
        expect(await readRecipients('Deine Anmeldung hat eine neue Adresse')).toContain(newEmail);
        expect(await readRecipients('Deine Adresse im Portal wurde')).toContain(oldEmail);
      },
      { timeout: 60_000, interval: 50 },
    );
    // In the list of mails, admins see the address to which each mail was sent.
    const { data = [] } = (await world.call(getMails, adminSession, { person: newEmail })).body;
    expect(data.map(({ kind, email }) => [kind, email])).toEqual(
      expect.arrayContaining([
        ['emailChanged', newEmail],
        ['emailReplaced', oldEmail],
      ]),
    );
  });

  test('ends no access and sends no mail if it differs only in case', async () => {
    const { person, oldEmail } = await createPersonWithAccess(emailChange);
    const passwordCount = await countOneTimePasswords(world.db, person);
    await emailChange.changeEmail(person, oldEmail.toUpperCase());
    expect(await countOneTimePasswords(world.db, person)).toBe(passwordCount);
    expect(await readMailKinds(world.db, person)).not.toContain('emailChanged');
  });
});

test('an old address that was never confirmed gets no mail', async () => {
  const [participantChange] = emailChanges;
  const { person, newEmail } = await createPersonWithAccess(participantChange as EmailChange);
  await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person).execute();
  await participantChange?.changeEmail(person, newEmail);
  expect(await readMailKinds(world.db, person)).toEqual(['confirmation']);
});

test('the calendar address of a participant becomes invalid when they become a coach', async () => {
  const [, , coachPromotion] = emailChanges;
  const { person, oldEmail, feed } = await createPersonWithAccess(coachPromotion as EmailChange);
  await coachPromotion?.changeEmail(person, oldEmail);
  expect((await fetch(feed)).status).toBe(404);
});

test('deactivating a coach deletes their one-time passwords and trusted devices', async () => {
  const coach = await world.addCoach();
  await addOneTimePasswords(world.db, coach);
  const { data = [] } = (await world.call(listCoaches, adminSession)).body;
  await world.call(editCoach, adminSession, { ...data.find(({ id }) => id === coach), active: 0 });
  expect(await countOneTimePasswords(world.db, coach)).toBe(0);
});

test('a new one-time password from the command line ends the sessions of the previous one', async () => {
  const newAdmin = { email: 'leitung@test.example', firstName: 'Lea', lastName: 'Leitung', gender: 'f' } as const;
  const createdAdmin = await createAdmin(world.db, newAdmin);
  const { body } = await world.call(login, null, { username: newAdmin.email, password: createdAdmin.password });
  expect(body.data?.resetPassword).toBe(1);
  await createAdmin(world.db, newAdmin);
  expect((await world.call(checkSession, body.data?.sessionId ?? '')).body.data).toBeNull();
});
