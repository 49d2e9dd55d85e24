import { afterAll, describe, expect, test } from 'vitest';
import { openWorldWithNames } from '../../../tests/support/names.ts';
import { inDays } from '../../../tests/support/world.ts';
import { searchParticipant, searchParticipantAsAdmin } from './contract.ts';

const { world, coach, coachSession, adminSession, people, idsOf, keysOf } = await openWorldWithNames();
afterAll(() => world.close());

describe('a coach’s picker for a new appointment', () => {
  const pick = async (searchString: string) =>
    (await world.call(searchParticipant, coachSession, { searchString })).body;

  test('finds own participants by any part of the name or e-mail, others only by their complete e-mail [8.1]', async () => {
    expect(keysOf((await pick('üden')).data)).toEqual(['mueller']);
    expect(keysOf((await pick('Anna M')).data)).toEqual([]);
    expect(keysOf((await pick('muller@test')).data)).toEqual([]);
    expect((await pick('Muller@Test.example')).data).toEqual([
      { participantId: people['muller'], fullName: 'Anna Muller', email: 'muller@test.example' },
    ]);
  });

  test.each([
    ['Eva Koch (geb. Schmidt)', ['born']],
    ['Koch)', ['born', 'called']],
    ['(Evi) Koch', ['called']],
    ['Anna - Weber', ['hyphen']],
    ['%%', []],
    ['__', []],
    ['()', []],
    ['a_b%', ['hyphen']],
  ])('accepts a name as it is displayed: “%s” finds %j', async (searchString, keys) => {
    expect(new Set(keysOf((await pick(searchString)).data))).toEqual(new Set(keys));
  });

  test('requires two letters and lists at most 20 own participants [8.1]', async () => {
    expect((await pick('m')).meta.code).toBe('invalid');
    for (let number = 0; number < 25; number++) {
      const id = await world.addParticipant({ firstName: 'Viele', lastName: `Gleiche${number}` });
      await world.addAppointment(coach, inDays(30 + number, '12:00'), { participant: id });
    }
    expect((await pick('viele')).data).toHaveLength(20);
  });
});

describe('an admin’s picker', () => {
  const pick = async (searchString: string) =>
    (await world.call(searchParticipantAsAdmin, adminSession, { searchString })).body;

  test('finds every active participant by words of the name or a part of the e-mail [8.1]', async () => {
    expect((await pick('Muller anna')).data).toEqual([
      { participantId: people['muller'], firstName: 'Anna', lastName: 'Muller', email: 'muller@test.example' },
    ]);
    expect(keysOf((await pick('ahin@')).data)).toEqual(['sahin']);
    const inactive_at = new Date();
    const leaver = await world.addParticipant({ firstName: 'Fort', lastName: 'Gegangen' });
    expect(idsOf((await pick('Gegangen')).data)).toEqual([leaver]);
    await world.db.updateTable('person').set({ inactive_at }).where('id', '=', leaver).execute();
    expect((await pick('Gegangen')).data).toEqual([]);
  });

  test('with `mailbox` finds nobody by the part of an e-mail after the @, unless the search has an @ [8.1]', async () => {
    const pickByMailbox = async (searchString: string) =>
      (await world.call(searchParticipantAsAdmin, adminSession, { searchString, mailbox: true })).body;
    await world.addParticipant({ lastName: 'Testmann', email: 'erika@test.example' });
    await world.addCoach({ lastName: 'Ohne', email: 'ohne@test.example' });
    expect((await pick('test')).data?.length).toBeGreaterThan(1);
    const { data, meta } = await pickByMailbox('test');
    expect(data?.map(({ lastName }) => lastName)).toEqual(['Testmann']);
    expect(meta.unchoosable).toEqual([]);
    expect((await pickByMailbox('erika@test')).data).toHaveLength(1);
    expect((await pickByMailbox('erik')).data).toHaveLength(1);
  });

  test('requires two letters and lists at most 20 participants [8.1]', async () => {
    expect((await pick('m')).errors).toEqual([
      { path: 'searchString', message: 'Bitte mindestens 2 Zeichen eingeben.' },
    ]);
    for (let number = 0; number < 21; number++) await world.addParticipant({ firstName: 'Auch', lastName: 'Gleich' });
    expect((await pick('gleich')).data).toHaveLength(20);
  });
});

describe('people who match a picker’s search but cannot be chosen [8.1]', () => {
  const update = async (columns: object, ids: number[]) => {
    await world.db.updateTable('person').set(columns).where('id', 'in', ids).execute();
  };

  test('are listed separately for an admin, each with the reason', async () => {
    const lastName = 'Unwählbar';
    const ids: Record<string, number> = {
      active: await world.addParticipant({ lastName, firstName: 'Anke' }),
      inactive: await world.addParticipant({ lastName, firstName: 'Berta' }),
      unconfirmed: await world.addParticipant({ lastName, firstName: 'Clara' }),
      former: await world.addParticipant({ lastName, firstName: 'Dora' }),
      coach: await world.addCoach({ lastName, firstName: 'Emma' }),
      admin: await world.addAdmin({ lastName, firstName: 'Frida' }),
      anonymised: await world.addParticipant({ lastName, firstName: 'Gerda' }),
    };
    await update({ inactive_at: new Date() }, [ids['inactive'] ?? 0]);
    await update({ confirmed_at: null }, [ids['unconfirmed'] ?? 0]);
    await update({ role_id: 2 }, [ids['former'] ?? 0]);
    await update({ anonymised_at: new Date() }, [ids['anonymised'] ?? 0]);
    const { body } = await world.call(searchParticipantAsAdmin, adminSession, { searchString: 'unwahlbar' });
    expect(body.data?.map(({ participantId }) => participantId)).toEqual([ids['active']]);
    expect(body.meta.unchoosable?.map(({ fullName, reason }) => [fullName, reason])).toEqual([
      ['Berta Unwählbar', 'inactive'],
      ['Clara Unwählbar', 'unconfirmed'],
      ['Dora Unwählbar', 'coach'],
      ['Emma Unwählbar', 'coach'],
      ['Frida Unwählbar', 'staff'],
    ]);
  });

  test('are listed for a coach only if they are the coach’s own participants', async () => {
    const [ownParticipant, stranger] = [
      await world.addParticipant({ lastName: 'Ruhend', email: 'ruht@test.example' }),
      await world.addParticipant({ lastName: 'Ruhend', email: 'ruht.fremd@test.example' }),
    ];
    await world.addAppointment(coach, inDays(-9, '10:00'), { participant: ownParticipant });
    await update({ inactive_at: new Date() }, [ownParticipant, stranger]);
    for (const searchString of ['Ruhend', 'ruht', 'ruht.fremd@test.example']) {
      const { body } = await world.call(searchParticipant, coachSession, { searchString });
      expect(body.data).toEqual([]);
      const reasons = body.meta.unchoosable?.map(({ participantId, reason }) => [participantId, reason]);
      expect(reasons).toEqual(searchString.includes('fremd') ? [] : [[ownParticipant, 'inactive']]);
    }
  });
});
