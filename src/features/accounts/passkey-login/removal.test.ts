import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasskey, readOutcome, signInWithPasskey } from '../../../../tests/support/passkeys.ts';
import { createProfileForm } from '../../../../tests/support/registration.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { editCoach, listCoaches, makeNewCoach } from '../../coaches/contract.ts';
import {
  anonymizeUserData,
  changeActiveStatus,
  changeUserData,
  setDefaultPassword,
} from '../../participants/contract.ts';
import { disableAdmin } from '../access/admins.steps.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

const countPasskeys = async (person: number) =>
  (await world.db.selectFrom('passkey').select('id').where('person_id', '=', person).execute()).length;
const inactivate = (participantId: number, participantStatus: 0 | 1) =>
  world.call(changeActiveStatus, adminSession, { participantId, participantStatus });
const editWith = async (id: number, changes: object) => {
  const { data = [] } = (await world.call(listCoaches, adminSession)).body;
  return world.call(editCoach, adminSession, { ...data.find((coach) => coach.id === id), ...changes });
};

test.each<{ action: string; addPerson: () => Promise<number>; act: (person: number) => Promise<unknown> }>([
  {
    action: 'an admin sets the default password',
    addPerson: () => world.addParticipant(),
    act: (userId) => world.call(setDefaultPassword, adminSession, { userId }),
  },
  {
    action: 'a participant becomes a coach',
    addPerson: () => world.addParticipant({ email: 'bald-coach@test.example' }),
    act: (participantId) =>
      world.call(makeNewCoach, adminSession, {
        participantId,
        email: 'bald-coach@test.example',
        firstName: 'Kim',
        lastName: 'Beispiel',
        gender: 'd',
        teamsLink: 'https://teams.example/neu',
      }),
  },
  { action: 'a participant is inactivated', addPerson: () => world.addParticipant(), act: (id) => inactivate(id, 1) },
  { action: 'a coach is inactivated', addPerson: () => world.addCoach(), act: (id) => editWith(id, { active: 0 }) },
  {
    action: 'an admin is disabled',
    addPerson: () => world.addAdmin({ email: 'bald-weg@test.example' }),
    act: () => disableAdmin(world.app.db, 'bald-weg@test.example'),
  },
])('all passkeys are removed when $action [3.16]', async ({ addPerson, act }) => {
  const person = await addPerson();
  const { authenticator } = await createPasskey(world, person);
  await createPasskey(world, person);
  expect(await countPasskeys(person)).toBe(2);
  await act(person);
  expect(await countPasskeys(person)).toBe(0);
  expect(await readOutcome(signInWithPasskey(world, authenticator))).toBe('passkeyInvalid');
});

test('erasing a person leaves neither passkeys nor their names [3.16]', async () => {
  const person = await world.addParticipant();
  await createPasskey(world, person, {}, 'Kims Telefon');
  await inactivate(person, 1);
  await world.call(anonymizeUserData, adminSession, { participantId: person });
  expect(await countPasskeys(person)).toBe(0);
  const mails = await world.db.selectFrom('mail').select('passkey_name').where('person_id', '=', person).execute();
  expect(mails.filter(({ passkey_name: name }) => name !== null)).toEqual([]);
});

test('passkeys stay when an admin changes the e-mail address, as the password does [3.16]', async () => {
  const participantId = await world.addParticipant();
  const { authenticator } = await createPasskey(world, participantId);
  const profile = createProfileForm({ email: 'neue-adresse@test.example', firstName: 'Kim', lastName: 'Beispiel' });
  await world.call(changeUserData, adminSession, {
    participantId,
    ...profile,
    locationId: await world.addLocation(),
  });
  const { body } = await signInWithPasskey(world, authenticator);
  expect(body.data).toMatchObject({ email: 'neue-adresse@test.example' });
});
