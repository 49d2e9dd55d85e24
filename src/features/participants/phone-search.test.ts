import { afterAll, describe, expect, test } from 'vitest';
import { inDays, openWorld } from '../../../tests/support/world.ts';
import {
  searchAllParticipants,
  searchOwnParticipants,
  searchParticipant,
  searchParticipantAsAdmin,
} from './contract.ts';

const world = await openWorld();
const coach = await world.addCoach();
const coachSession = await world.signIn(coach);
const adminSession = await world.signIn(await world.addAdmin());
const addCaller = async (firstName: string, phone: string) => {
  const id = await world.addParticipant({ firstName, lastName: 'Ruft' });
  await world.db.updateTable('person').set({ phone }).where('id', '=', id).execute();
  return id;
};
const uli = await addCaller('Uli', '01701234567');
const ben = await addCaller('Ben', '00491711234567');
const cem = await addCaller('Cem', '017012345678');
const dua = await addCaller('Dua', '004366098765');
await world.addAppointment(coach, inDays(5, '10:00'), { participant: uli });
const mailer = await addCaller('Eva', '022155500011');
await world.db.updateTable('person').set({ email: '1234567@test.example' }).where('id', '=', mailer).execute();
afterAll(() => world.close());

const idsOf = (rows: { participantId: number }[] | undefined) => (rows ?? []).map(({ participantId }) => participantId);

describe('an admin finds a participant by telephone number [8.2]', () => {
  test.each([
    ['0170 1234567', [uli, cem]],
    ['+49 170 1234567', [uli, cem]],
    ['0049170/123-45-67', [uli, cem]],
    ['+49 (0)170 12345678', [cem]],
    ['0171 1234567', [ben]],
    ['+43 660 98765', [dua]],
    ['0043 660 98765', [dua]],
    ['345678', [cem]],
    ['98765', [dua]],
    ['0170 1234569', []],
    ['8765', []],
    ['+43 66', []],
    ['Dua 98765', []],
  ])('“%s”', async (searchString, ids) => {
    const full = await world.call(searchAllParticipants, adminSession, { searchString });
    expect(idsOf(full.body.data)).toEqual(ids);
    const picker = await world.call(searchParticipantAsAdmin, adminSession, { searchString, mailbox: true });
    expect(idsOf(picker.body.data)).toEqual(ids);
  });

  test('together with those whose e-mail has these digits, the complete number first', async () => {
    const { body } = await world.call(searchAllParticipants, adminSession, { searchString: '1234567' });
    expect(idsOf(body.data)).toEqual([mailer, ben, cem, uli]);
    const withZero = await world.call(searchAllParticipants, adminSession, { searchString: '01711234567' });
    expect(idsOf(withZero.body.data)).toEqual([ben]);
  });

  test('also one who cannot be chosen in a picker, with the reason', async () => {
    const inactive = await addCaller('Fin', '022155544433');
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', inactive).execute();
    const { body } = await world.call(searchParticipantAsAdmin, adminSession, { searchString: '0221 555444' });
    expect(body.data).toEqual([]);
    expect(body.meta.unchoosable).toMatchObject([{ participantId: inactive, reason: 'inactive' }]);
  });
});

test('a coach finds only their own participants by telephone number [8.1] [8.2]', async () => {
  for (const searchString of ['+49 170 1234567', '34567']) {
    const full = await world.call(searchOwnParticipants, coachSession, { searchString });
    expect(idsOf(full.body.data)).toEqual([uli]);
    const picker = await world.call(searchParticipant, coachSession, { searchString });
    expect(idsOf(picker.body.data)).toEqual([uli]);
  }
  expect(
    idsOf((await world.call(searchParticipant, coachSession, { searchString: '0171 1234567' })).body.data),
  ).toEqual([]);
});
