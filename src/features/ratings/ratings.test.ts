import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMyAppointments } from '../booking/contract.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { rateCoaching, toSubmission } from './contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A rating as clients send it (reference 6.3). */
const validRating = {
  starQestions: [5, 4, 3, 4, 5, 2],
  personalFeedback: 'Sehr hilfreich,\nvielen Dank!',
  freeText: 'Mehr zu Gehältern',
  speakWithCoachQuestions: 'Lebenslauf, Anschreiben',
  additionalQuestions: 'Gehaltsverhandlung, Online-Bewerbung',
};

async function rate(person: number, appointmentId: number, changes: Record<string, unknown> = {}) {
  return world.call(rateCoaching, await world.signIn(person), { ...validRating, appointmentId, ...changes });
}
const selectRatings = (appointment: number) =>
  world.db.selectFrom('rating').selectAll().where('appointment_id', '=', appointment).execute();

/**
 * Creates a participant who has one appointment with a new coach, two days ago unless `startsAt` is given. The status G
 * is booked, V is missed, K is cancelled.
 */
async function createAppointment(startsAt = inDays(-2, '10:00'), status: 'G' | 'V' | 'K' = 'G') {
  const [person, coach] = [await world.addParticipant(), await world.addCoach()];
  return { person, appointment: await world.addAppointment(coach, startsAt, { participant: person, status }) };
}

describe('a rating', () => {
  test('is stored with stars, texts, topics and an audit entry; the participant’s list shows its average [4.6] [6.3]', async () => {
    const { person, appointment } = await createAppointment();
    const { status, body } = await rate(person, appointment);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success', meta: { status: 'success' } } });
    expect(await selectRatings(appointment)).toMatchObject([
      {
        collaboration: 5,
        open_questions: 4,
        application_process: 3,
        competencies: 4,
        documents: 5,
        recommendation: 2,
        personal_feedback: validRating.personalFeedback,
        free_text: validRating.freeText,
        topics: ['Lebenslauf', 'Anschreiben'],
        topic_wishes: ['Online-Bewerbung', 'Gehaltsverhandlung'],
      },
    ]);
    const entries = await world.db.selectFrom('audit').selectAll().where('appointment_id', '=', appointment).execute();
    expect(entries).toMatchObject([{ action: 'rated', actor_id: person, person_id: person }]);
    const ownList = await world.call(listMyAppointments, await world.signIn(person), {});
    expect(ownList.body.data?.[0]?.meta.rating?.averageRating).toBeCloseTo(23 / 6);
  });

  test('is sent with the wire’s spellings of the fields [6.3]', () => {
    const stars = validRating.starQestions;
    const { personalFeedback, freeText } = validRating;
    const topics = ['Lebenslauf', 'Anschreiben'];
    const wishes = ['Gehaltsverhandlung', 'Online-Bewerbung'];
    const sent = toSubmission(7, { stars, personalFeedback, freeText, topics, wishes });
    expect(sent).toEqual({ ...validRating, appointmentId: 7 });
  });

  test('may have no text and no topic; null is stored as empty', async () => {
    const { person, appointment } = await createAppointment();
    const empty = { personalFeedback: null, freeText: '', speakWithCoachQuestions: '', additionalQuestions: null };
    expect((await rate(person, appointment, empty)).body.meta.status).toBe('success');
    expect(await selectRatings(appointment)).toMatchObject([
      { personal_feedback: '', free_text: '', topics: [], topic_wishes: [] },
    ]);
  });

  test('has no effect if it is sent again, and is refused if a different rating is stored', async () => {
    const { person, appointment } = await createAppointment();
    await rate(person, appointment);
    expect((await rate(person, appointment)).body.meta.status).toBe('success');
    const { status, body } = await rate(person, appointment, { freeText: 'anders' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'error', meta: { status: 'error', code: 'alreadyRated' } },
    });
    expect(body.message).toBe(rateCoaching.refusals.alreadyRated);
    expect(await selectRatings(appointment)).toMatchObject([{ free_text: validRating.freeText }]);
  });

  test.each(['V', 'K'] as const)('is refused for an appointment with the status %s', async (status) => {
    const { person, appointment } = await createAppointment(inDays(-2, '10:00'), status);
    expect((await rate(person, appointment)).body.meta.code).toBe('notRatable');
    expect(await selectRatings(appointment)).toEqual([]);
  });

  test('is refused for an appointment that is under way or before 2025-05-01, Berlin time [6.1]', async () => {
    const running = await createAppointment(new Date(Date.now() - 60_000));
    const early = await createAppointment(new Date('2025-04-30T21:59:00Z'));
    const firstRatable = await createAppointment(new Date('2025-04-30T22:00:00Z'));
    for (const { person, appointment } of [running, early])
      expect((await rate(person, appointment)).body.meta.code).toBe('notRatable');
    expect((await rate(firstRatable.person, firstRatable.appointment)).body.meta.status).toBe('success');
  });

  test('of another person’s appointment gets the same response as a rating of an unknown appointment', async () => {
    const { appointment } = await createAppointment();
    const stranger = await world.addParticipant();
    const otherPersonsResponse = await rate(stranger, appointment);
    const unknownResponse = await rate(stranger, 987_654_321);
    expect(otherPersonsResponse.status).toBe(404);
    expect(otherPersonsResponse.body).toEqual(unknownResponse.body);
    expect(await selectRatings(appointment)).toEqual([]);
  });

  test('is refused for an admin without a participant profile', async () => {
    const { appointment } = await createAppointment();
    expect((await rate(await world.addAdmin(), appointment)).body.meta.code).toBe('noParticipantProfile');
  });
});

describe('the fields of a rating [6.2]', () => {
  test.each([
    ['starQestions', 'an unanswered statement', [0, 5, 5, 5, 5, 5]],
    ['starQestions', 'stars for only five statements', [5, 5, 5, 5, 5]],
    ['starQestions', 'half a star', [5, 5, 5, 5, 5, 4.5]],
    ['starQestions', 'six stars for a statement', [5, 5, 5, 5, 5, 6]],
    ['personalFeedback', '501 characters', 'ä'.repeat(501)],
    ['freeText', '501 characters', 'x'.repeat(501)],
    ['speakWithCoachQuestions', 'a topic of 101 letters', `Lebenslauf, ${'ä'.repeat(101)}`],
    ['additionalQuestions', '41 topics', Array.from({ length: 41 }, (_, n) => `Thema ${n}`).join(', ')],
  ])('%s with %s is refused with an error at this field', async (field, _, value) => {
    const { person, appointment } = await createAppointment();
    const { status, body } = await rate(person, appointment, { [field]: value });
    expect({ status, top: body.status, code: body.meta.code }).toEqual({ status: 200, top: 'error', code: 'invalid' });
    expect(body.errors?.map(({ path }) => path)).toEqual([field]);
    expect(body.message).toBe(body.errors?.[0]?.message);
    expect(await selectRatings(appointment)).toEqual([]);
  });

  test('topics that the form does not offer are kept once each, after the form’s topics in the form’s order', async () => {
    const { person, appointment } = await createAppointment();
    const longestTopic = 'ö'.repeat(100);
    const manyTopics = Array.from({ length: 40 }, (_, n) => `Thema ${n}`);
    const topics = {
      speakWithCoachQuestions: `Kochen, Anschreiben, ${longestTopic}, Lebenslauf, Kochen`,
      additionalQuestions: manyTopics.join(', '),
    };
    expect((await rate(person, appointment, topics)).body.meta.status).toBe('success');
    expect((await rate(person, appointment, topics)).body.meta.status).toBe('success');
    expect(await selectRatings(appointment)).toMatchObject([
      { topics: ['Lebenslauf', 'Anschreiben', 'Kochen', longestTopic], topic_wishes: manyTopics },
    ]);
  });

  test('500 characters with line breaks are kept', async () => {
    const { person, appointment } = await createAppointment();
    const personalFeedback = `a\n${'ü'.repeat(498)}`;
    expect((await rate(person, appointment, { personalFeedback })).body.meta.status).toBe('success');
    expect(await selectRatings(appointment)).toMatchObject([{ personal_feedback: personalFeedback }]);
  });

  test.each([
    ['starQestions', undefined],
    ['starQestions', ['5', 5, 5, 5, 5, 5]],
    ['starQestions', 5],
    ['freeText', 7],
    ['personalFeedback', 'Glocke \u0007'],
    ['appointmentId', '1'],
  ])('%s as %j makes the request invalid', async (field, value) => {
    const { person, appointment } = await createAppointment();
    const { status, body } = await rate(person, appointment, { [field]: value });
    expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
    expect(body.errors?.[0]?.path.split('.')[0]).toBe(field);
  });
});

describe('if ratings of one appointment are sent at the same time', () => {
  /** Rates one appointment ten times in parallel; returns the sorted outcomes and the number of stored ratings. */
  async function rateTenTimes(portal: World, areDifferent: boolean) {
    const person = await portal.addParticipant();
    const coach = await portal.addCoach();
    const appointmentId = await portal.addAppointment(coach, inDays(-1, '10:00'), { participant: person });
    const session = await portal.signIn(person);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        portal.call(rateCoaching, session, { ...validRating, appointmentId, freeText: areDifferent ? `Nr. ${n}` : '' }),
      ),
    );
    const outcomes = answers.map(({ body }) => body.meta.code ?? body.meta.status);
    const { rows } = await sql`SELECT FROM rating WHERE appointment_id = ${appointmentId}`.execute(portal.db);
    return { outcomes: outcomes.sort(), storedCount: rows.length };
  }
  const nineRefusals = Array.from({ length: 9 }, () => 'alreadyRated');

  test('one of several different ratings is stored and the others are refused', async () => {
    expect(await rateTenTimes(world, true)).toEqual({ outcomes: [...nineRefusals, 'success'], storedCount: 1 });
  });

  test('one of several equal ratings is stored and all calls succeed', async () => {
    expect(await rateTenTimes(world, false)).toEqual({
      outcomes: Array.from({ length: 10 }, () => 'success'),
      storedCount: 1,
    });
  });

  test('a second rating is refused by the constraint even without locks, and is stored only if the constraint is missing, too', async () => {
    const worldWithoutLocks = await openWorld({ usesLocks: false });
    try {
      expect(await rateTenTimes(worldWithoutLocks, true)).toEqual({
        outcomes: [...nineRefusals, 'success'],
        storedCount: 1,
      });
      await sql`ALTER TABLE rating DROP CONSTRAINT rating_once`.execute(worldWithoutLocks.db);
      let maxStoredCount = 0;
      for (let attempt = 0; attempt < 5 && maxStoredCount < 2; attempt++)
        maxStoredCount = Math.max(maxStoredCount, (await rateTenTimes(worldWithoutLocks, true)).storedCount);
      expect(maxStoredCount).toBeGreaterThan(1);
    } finally {
      await worldWithoutLocks.close();
    }
  });
});
