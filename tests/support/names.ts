import { inDays, openWorld, type World } from './world.ts';

/**
 * Opens a world with participants whose names have umlauts, diacritics, brackets, hyphens and wildcards, and with a coach
 * who has an appointment with five of them. `people` are their ids by key; `keysOf` turns rows of an answer into keys.
 */
export async function openWorldWithNames() {
  const world: World = await openWorld();
  const coach = await world.addCoach();
  const coachSession = await world.signIn(coach);
  const adminSession = await world.signIn(await world.addAdmin());
  const people: Record<string, number> = {};
  const create = async (key: string, firstName: string, lastName: string, email = `${key}@test.example`) => {
    people[key] = await world.addParticipant({ firstName, lastName, email });
  };
  await create('mueller', 'Jürgen', 'Müller-Lüdenscheidt');
  await create('muller', 'Anna', 'Muller');
  await create('strauss', 'Zoë', 'Strauß');
  await create('sahin', 'Şükrü', 'Yıldız');
  await create('other', 'Bernd', 'Anders', 'mueller.fan@test.example');
  await create('born', 'Eva', 'Koch (geb. Schmidt)');
  await create('called', '(Evi)', 'Koch');
  await create('hyphen', 'Anna -', 'Weber', 'a_b%c@test.example');
  for (const [index, key] of ['born', 'called', 'hyphen'].entries())
    await world.addAppointment(coach, inDays(6 + index, '10:00'), { participant: people[key] ?? 0 });
  await world.addAppointment(coach, inDays(5, '10:00'), { participant: people['mueller'] ?? 0 });
  await world.addAppointment(coach, inDays(-5, '10:00'), { participant: people['strauss'] ?? 0, status: 'K' });

  const idsOf = (rows: { participantId: number }[] | undefined) =>
    (rows ?? []).map(({ participantId }) => participantId);
  const keysOf = (rows: { participantId: number }[] | undefined) =>
    idsOf(rows).map((id) => Object.keys(people).find((key) => people[key] === id));
  return { world, coach, coachSession, adminSession, people, idsOf, keysOf };
}
