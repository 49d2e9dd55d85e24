import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addKnownPeople,
  openInvitingWorld,
  readInvited,
  type InvitingWorld,
} from '../../../../tests/support/inviting.ts';
import { createCredential, createRegistrationForm } from '../../../../tests/support/registration.ts';
import type { World } from '../../../../tests/support/world.ts';
import { login, needNewPassword } from '../contract.ts';
import { setNewPassword } from '../passwords/contract.ts';
import { confirmRegistration, submitRegistration } from '../registration/contract.ts';
import { inviteParticipant } from './contract.ts';

let inviting: InvitingWorld;
let world: World;
let location: number;
let adminId: number;
let admin: string;
beforeAll(async () => {
  inviting = await openInvitingWorld();
  ({ world, location, adminId, admin } = inviting);
});
afterAll(() => world.close());

let nextNumber = 1;
const newEmail = () => `eingeladen${nextNumber++}@test.example`;

function invitationOf(email: string, changes: Record<string, unknown> = {}) {
  const { repeatEmail: _, ...form } = createRegistrationForm(email, location, changes);
  return form;
}

const invite = (email: string, changes: Record<string, unknown> = {}) =>
  world.call(inviteParticipant, admin, invitationOf(email, changes));

const mailsTo = async (person: number) =>
  (await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute()).map(({ kind }) => kind);

describe('inviting a participant [3.17]', () => {
  test('creates an unconfirmed account without a password, mails the invitation and is logged', async () => {
    const email = newEmail();
    const { body } = await invite(email);
    const participant = body.data?.participantId ?? 0;
    expect(body.meta).toEqual({ status: 'success' });
    expect(await readInvited(world, [participant])).toEqual({
      people: [
        {
          ...{ email, phone: '0221123456', gender: 'f', confirmed_at: null, password_hash: null },
          ...{ role_id: 1, location_id: location },
        },
      ],
      mails: [{ kind: 'invitation', person_id: participant }],
      entries: [{ actor_id: adminId, action: 'invited', person_id: participant }],
    });
  });

  test('lets the person confirm, choose the first password and sign in, as after a registration', async () => {
    const email = newEmail();
    const participant = (await invite(email)).body.data?.participantId ?? 0;
    const token = await createCredential(world.db, participant, 'confirmation');
    const { body } = await world.call(confirmRegistration, null, { token });
    expect(body.data).toMatchObject({ email, firstPassword: 1, resetPassword: 1 });
    const password = 'Sommer-Wiese-2026!';
    const sessionId = body.data?.sessionId ?? null;
    expect((await world.call(setNewPassword, sessionId, { newPassword: password })).body.meta.status).toBe('success');
    expect((await world.call(login, null, { username: email, password })).body.meta.status).toBe('success');
  });

  test('mails the invitation again on request, and the link of a registration once the person has registered', async () => {
    const email = newEmail();
    const participant = (await invite(email)).body.data?.participantId ?? 0;
    await world.call(needNewPassword, null, { email });
    expect(await mailsTo(participant)).toEqual(['invitation', 'invitation']);
    await world.call(submitRegistration, null, createRegistrationForm(email, location));
    await world.call(needNewPassword, null, { email });
    expect((await mailsTo(participant)).sort()).toEqual(['confirmation', 'confirmation', 'invitation', 'invitation']);
  });

  test.each([
    ['firstName', { firstName: ' ' }, 'Bitte gib deinen Vornamen ein'],
    ['email', { email: 'kein-at.example' }, 'Bitte gib eine gültige Email Adresse ein'],
    ['location', { location: { label: 'Atlantis', value: 999_999_999_999 } }, 'Bitte wähle einen Standort aus'],
    ['endOfQualification', { endOfQualification: '' }, 'Bitte gib ein Enddatum ein'],
  ])('refuses the field %s as a registration does, and only that field', async (path, changes, message) => {
    const { status, body } = await invite(newEmail(), changes);
    expect({ status, code: body.meta.code, errors: body.errors }).toEqual({
      ...{ status: 200, code: 'invalid' },
      errors: [{ path, message }],
    });
  });

  test('refuses every known address, confirmed or not, of whatever role and even inactive, and mails nobody', async () => {
    const known = await addKnownPeople(inviting, newEmail);
    const countMails = () =>
      world.db
        .selectFrom('mail')
        .select((e) => e.fn.countAll<string>().as('n'))
        .execute();
    const mailsBefore = await countMails();
    for (const email of known) {
      const { status, body } = await invite(email, { firstName: 'Ersetzt' });
      expect({ status, code: body.meta.code }, email).toEqual({ status: 200, code: 'emailAlreadyExists' });
    }
    expect(await countMails()).toEqual(mailsBefore);
    const replaced = await world.db.selectFrom('person').select('id').where('first_name', '=', 'Ersetzt').execute();
    expect(replaced).toEqual([]);
  });

  test('at the same time as other invitations and a registration of the address leaves one account', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newEmail();
      const [registration, ...invitations] = await Promise.all([
        world.call(submitRegistration, null, createRegistrationForm(email, location)),
        ...Array.from({ length: 4 }, () => invite(email)),
      ]);
      expect(registration.body.meta.status).toBe('success');
      const invited = invitations.filter(({ body }) => body.meta.status === 'success');
      expect(invited.length).toBeLessThanOrEqual(1);
      for (const { body } of invitations)
        if (body.meta.status !== 'success') expect(body.meta.code).toBe('emailAlreadyExists');
      const people = await world.db.selectFrom('person').select('id').where('email', '=', email).execute();
      expect(people).toHaveLength(1);
      const mails = await mailsTo(people[0]?.id ?? 0);
      expect(mails.filter((kind) => kind === 'confirmation')).toHaveLength(1);
      expect(mails.filter((kind) => kind === 'invitation')).toHaveLength(invited.length);
    }
  });
});
