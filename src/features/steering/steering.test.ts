import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import readXlsx from 'read-excel-file/node';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { addDays, dateOf, instantOf } from '../../shared/berlin.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { planAbsence, planOwnAbsence } from '../absences/contract.ts';
import { exportSteering, getSteering, type Steering } from './contract.ts';
import { storeAvailabilityAtSix } from './jobs.ts';
import { definitions } from './rules.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

const rangeOfMay = { fromDate: '2026-05-01', tillDate: '2026-05-31' };
const at = (date: string, time = '09:00') => instantOf(date, time) ?? new Date(Number.NaN);

async function getFigures(input: { fromDate: string; tillDate: string; coachId: number | null }): Promise<Steering> {
  const { body } = await world.call(getSteering, admin, input);
  expect(body.meta.status).toBe('success');
  return body.data as Steering;
}

describe('the steering figures of the example in the reference', () => {
  let ada: number;
  let figures: Steering;
  beforeAll(async () => {
    ada = await world.addCoach({ firstName: 'Ada', lastName: 'Coach' });
    const registerOn = async (date: string) => {
      const id = await world.addParticipant({ hasCv: false });
      await world.db
        .updateTable('person')
        .set({ created_at: at(date) })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const participantA = await registerOn('2026-04-20');
    const participantB = await registerOn('2026-05-01');
    // The status V is missed, K is cancelled. An appointment with a participant is booked by default, others are free.
    await world.addAppointment(ada, at('2026-05-04'), { participant: participantA });
    await world.addAppointment(ada, at('2026-05-04', '10:00'));
    await world.addAppointment(ada, at('2026-05-05'), { participant: participantA, status: 'V' });
    const addCancellation = async (date: string, hoursBefore: number) => {
      const id = await world.addAppointment(ada, at(date), {
        participant: participantA,
        status: 'K',
        cancelKind: 'byParticipant',
      });
      const cancelled_at = new Date(at(date).getTime() - hoursBefore * 3_600_000);
      await world.db.updateTable('appointment').set({ cancelled_at }).where('id', '=', id).execute();
    };
    await addCancellation('2026-05-06', 71);
    await addCancellation('2026-05-07', 73);
    await world.addAppointment(ada, at('2026-05-08'), {
      participant: participantA,
      status: 'K',
      cancelKind: 'rescheduled',
    });
    await world.addAppointment(ada, at('2026-05-11'), { participant: participantB });
    // These two do not count: one is after the range, the other is not an Einzelcoaching.
    await world.addAppointment(ada, at('2026-06-01'), { participant: participantA });
    await world.addAppointment(ada, at('2026-05-12'), { isSpeedcoaching: true });

    await world.db
      .insertInto('availability')
      .values([3, 20, null, 30].map((days_until, n) => ({ day: `2026-05-0${n + 1}`, coach_id: ada, days_until })))
      .execute();
    const entry = { coach_id: ada, from_date: '2026-05-20', till_date: '2026-06-20' };
    await world.db
      .insertInto('waiting_entry')
      .values([
        { ...entry, person_id: participantA, place: 1 },
        { ...entry, person_id: participantB, ended_at: at('2026-06-21'), ended_by: 'passed' },
        { ...entry, person_id: participantB, ended_at: at('2026-06-21'), ended_by: 'taken' },
        { ...entry, person_id: participantB, ended_at: at('2026-06-21'), ended_by: 'left' },
        { ...entry, person_id: participantB, from_date: '2026-06-01', ended_at: at('2026-06-21'), ended_by: 'passed' },
      ])
      .execute();
    // Stores a document of the participant, or the coach's answer to the document `answers`; returns the new id.
    const upload = async (name: string, date: string, answers: number | null = null) => {
      const fields = {
        participant_id: participantA,
        uploaded_by: participantA,
        by_coach: false,
        name,
        ending: 'docx',
        size: 1,
        sha256: Buffer.alloc(32),
        store_key: `${name} ${date}`,
        uploaded_at: at(date),
      };
      const answerFields = answers === null ? {} : { uploaded_by: ada, by_coach: true, answers };
      const insert = world.db.insertInto('document').values({ ...fields, ...answerFields });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    };
    await upload('Antwort.docx', '2026-05-08', await upload('Lebenslauf.docx', '2026-05-01'));
    await upload('Spät.docx', '2026-05-20', await upload('Anschreiben.docx', '2026-05-02'));
    await upload('Profil.docx', '2026-05-03');
    figures = await getFigures({ ...rangeOfMay, coachId: ada });
  });

  test('show a median of 25 days until a free slot, with a quarter within 14 and half within 28 days [16.2]', () => {
    expect(figures.availability).toMatchObject({ counted: 4, daysUntil: 25, within14: 0.25, within28: 0.5 });
  });
  test('show a utilisation of three in four, by coach and by hour of the week [16.3]', () => {
    expect(figures.utilisation).toEqual({
      total: { count: 3, of: 4, share: 0.75 },
      coaches: [{ coachId: ada, coach: 'Ada Coach', offered: 4, booked: 3, share: 0.75 }],
      hours: [
        { weekday: 1, hour: 9, offered: 2, booked: 2, share: 1 },
        { weekday: 1, hour: 10, offered: 1, booked: 0, share: 0 },
        { weekday: 2, hour: 9, offered: 1, booked: 1, share: 1 },
      ],
    });
  });
  test('show that one in three was missed, one in five cancelled late, and one in six moved [16.4]', () => {
    expect(figures.missed).toEqual({ count: 1, of: 3, share: 1 / 3 });
    expect(figures.lateCancellations).toEqual({ count: 1, of: 5, share: 1 / 5 });
    expect(figures.byCoach).toEqual({ count: 0, of: 5, share: 0 });
    expect(figures.reschedules).toEqual({ count: 1, of: 6, share: 1 / 6 });
  });
  test('show 12 days to the first coaching, two unmet waiting list entries, two of three documents unanswered [16.5] [16.6]', () => {
    expect(figures.daysToFirstCoaching).toEqual({ people: 2, median: 12 });
    expect(figures.waitingUnmet).toBe(2);
    expect(figures.documents).toEqual({ count: 2, of: 3, share: 2 / 3 });
  });
  test('are the same in the spreadsheet, which also says how each is counted [16.8]', async () => {
    const response = await fetch(world.address + servicePath(exportSteering), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...rangeOfMay, coachId: ada, sessionId: admin }),
    });
    const sheets = await readXlsx(Buffer.from(await response.arrayBuffer()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual([
      'Überblick',
      'Freie Termine',
      'Coaches',
      'Wochentage und Stunden',
      'Themen',
    ]);
    const [overview, , coaches] = sheets.map(({ data: rows }) => rows);
    expect(overview).toContainEqual(['Auslastung (%)', 75, definitions.utilisation.text]);
    expect(overview).toContainEqual(['Versäumt (%) – 1 von 3', 33.3, definitions.missed.text]);
    expect(coaches?.[1]).toEqual(['Ada Coach', 4, 3, 75]);
  });
});

test('a booking that fell because of the coach counts, whoever planned the absence; other cancellations do not [16.4]', async () => {
  const coach = await world.addCoach();
  const start = new Date(Date.now() + 4 * 3_600_000);
  const [firstDay, lastDay] = [dateOf(new Date()), addDays(dateOf(start), 3)];
  const addBooking = async (hours: number) => {
    const startsAt = new Date(start.getTime() + hours * 3_600_000);
    return world.addAppointment(coach, startsAt, { participant: await world.addParticipant() });
  };
  const cancelled = await world.addAppointment(coach, new Date(start.getTime() - 3_600_000), {
    participant: await world.addParticipant(),
    status: 'K',
    cancelKind: 'goodwill',
  });
  await world.db.updateTable('appointment').set({ cancelled_at: new Date() }).where('id', '=', cancelled).execute();
  const [own, byAdmin] = [await addBooking(0), await addBooking(48)];
  const plan = { fromTime: null, tillTime: null, kind: 'illness', apply: true };
  const offer = (appointmentId: number) => [{ appointmentId, action: 'offer' }];
  const ownDays = { fromDate: firstDay, tillDate: addDays(dateOf(start), 1), decisions: offer(own) };
  const session = await world.signIn(coach);
  expect((await world.call(planOwnAbsence, session, { ...plan, ...ownDays })).body.meta.status).toBe('success');
  const laterDays = { fromDate: addDays(dateOf(start), 2), tillDate: lastDay, decisions: offer(byAdmin) };
  const { body } = await world.call(planAbsence, admin, { ...plan, ...laterDays, coachId: coach });
  expect(body.meta.status).toBe('success');
  world.clock.shiftMs = 4 * 86_400_000;
  // A session does not last this long.
  const laterSession = await world.signIn(await world.addAdmin());
  const figures = await world.call(getSteering, laterSession, {
    fromDate: firstDay,
    tillDate: lastDay,
    coachId: coach,
  });
  world.clock.shiftMs = 0;
  expect((figures.body.data as Steering).byCoach).toEqual({ count: 2, of: 3, share: 2 / 3 });
});

test('a range of more than 366 days is refused, one of 366 is not [16.1]', async () => {
  const readCode = async (days: number) => {
    const range = { fromDate: '2025-01-01', tillDate: addDays('2025-01-01', days - 1), coachId: null };
    return (await world.call(getSteering, admin, range)).body.meta.code ?? 'success';
  };
  expect(await readCode(366)).toBe('success');
  expect(await readCode(367)).toBe('rangeTooLong');
});

interface JsonSchema {
  description?: string;
  type?: string | string[];
  anyOf?: { type?: string }[];
}

test('the description of the calls explains for every nullable field what null means [16.1] [2.11]', async () => {
  const document = (await (await fetch(`${world.address}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { requestBody: object; responses: Record<string, object> } }>;
  };
  const nullableSchemas: JsonSchema[] = [];
  const collectNullable = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, anyOf }: JsonSchema = value;
    if (Array.isArray(type) || anyOf?.some((option) => option.type === 'null')) nullableSchemas.push(value);
    Object.values(value).forEach((part) => collectNullable(part));
  };
  const operation = document.paths[servicePath(getSteering)]?.post;
  collectNullable([operation?.requestBody, operation?.responses[200]]);
  // One for the requested coach, six shares, four for availability, the median, two for ratings, one for topics.
  expect(nullableSchemas).toHaveLength(15);
  for (const { description } of nullableSchemas) expect(description).toMatch(/^null: .+\.$/);
});

describe('the wait for a free slot at six o’clock [16.2]', () => {
  afterAll(() => {
    world.clock.shiftMs = 0;
  });
  const setClock = (date: string, time: string) => {
    world.clock.shiftMs = at(date, time).getTime() - Date.now();
  };
  const selectDaysUntilFree = (day: string, coach: number | null) =>
    world.db
      .selectFrom('availability')
      .select('days_until')
      .where('day', '=', day)
      .where('coach_id', coach === null ? 'is' : '=', coach)
      .execute();

  test.each([
    ['in summer', '2027-07-01'],
    ['in winter', '2027-12-01'],
  ])('is stored once a day %s, for all coaches together and for each coach', async (_, day) => {
    const [coachWithSlot, coachWithoutSlot] = [await world.addCoach(), await world.addCoach()];
    await world.addAppointment(coachWithSlot, at(addDays(day, 3)));
    await world.addAppointment(coachWithoutSlot, at(addDays(day, 1)), { isSpeedcoaching: true });
    for (const time of ['05:59', '07:00']) {
      setClock(day, time);
      await storeAvailabilityAtSix(world.app);
      expect(await selectDaysUntilFree(day, null)).toEqual([]);
    }
    setClock(day, '06:00');
    await storeAvailabilityAtSix(world.app);
    await world.addAppointment(coachWithSlot, at(day, '12:00'));
    await storeAvailabilityAtSix(world.app);
    expect(await selectDaysUntilFree(day, null)).toEqual([{ days_until: 3 }]);
    expect(await selectDaysUntilFree(day, coachWithSlot)).toEqual([{ days_until: 3 }]);
    expect(await selectDaysUntilFree(day, coachWithoutSlot)).toEqual([{ days_until: null }]);
  });
});

describe('ratings in the figures [16.7]', () => {
  let coaches: number[];
  let people: number[];
  let ratingCount = 0;
  beforeAll(async () => {
    coaches = [await world.addCoach(), await world.addCoach(), await world.addCoach()];
    people = [];
    for (let n = 0; n < 14; n += 1) people.push(await world.addParticipant({ hasCv: false }));
  });
  beforeEach(() => world.db.deleteFrom('rating').execute());

  /** Stores a rating of a coach by the nth person on a day; each rating has a separate appointment. */
  async function rate(coach: number, personIndex: number, day: string, stars: number, topic = 'Probegespräch') {
    ratingCount += 1;
    const start = new Date(at('2024-01-01').getTime() + ratingCount * 3_600_000);
    const appointment_id = await world.addAppointment(coach, start, { participant: people[personIndex] ?? 0 });
    const sameStars = { collaboration: stars, open_questions: stars, application_process: stars, competencies: stars };
    await world.db
      .insertInto('rating')
      .values({
        appointment_id,
        coach_id: coach,
        ...sameStars,
        documents: stars,
        recommendation: stars,
        topic_wishes: [topic],
        created_at: at(day),
      })
      .execute();
  }
  const readShownRatings = async (coachId: number | null, range = rangeOfMay) => {
    const { ratings, topics } = await getFigures({ ...range, coachId });
    return {
      mean: ratings.mean,
      ratings: ratings.ratings,
      topic: topics.find(({ count }) => count !== null)?.count ?? null,
    };
  };

  test('by four people are hidden; with a fifth person the mean and the topic are shown', async () => {
    const [coach = 0] = coaches;
    for (const n of [0, 1, 2, 3]) await rate(coach, n, '2026-05-10', 5);
    // A second rating by the same person does not count as a fifth person.
    await rate(coach, 3, '2026-05-11', 1);
    expect(await readShownRatings(coach)).toEqual({ mean: null, ratings: 0, topic: null });
    await rate(coach, 4, '2026-05-12', 3);
    expect(await readShownRatings(coach)).toEqual({ mean: 4, ratings: 6, topic: 6 });
  });

  test('of coaches rated by too few people are combined in the figures of all coaches', async () => {
    for (const [n, coach] of coaches.entries()) for (const k of [0, 1]) await rate(coach, 2 * n + k, '2026-05-10', 4);
    expect(await readShownRatings(coaches[0] ?? 0)).toEqual({ mean: null, ratings: 0, topic: null });
    expect(await readShownRatings(null)).toEqual({ mean: 4, ratings: 6, topic: 6 });
  });

  test('differ in number by at least five or not at all between two responses, whatever the filters', async () => {
    // The seed is fixed, so that each run creates the same ratings.
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let n = 0; n < 48; n += 1)
      await rate(coaches[random(3)] ?? 0, random(14), addDays('2026-03-01', random(92)), 1 + random(5));
    const firstDays = ['2026-02-27', '2026-03-02', '2026-04-01', '2026-04-15', '2026-05-01'];
    const lastDays = ['2026-04-29', '2026-04-30', '2026-05-30', '2026-06-01'];
    const ranges = firstDays.flatMap((from) => lastDays.filter((till) => from <= till).map((till) => ({ from, till })));
    const countsByFilters = new Map<string, number>();
    for (const { from, till } of ranges)
      for (const coach of [null, ...coaches]) {
        const { ratings } = await readShownRatings(coach, { fromDate: from, tillDate: till });
        countsByFilters.set(`${coach} ${from} ${till}`, ratings);
      }
    const ratingsOf = (coach: number | null, { from, till }: { from: string; till: string }) =>
      countsByFilters.get(`${coach} ${from} ${till}`) ?? 0;
    // The differences between a range and each shorter range in it.
    const rangeDifferences = ranges.flatMap((long) =>
      ranges
        .filter((short) => long.from <= short.from && short.till <= long.till)
        .flatMap((short) => [null, ...coaches].map((coach) => ratingsOf(coach, long) - ratingsOf(coach, short))),
    );
    const [a = 0, b = 0, c = 0] = coaches;
    // The differences between the number for all coaches and the sum of the numbers for one, two or three coaches.
    const coachDifferences = ranges.flatMap((range) =>
      [[a], [b], [c], [a, b], [a, c], [b, c], [a, b, c]].map(
        (subset) => ratingsOf(null, range) - subset.reduce((sum, coach) => sum + ratingsOf(coach, range), 0),
      ),
    );
    expect(Math.max(...countsByFilters.values())).toBeGreaterThan(20);
    expect(
      [...rangeDifferences, ...coachDifferences].filter((difference) => difference !== 0 && difference < 5),
    ).toEqual([]);
  });
});
