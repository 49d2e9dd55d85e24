import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { searchAllParticipants, searchOwnParticipants } from './contract.ts';

let world: World;
let coach: number;
let coachSession: string;
let adminSession: string;

beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach();
  coachSession = await world.signIn(coach);
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

test('admins and coaches can sort the hits of a full search by a column [8.2]', async () => {
  const { rows } = await sql<{ id: number; label: string }>`
    INSERT INTO location (label) VALUES ('Ölde'), ('Zülpich') RETURNING id, label`.execute(world.db);
  const findLocationId = (label: string) => rows.find((row) => row.label === label)?.id ?? 0;
  for (const [index, [lastName, label, end, inactive]] of (
    [
      ['Ast', 'Zülpich', '2031-02-01', true],
      ['Baum', 'Ölde', '2031-03-01', false],
      ['Ähre', 'Ölde', '2031-02-15', false],
    ] as const
  ).entries()) {
    const id = await world.addParticipant({ firstName: 'Sortiert', lastName });
    const profile = { location_id: findLocationId(label), qualification_end: end };
    await world.db.updateTable('participant').set(profile).where('person_id', '=', id).execute();
    const inactive_at = inactive ? new Date() : null;
    await world.db.updateTable('person').set({ inactive_at }).where('id', '=', id).execute();
    await world.addAppointment(coach, inDays(60 + index, '10:00'), { participant: id });
  }
  const anna = await world.addParticipant({ firstName: 'Anna', lastName: 'Abt-Sortiert' });
  await world.addAppointment(coach, inDays(63, '10:00'), { participant: anna });
  const namesOf = async (
    call: typeof searchAllParticipants | typeof searchOwnParticipants,
    session: string,
    input: Record<string, unknown>,
  ) => (await world.call(call, session, input)).body.data?.map(({ lastName }) => lastName);
  for (const [sort, names] of [
    [undefined, ['Ähre', 'Ast', 'Baum', 'Abt-Sortiert']],
    ['fit', ['Ähre', 'Ast', 'Baum', 'Abt-Sortiert']],
    ['name', ['Abt-Sortiert', 'Ähre', 'Ast', 'Baum']],
    ['status', ['Abt-Sortiert', 'Ähre', 'Baum', 'Ast']],
    ['location', ['Abt-Sortiert', 'Ähre', 'Baum', 'Ast']],
    ['end', ['Abt-Sortiert', 'Ast', 'Ähre', 'Baum']],
    ['latestEnd', ['Baum', 'Ähre', 'Ast', 'Abt-Sortiert']],
  ] as const) {
    const input = { searchString: 'Sortiert', sort };
    expect(await namesOf(searchAllParticipants, adminSession, input), sort).toEqual(names);
    expect(await namesOf(searchOwnParticipants, coachSession, input), sort).toEqual(names);
    expect(await namesOf(searchAllParticipants, adminSession, { ...input, page: 2, pageSize: 3 }), sort).toEqual(
      names.slice(3),
    );
  }
  const allInLocation = { all: true, locationId: findLocationId('Ölde'), sort: 'latestEnd' };
  expect(await namesOf(searchAllParticipants, adminSession, allInLocation)).toEqual(['Baum', 'Ähre']);
  const unknownOrder = await world.call(searchAllParticipants, adminSession, {
    searchString: 'Sortiert',
    sort: 'shoeSize',
  });
  expect(unknownOrder.status).toBe(400);
});
