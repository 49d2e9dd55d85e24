import { afterAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openWorldWithNames } from '../../../tests/support/names.ts';
import { inDays } from '../../../tests/support/world.ts';
import { buildPeopleInsert } from '../../../tests/support/people.ts';
import { dateOf } from '../../shared/berlin.ts';
import { profileKeys } from '../../shared/profile.ts';
import { searchAllParticipants, searchOwnParticipants, searchParticipantAsAdmin } from './contract.ts';

const { world, coach, coachSession, adminSession, people, idsOf, keysOf } = await openWorldWithNames();
afterAll(() => world.close());

describe('the full search [8.2]', () => {
  test.each([
    ['Müller', ['muller', 'mueller']],
    ['mueller', ['muller', 'mueller', 'other']],
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
  ])('for “%s” finds %j', async (searchString, keys) => {
    const { body } = await world.call(searchAllParticipants, adminSession, {
      searchString,
    });
    expect(new Set(keysOf(body.data))).toEqual(new Set(keys));
  });

  test('finds people by the day and the coach of an appointment, and combines all criteria', async () => {
    const date = dateOf(inDays(5, '10:00'));
    const findKeys = async (input: Record<string, unknown>) =>
      keysOf((await world.call(searchAllParticipants, adminSession, { ...input })).body.data);
    expect(await findKeys({ date })).toEqual(['mueller']);
    expect(new Set(await findKeys({ coachId: coach }))).toEqual(
      new Set(['mueller', 'strauss', 'born', 'called', 'hyphen']),
    );
    expect(await findKeys({ coachId: coach, searchString: 'strauss' })).toEqual(['strauss']);
    expect(await findKeys({ coachId: coach, date: '2020-01-01' })).toEqual([]);
  });

  test('lists the best matches first: the exact name, its beginning, a word of it, the mailbox, the host of the e-mail', async () => {
    const ids: number[] = [];
    for (const [firstName, lastName, email] of [
      ['Ada', 'Zorn', 'ada@quirin.example'],
      ['Bea', 'Zorn', 'quirin.zorn@other.example'],
      ['Cem', 'Abt-Quirin', 'cem@other.example'],
      ['Dora', 'Quirin', 'dora@other.example'],
      ['Quirina', 'Berg', 'berg@other.example'],
      ['Quirin', '.', 'nobody@other.example'],
    ] as const)
      ids.push(await world.addParticipant({ firstName, lastName, email }));
    const fullSearch = await world.call(searchAllParticipants, adminSession, { searchString: 'Quirin' });
    expect(idsOf(fullSearch.body.data)).toEqual(ids.toReversed());
    const picker = await world.call(searchParticipantAsAdmin, adminSession, { searchString: 'Quirin' });
    expect(idsOf(picker.body.data)).toEqual(ids.toReversed());
    const mailbox = await world.call(searchAllParticipants, adminSession, { searchString: 'quirin', mailbox: true });
    expect(idsOf(mailbox.body.data)).toEqual(ids.toReversed().slice(0, -1));
    const withAt = await world.call(searchAllParticipants, adminSession, { searchString: 'ada@quirin', mailbox: true });
    expect(idsOf(withAt.body.data)).toEqual(ids.slice(0, 1));
    const shortText = await world.call(searchAllParticipants, adminSession, { searchString: 'qu', mailbox: true });
    expect(idsOf(shortText.body.data)).not.toContain(ids[0]);
  });

  test('lists everyone if requested, or filters by location and by the end of the qualification', async () => {
    const firstPage = await world.call(searchAllParticipants, adminSession, { all: true, page: 1, pageSize: 2 });
    expect(firstPage.body.data).toHaveLength(2);
    expect(firstPage.body.meta.total).toBeGreaterThan(10);
    const names = (firstPage.body.data ?? []).map(({ lastName }) => lastName);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'de')));

    const { rows } = await sql<{ id: number }>`INSERT INTO location (label) VALUES ('Zwiesel') RETURNING id`.execute(
      world.db,
    );
    const locationId = rows[0]?.id ?? 0;
    const ole = await world.addParticipant({ firstName: 'Ole', lastName: 'Endet' });
    await world.db
      .updateTable('participant')
      .set({ qualification_end: '2031-03-31', location_id: locationId })
      .where('person_id', '=', ole)
      .execute();
    const find = async (input: Record<string, unknown>) =>
      idsOf((await world.call(searchAllParticipants, adminSession, input)).body.data);
    expect(await find({ locationId })).toEqual([ole]);
    expect(await find({ endFrom: '2031-03-31', endTill: '2031-03-31' })).toEqual([ole]);
    expect(await find({ endFrom: '2031-04-01' })).toEqual([]);
    expect(await find({ endTill: '2031-03-30', locationId })).toEqual([]);
    expect(await find({ searchString: 'Anna', locationId })).toEqual([]);

    const ownAnswer = await world.call(searchOwnParticipants, coachSession, { searchString: '', all: true });
    expect(new Set(keysOf(ownAnswer.body.data))).toEqual(new Set(['born', 'called', 'hyphen', 'mueller', 'strauss']));
    const laterEndAnswer = await world.call(searchOwnParticipants, coachSession, {
      searchString: '',
      endFrom: '2031-03-31',
    });
    expect(laterEndAnswer.body.data).toEqual([]);
    expect((await world.call(searchOwnParticipants, coachSession, { searchString: '' })).body.meta).toMatchObject({
      code: 'invalid',
    });
  });

  test('requires a criterion, and at least two letters of a name [8.2]', async () => {
    const { body } = await world.call(searchAllParticipants, adminSession, {
      searchString: '',
      date: '',
      coachId: null,
    });
    expect(body).toMatchObject({ meta: { code: 'criterionMissing' }, data: [] });
    const shortTextAnswer = await world.call(searchAllParticipants, adminSession, { searchString: ' m ' });
    expect(shortTextAnswer.body.errors).toEqual([
      { path: 'searchString', message: 'Bitte mindestens 2 Zeichen eingeben.' },
    ]);
  });

  test('can return one page or one status only, but counts all hits', async () => {
    const searchPage = async (pageInput: object) =>
      (await world.call(searchAllParticipants, adminSession, { searchString: 'seitenweise', ...pageInput })).body;
    for (const lastName of ['Ast', 'Baum', 'Blatt', 'Zweig'])
      await world.addParticipant({ firstName: 'Seitenweise', lastName });
    await world.db
      .updateTable('person')
      .set({ inactive_at: new Date() })
      .where('first_name', '=', 'Seitenweise')
      .where('last_name', '=', 'Baum')
      .execute();
    const namesOn = async (pageInput: object) => (await searchPage(pageInput)).data?.map(({ lastName }) => lastName);
    expect(await namesOn({})).toEqual(['Ast', 'Baum', 'Blatt', 'Zweig']);
    expect(await namesOn({ page: 2, pageSize: 3 })).toEqual(['Zweig']);
    expect(await namesOn({ status: 0, page: 2, pageSize: 2 })).toEqual(['Zweig']);
    expect(await namesOn({ status: 1, page: 1, pageSize: 2 })).toEqual(['Baum']);
    const emptyPage = await searchPage({ page: 9, pageSize: 2 });
    expect(emptyPage).toMatchObject({ data: [], meta: { total: 4, counts: { active: 3, inactive: 1 } } });
  });

  test('returns all data of a participant, and counts active and inactive ones [8.2]', async () => {
    const id = people['mueller'] ?? 0;
    await world.addDocument(id, { name: 'Überarbeitet.docx', byCoach: coach });
    await world.db
      .updateTable('person')
      .set({ inactive_at: new Date() })
      .where('id', '=', people['muller'] ?? 0)
      .execute();
    const { body } = await world.call(searchAllParticipants, adminSession, { searchString: 'Müller' });
    expect(body.meta).toMatchObject({ total: 2, counts: { active: 1, inactive: 1 } });
    const hit = body.data?.find(({ participantId }) => participantId === id);
    expect(hit).toMatchObject({
      fullName: 'Jürgen Müller-Lüdenscheidt',
      phoneNumber: '022112345678',
      location: 'Köln',
      status: 0,
      files: { meta: { total: 2 } },
      appointments: {
        data: [
          { timeSlot: '10:00 - 10:45', coachFullName: 'Cleo Coach', status: 'G', cancelKind: null, attended: false },
        ],
      },
      firstName: 'Jürgen',
      confirmed: true,
      isStaff: false,
      selfBooked: 0,
    });
    expect(Object.keys(hit ?? {}).sort()).toEqual(
      [
        ...profileKeys,
        'appointments',
        'files',
        'fullName',
        'location',
        'locationId',
        'participantId',
        'status',
        'confirmed',
        'isStaff',
        'selfBooked',
        'version',
      ].sort(),
    );
    await world.db
      .updateTable('person')
      .set({ inactive_at: null })
      .where('id', '=', people['muller'] ?? 0)
      .execute();
  });

  test('counts the Einzelcoachings that a participant booked without staff [8.2]', async () => {
    const id = await world.addParticipant({ firstName: 'Selma', lastName: 'Selbst' });
    for (const [index, quotaNumber] of [1, 3, null].entries())
      await world.addAppointment(coach, inDays(40 + index, '10:00'), { status: 'G', participant: id, quotaNumber });
    const { body } = await world.call(searchAllParticipants, adminSession, { searchString: 'Selma Selbst' });
    expect(body.data).toMatchObject([{ participantId: id, selfBooked: 2 }]);
  });

  test('never finds an anonymised participant', async () => {
    const id = await world.addParticipant({
      firstName: 'Wegda',
      lastName: 'Verschwunden',
      email: 'wegda@test.example',
    });
    await world.db.updateTable('person').set({ anonymised_at: new Date() }).where('id', '=', id).execute();
    expect((await world.call(searchAllParticipants, adminSession, { searchString: 'Verschwunden' })).body.data).toEqual(
      [],
    );
  });
});

test('a coach finds only their own participants, whatever the status of the appointments [2.9] [8.2]', async () => {
  const { body } = await world.call(searchOwnParticipants, coachSession, { searchString: 'Müller' });
  expect(keysOf(body.data)).toEqual(['mueller']);
  expect(keysOf((await world.call(searchOwnParticipants, coachSession, { searchString: 'stra' })).body.data)).toEqual([
    'strauss',
  ]);
});

/** Returns how many times an index has been scanned. */
async function countIndexScans(index: string): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = ${index}
  `.execute(world.db);
  return rows[0]?.scans ?? 0;
}

/**
 * Expects that a search scans an index. The search is repeated, since a connection of the database adds to the counts of
 * the past second only at its next query, or after ten seconds without one.
 */
async function expectScan(index: string, search: () => Promise<unknown>): Promise<void> {
  const scansBefore = await countIndexScans(index);
  const countAfterSearch = async () => {
    await search();
    return countIndexScans(index);
  };
  await expect.poll(countAfterSearch, { timeout: 60_000 }).toBeGreaterThan(scansBefore);
}

test('with 100,000 participants the search and the list of all participants use an index', async () => {
  const numberedPeople = {
    email: sql<string>`'viel' || n || '@test.example'`,
    first_name: sql<string>`'Vor' || n % 977`,
    last_name: sql<string>`'Nach' || n`,
    phone: sql<string>`'0170' || lpad((n * 7919 % 10000000)::text, 7, '0')`,
  };
  await sql`
    WITH people AS (
      ${buildPeopleInsert(numberedPeople, sql`FROM generate_series(1, 100000) n`)}
    )
    INSERT INTO participant SELECT id, 'Q', '2026-01-01', '2026-12-31', (SELECT min(id) FROM location) FROM people
  `.execute(world.db);
  await sql`ANALYZE`.execute(world.db);
  const startedAt = performance.now();
  const repetitions = 10;
  for (let count = 0; count < repetitions; count++)
    await world.call(searchAllParticipants, adminSession, { searchString: 'Jürgen Müll' });
  console.info(`a search among 100,000 participants: ${Math.round((performance.now() - startedAt) / repetitions)} ms`);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT id FROM person p WHERE p.search_name LIKE '% ' || fold_name('Müll') || '%' OR lower(p.email) LIKE '%müll%'
  `.execute(world.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('person_search_name');
  await expectScan('person_search_phone', async () => {
    const byPhone = await world.call(searchAllParticipants, adminSession, { searchString: '+49 170 007-9190' });
    expect(byPhone.body.data?.map(({ lastName }) => lastName)).toEqual(['Nach10']);
  });
  await expectScan('person_by_name', () =>
    world.call(searchAllParticipants, adminSession, { all: true, page: 1, pageSize: 5 }),
  );
});
