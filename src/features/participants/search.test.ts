import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inDays, openWorld, type World } from '../server/testing.ts';
import { dateOf } from '../shared/berlin.ts';
import { searchAll, searchOwn, searchParticipant, searchShort } from './contract.ts';

let world: World;
let coach: number;
let coachSession: string;
let adminSession: string;
const people: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  coach = await world.coach();
  coachSession = await world.signIn(coach);
  adminSession = await world.signIn(await world.admin());
  const named = async (key: string, firstName: string, lastName: string, email = `${key}@test.example`) => {
    people[key] = await world.participant({ firstName, lastName, email });
  };
  await named('mueller', 'Jürgen', 'Müller-Lüdenscheidt');
  await named('muller', 'Anna', 'Muller');
  await named('strauss', 'Zoë', 'Strauß');
  await named('sahin', 'Şükrü', 'Yıldız');
  await named('other', 'Bernd', 'Anders', 'mueller.fan@test.example');
  await named('born', 'Eva', 'Koch (geb. Schmidt)');
  await named('called', '(Evi)', 'Koch');
  await named('hyphen', 'Anna -', 'Weber', 'a_b%c@test.example');
  for (const [index, key] of ['born', 'called', 'hyphen'].entries())
    await world.appointment(coach, inDays(6 + index, '10:00'), { participant: people[key] ?? 0 });
  await world.appointment(coach, inDays(5, '10:00'), { participant: people['mueller'] ?? 0 });
  await world.appointment(coach, inDays(-5, '10:00'), { participant: people['strauss'] ?? 0, status: 'K' });
});
afterAll(() => world.close());

const idsOf = (data: { participantId: number }[] | undefined) => (data ?? []).map(({ participantId }) => participantId);
const keysOf = (data: { participantId: number }[] | undefined) =>
  idsOf(data).map((id) => Object.keys(people).find((key) => people[key] === id));

describe('the full search', () => {
  test.each([
    ['Müller', ['muller', 'mueller']],
    ['mueller', ['other', 'muller', 'mueller']],
    ['MULLER', ['muller', 'mueller']],
    ['lüd', ['mueller']],
    ['Juergen Luedenscheidt', ['mueller']],
    ['ludenscheidt jurgen', ['mueller']],
    ['strauss', ['strauss']],
    ['Strauß zoe', ['strauss']],
    ['sukru yildiz', ['sahin']],
    ['üller', []],
    ['eller', ['mueller', 'other']],
    ['Eva Koch (geb. Schmidt)', ['born']],
    ['Koch (geb', ['born']],
    ['(Evi) Koch', ['called']],
    ['Anna - Weber', ['hyphen']],
    ['Weber, Anna', ['hyphen']],
    ['%%', []],
    ['__', []],
    ['--', []],
    [',;', []],
    ['a_b%', ['hyphen']],
    ['a%b_', []],
  ])('“%s” finds %j', async (searchString, keys) => {
    const { body } = await world.call(searchAll, adminSession, {
      searchString,
    });
    expect(new Set(keysOf(body.data))).toEqual(new Set(keys));
  });

  test('finds by the day and by the coach of an appointment, all criteria together', async () => {
    const date = dateOf(inDays(5, '10:00'));
    const ask = async (input: object) => keysOf((await world.call(searchAll, adminSession, { ...input })).body.data);
    expect(await ask({ date })).toEqual(['mueller']);
    expect(new Set(await ask({ coachId: coach }))).toEqual(new Set(['mueller', 'strauss', 'born', 'called', 'hyphen']));
    expect(await ask({ coachId: coach, searchString: 'strauss' })).toEqual(['strauss']);
    expect(await ask({ coachId: coach, date: '2020-01-01' })).toEqual([]);
  });

  test('needs a criterion, and two letters of a name', async () => {
    const { body } = await world.call(searchAll, adminSession, { searchString: '', date: '', coachId: null });
    expect(body).toMatchObject({ meta: { code: 'criterionMissing' }, data: [] });
    const short = await world.call(searchAll, adminSession, { searchString: ' m ' });
    expect(short.body.errors).toEqual([{ path: 'searchString', message: 'Bitte mindestens 2 Zeichen eingeben.' }]);
  });

  test('comes in pages and by status where that is asked for; the counts are of all hits', async () => {
    const ask = async (more: object) =>
      (await world.call(searchAll, adminSession, { searchString: 'seitenweise', ...more })).body;
    for (const lastName of ['Ast', 'Baum', 'Blatt', 'Zweig'])
      await world.participant({ firstName: 'Seitenweise', lastName });
    await world.db
      .updateTable('person')
      .set({ inactive_at: new Date() })
      .where('first_name', '=', 'Seitenweise')
      .where('last_name', '=', 'Baum')
      .execute();
    const names = async (more: object) => (await ask(more)).data?.map(({ lastName }) => lastName);
    expect(await names({})).toEqual(['Ast', 'Baum', 'Blatt', 'Zweig']);
    expect(await names({ page: 2, pageSize: 3 })).toEqual(['Zweig']);
    expect(await names({ status: 0, page: 2, pageSize: 2 })).toEqual(['Zweig']);
    expect(await names({ status: 1, page: 1, pageSize: 2 })).toEqual(['Baum']);
    const beyond = await ask({ page: 9, pageSize: 2 });
    expect(beyond).toMatchObject({ data: [], meta: { total: 4, counts: { active: 3, inactive: 1 } } });
  });

  test('tells everything of a participant that the specification names, and counts active and inactive', async () => {
    const id = people['mueller'] ?? 0;
    await world.document(id, { name: 'Überarbeitet.docx', byCoach: coach });
    await world.db
      .updateTable('person')
      .set({ inactive_at: new Date() })
      .where('id', '=', people['muller'] ?? 0)
      .execute();
    const { body } = await world.call(searchAll, adminSession, { searchString: 'Müller' });
    expect(body.meta).toMatchObject({ total: 2, counts: { active: 1, inactive: 1 } });
    const found = body.data?.find(({ participantId }) => participantId === id);
    expect(found).toMatchObject({
      fullName: 'Jürgen Müller-Lüdenscheidt',
      phoneNumber: '022112345678',
      location: 'Köln',
      status: 0,
      files: { meta: { total: 2 } },
      appointments: {
        data: [{ timeSlot: '10:00 - 10:45', coachFullName: 'Cleo Coach', status: 'G', cancelKind: null }],
      },
      firstName: 'Jürgen',
      confirmed: true,
      isStaff: false,
    });
    expect(Object.keys(found ?? {}).sort()).toEqual(
      [
        ...[
          'appointments',
          'email',
          'endOfQualification',
          'files',
          'fullName',
          'location',
          'locationId',
          'participantId',
        ],
        ...['phoneNumber', 'qualification', 'startOfQualification', 'status'],
        ...['firstName', 'lastName', 'confirmed', 'isStaff', 'version'],
      ].sort(),
    );
    await world.db
      .updateTable('person')
      .set({ inactive_at: null })
      .where('id', '=', people['muller'] ?? 0)
      .execute();
  });

  test('never finds somebody who was anonymised', async () => {
    const id = await world.participant({ firstName: 'Wegda', lastName: 'Verschwunden', email: 'wegda@test.example' });
    await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', id).execute();
    expect((await world.call(searchAll, adminSession, { searchString: 'Verschwunden' })).body.data).toEqual([]);
  });
});

test('a coach finds own participants only, in any status of their appointments', async () => {
  const { body } = await world.call(searchOwn, coachSession, { searchString: 'Müller' });
  expect(keysOf(body.data)).toEqual(['mueller']);
  expect(keysOf((await world.call(searchOwn, coachSession, { searchString: 'stra' })).body.data)).toEqual(['strauss']);
});

describe('the picker of a new appointment', () => {
  const pick = async (searchString: string) =>
    (await world.call(searchParticipant, coachSession, { searchString })).body;

  test('finds own participants by any part, others by their complete e-mail only', async () => {
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
  ])('takes a name as it is shown: “%s” finds %j', async (searchString, keys) => {
    expect(new Set(keysOf((await pick(searchString)).data))).toEqual(new Set(keys));
  });

  test('starts at two letters and lists at most 20', async () => {
    expect((await pick('m')).meta.code).toBe('invalid');
    for (let number = 0; number < 25; number++) {
      const id = await world.participant({ firstName: 'Viele', lastName: `Gleiche${number}` });
      await world.appointment(coach, inDays(30 + number, '12:00'), { participant: id });
    }
    expect((await pick('viele')).data).toHaveLength(20);
  });
});

describe('the picker of an admin', () => {
  const pick = async (searchString: string) => (await world.call(searchShort, adminSession, { searchString })).body;

  test('finds every active participant by the words of the name or a part of the e-mail', async () => {
    expect((await pick('Muller anna')).data).toEqual([
      { participantId: people['muller'], firstName: 'Anna', lastName: 'Muller', email: 'muller@test.example' },
    ]);
    expect(keysOf((await pick('ahin@')).data)).toEqual(['sahin']);
    const inactive_at = new Date();
    const gone = await world.participant({ firstName: 'Fort', lastName: 'Gegangen' });
    expect(idsOf((await pick('Gegangen')).data)).toEqual([gone]);
    await world.db.updateTable('person').set({ inactive_at }).where('id', '=', gone).execute();
    expect((await pick('Gegangen')).data).toEqual([]);
  });

  test('starts at two letters and lists at most 20', async () => {
    expect((await pick('m')).errors).toEqual([
      { path: 'searchString', message: 'Bitte mindestens 2 Zeichen eingeben.' },
    ]);
    for (let number = 0; number < 21; number++) await world.participant({ firstName: 'Auch', lastName: 'Gleich' });
    expect((await pick('gleich')).data).toHaveLength(20);
  });
});

describe('who fits a picker’s search and cannot be chosen', () => {
  const left = async (columns: object, ids: number[]) => {
    await world.db.updateTable('person').set(columns).where('id', 'in', ids).execute();
  };

  test('is told to an admin beside the others, each with the reason', async () => {
    const lastName = 'Unwählbar';
    const ids: Record<string, number> = {
      active: await world.participant({ lastName, firstName: 'Anke' }),
      inactive: await world.participant({ lastName, firstName: 'Berta' }),
      unconfirmed: await world.participant({ lastName, firstName: 'Clara' }),
      former: await world.participant({ lastName, firstName: 'Dora' }),
      coach: await world.coach({ lastName, firstName: 'Emma' }),
      admin: await world.admin({ lastName, firstName: 'Frida' }),
      gone: await world.participant({ lastName, firstName: 'Gerda' }),
    };
    await left({ inactive_at: new Date() }, [ids['inactive'] ?? 0]);
    await left({ confirmed_at: null }, [ids['unconfirmed'] ?? 0]);
    await left({ role_id: 2 }, [ids['former'] ?? 0]);
    await left({ anonymised_at: new Date() }, [ids['gone'] ?? 0]);
    const { body } = await world.call(searchShort, adminSession, { searchString: 'unwahlbar' });
    expect(body.data?.map(({ participantId }) => participantId)).toEqual([ids['active']]);
    expect(body.meta.unchoosable?.map(({ fullName, reason }) => [fullName, reason])).toEqual([
      ['Berta Unwählbar', 'inactive'],
      ['Clara Unwählbar', 'unconfirmed'],
      ['Dora Unwählbar', 'coach'],
      ['Emma Unwählbar', 'coach'],
      ['Frida Unwählbar', 'staff'],
    ]);
  });

  test('is told to a coach of own participants alone', async () => {
    const [own, foreign] = [
      await world.participant({ lastName: 'Ruhend', email: 'ruht@test.example' }),
      await world.participant({ lastName: 'Ruhend', email: 'ruht.fremd@test.example' }),
    ];
    await world.appointment(coach, inDays(-9, '10:00'), { participant: own });
    await left({ inactive_at: new Date() }, [own, foreign]);
    for (const searchString of ['Ruhend', 'ruht', 'ruht.fremd@test.example']) {
      const { body } = await world.call(searchParticipant, coachSession, { searchString });
      expect(body.data).toEqual([]);
      const told = body.meta.unchoosable?.map(({ participantId, reason }) => [participantId, reason]);
      expect(told).toEqual(searchString.includes('fremd') ? [] : [[own, 'inactive']]);
    }
  });
});

test('among 100,000 participants the search uses its index', async () => {
  await sql`
    WITH people AS (
      INSERT INTO person (role_id, email, first_name, last_name, gender, confirmed_at)
      SELECT 1, 'viel' || n || '@test.example', 'Vor' || n % 977, 'Nach' || n, 'd', clock_timestamp()
      FROM generate_series(1, 100000) n RETURNING id
    )
    INSERT INTO participant SELECT id, 'Q', '2026-01-01', '2026-12-31', (SELECT min(id) FROM location) FROM people
  `.execute(world.db);
  await sql`ANALYZE`.execute(world.db);
  const from = performance.now();
  const rounds = 10;
  for (let round = 0; round < rounds; round++)
    await world.call(searchAll, adminSession, { searchString: 'Jürgen Müll' });
  console.info(`a search among 100,000 participants: ${Math.round((performance.now() - from) / rounds)} ms`);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT id FROM person p WHERE p.search_name LIKE '% ' || fold_name('Müll') || '%' OR lower(p.email) LIKE '%müll%'
  `.execute(world.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('person_search_name');
}, 60_000);
