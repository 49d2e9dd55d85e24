import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { myAppointment } from '../booking/contract.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { rateCoaching, submissionOf } from './contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A rating as clients send it (reference 6.3). */
const good = {
  starQestions: [5, 4, 3, 4, 5, 2],
  personalFeedback: 'Sehr hilfreich,\nvielen Dank!',
  freeText: 'Mehr zu Gehältern',
  speakWithCoachQuestions: 'Lebenslauf, Anschreiben',
  additionalQuestions: 'Gehaltsverhandlung, Online-Bewerbung',
};

async function rated(person: number, appointmentId: number, changes: Record<string, unknown> = {}) {
  return world.call(rateCoaching, await world.signIn(person), { ...good, appointmentId, ...changes });
}
const rowsOf = (appointment: number) =>
  world.db.selectFrom('rating').selectAll().where('appointment_id', '=', appointment).execute();

/** A participant with one past appointment with a coach of their own. */
async function coached(startsAt = inDays(-2, '10:00'), status: 'G' | 'V' | 'K' = 'G') {
  const [person, coach] = [await world.participant(), await world.coach()];
  return { person, appointment: await world.appointment(coach, startsAt, { participant: person, status }) };
}

describe('rating', () => {
  test('stores stars, texts and topics with an audit entry and shows the average in one’s own list [4.6] [6.3]', async () => {
    const { person, appointment } = await coached();
    const { status, body } = await rated(person, appointment);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success', meta: { status: 'success' } } });
    expect(await rowsOf(appointment)).toMatchObject([
      {
        ...{ collaboration: 5, open_questions: 4, application_process: 3 },
        ...{ competencies: 4, documents: 5, recommendation: 2 },
        personal_feedback: good.personalFeedback,
        free_text: good.freeText,
        topics: ['Lebenslauf', 'Anschreiben'],
        topic_wishes: ['Online-Bewerbung', 'Gehaltsverhandlung'],
      },
    ]);
    const entries = await world.db.selectFrom('audit').selectAll().where('appointment_id', '=', appointment).execute();
    expect(entries).toMatchObject([{ action: 'rated', actor_id: person, person_id: person }]);
    const own = await world.call(myAppointment, await world.signIn(person), {});
    expect(own.body.data?.[0]?.meta.rating?.averageRating).toBeCloseTo(23 / 6);
  });

  test('uses the wire’s spellings [6.3]', () => {
    const stars = good.starQestions;
    const { personalFeedback, freeText } = good;
    const topics = ['Lebenslauf', 'Anschreiben'];
    const wishes = ['Gehaltsverhandlung', 'Online-Bewerbung'];
    const sent = submissionOf(7, { stars, personalFeedback, freeText, topics, wishes });
    expect(sent).toEqual({ ...good, appointmentId: 7 });
  });

  test('needs no text and no topic; null counts as empty', async () => {
    const { person, appointment } = await coached();
    const empty = { personalFeedback: null, freeText: '', speakWithCoachQuestions: '', additionalQuestions: null };
    expect((await rated(person, appointment, empty)).body.meta.status).toBe('success');
    expect(await rowsOf(appointment)).toMatchObject([
      { personal_feedback: '', free_text: '', topics: [], topic_wishes: [] },
    ]);
  });

  test('the same rating again succeeds without effect, a different one is refused', async () => {
    const { person, appointment } = await coached();
    await rated(person, appointment);
    expect((await rated(person, appointment)).body.meta.status).toBe('success');
    const { status, body } = await rated(person, appointment, { freeText: 'anders' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'error', meta: { status: 'error', code: 'alreadyRated' } },
    });
    expect(body.message).toBe(rateCoaching.refusals.alreadyRated);
    expect(await rowsOf(appointment)).toMatchObject([{ free_text: good.freeText }]);
  });

  test.each(['V', 'K'] as const)('an appointment in %s cannot be rated', async (status) => {
    const { person, appointment } = await coached(inDays(-2, '10:00'), status);
    expect((await rated(person, appointment)).body.meta.code).toBe('notRatable');
    expect(await rowsOf(appointment)).toEqual([]);
  });

  test('an appointment under way cannot be rated, nor one before 2025-05-01; the last minute counts in Berlin [6.1]', async () => {
    const running = await coached(new Date(Date.now() - 60_000));
    const early = await coached(new Date('2025-04-30T21:59:00Z'));
    const first = await coached(new Date('2025-04-30T22:00:00Z'));
    for (const { person, appointment } of [running, early])
      expect((await rated(person, appointment)).body.meta.code).toBe('notRatable');
    expect((await rated(first.person, first.appointment)).body.meta.status).toBe('success');
  });

  test('somebody else’s appointment gets the same answer as one that does not exist', async () => {
    const { appointment } = await coached();
    const stranger = await world.participant();
    const seen = await rated(stranger, appointment);
    const missing = await rated(stranger, 987_654_321);
    expect(seen.status).toBe(404);
    expect(seen.body).toEqual(missing.body);
    expect(await rowsOf(appointment)).toEqual([]);
  });

  test('an admin without a participant record cannot rate', async () => {
    const { appointment } = await coached();
    expect((await rated(await world.admin(), appointment)).body.meta.code).toBe('noParticipantProfile');
  });
});

describe('the form [6.2]', () => {
  test.each([
    ['starQestions', 'an unanswered statement', [0, 5, 5, 5, 5, 5]],
    ['starQestions', 'five stars', [5, 5, 5, 5, 5]],
    ['starQestions', 'half a star', [5, 5, 5, 5, 5, 4.5]],
    ['starQestions', 'a sixth star', [5, 5, 5, 5, 5, 6]],
    ['personalFeedback', '501 characters', 'ä'.repeat(501)],
    ['freeText', '501 characters', 'x'.repeat(501)],
    ['speakWithCoachQuestions', 'a topic of 101 letters', `Lebenslauf, ${'ä'.repeat(101)}`],
    ['additionalQuestions', '41 topics', Array.from({ length: 41 }, (_, n) => `Thema ${n}`).join(', ')],
  ])('%s with %s is an outcome that names the field', async (field, _, value) => {
    const { person, appointment } = await coached();
    const { status, body } = await rated(person, appointment, { [field]: value });
    expect({ status, top: body.status, code: body.meta.code }).toEqual({ status: 200, top: 'error', code: 'invalid' });
    expect(body.errors?.map(({ path }) => path)).toEqual([field]);
    expect(body.message).toBe(body.errors?.[0]?.message);
    expect(await rowsOf(appointment)).toEqual([]);
  });

  test('another client’s topics are kept, each once, after those of the form in its order', async () => {
    const { person, appointment } = await coached();
    const longest = 'ö'.repeat(100);
    const many = Array.from({ length: 40 }, (_, n) => `Thema ${n}`);
    const topics = {
      speakWithCoachQuestions: `Kochen, Anschreiben, ${longest}, Lebenslauf, Kochen`,
      additionalQuestions: many.join(', '),
    };
    expect((await rated(person, appointment, topics)).body.meta.status).toBe('success');
    expect((await rated(person, appointment, topics)).body.meta.status).toBe('success');
    expect(await rowsOf(appointment)).toMatchObject([
      { topics: ['Lebenslauf', 'Anschreiben', 'Kochen', longest], topic_wishes: many },
    ]);
  });

  test('500 characters with line breaks are kept', async () => {
    const { person, appointment } = await coached();
    const personalFeedback = `a\n${'ü'.repeat(498)}`;
    expect((await rated(person, appointment, { personalFeedback })).body.meta.status).toBe('success');
    expect(await rowsOf(appointment)).toMatchObject([{ personal_feedback: personalFeedback }]);
  });

  test.each([
    ['starQestions', undefined],
    ['starQestions', ['5', 5, 5, 5, 5, 5]],
    ['starQestions', 5],
    ['freeText', 7],
    ['personalFeedback', 'Glocke \u0007'],
    ['appointmentId', '1'],
  ])('%s as %j is a fault of form', async (field, value) => {
    const { person, appointment } = await coached();
    const { status, body } = await rated(person, appointment, { [field]: value });
    expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
    expect(body.errors?.[0]?.path.split('.')[0]).toBe(field);
  });
});

describe('sent several times at once', () => {
  /**
   * Rates one appointment ten times in parallel; returns how often each outcome came, and how many ratings are stored.
   */
  async function rush(where: World, different: boolean) {
    const person = await where.participant();
    const host = await where.coach();
    const appointmentId = await where.appointment(host, inDays(-1, '10:00'), { participant: person });
    const session = await where.signIn(person);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        where.call(rateCoaching, session, { ...good, appointmentId, freeText: different ? `Nr. ${n}` : '' }),
      ),
    );
    const outcomes = answers.map(({ body }) => body.meta.code ?? body.meta.status);
    const { rows } = await sql`SELECT FROM rating WHERE appointment_id = ${appointmentId}`.execute(where.db);
    return { outcomes: outcomes.sort(), stored: rows.length };
  }
  const nine = Array.from({ length: 9 }, () => 'alreadyRated');

  test('different ratings: one is stored, the others are refused', async () => {
    expect(await rush(world, true)).toEqual({ outcomes: [...nine, 'success'], stored: 1 });
  });

  test('the same rating: one is stored, all succeed', async () => {
    expect(await rush(world, false)).toEqual({ outcomes: Array.from({ length: 10 }, () => 'success'), stored: 1 });
  });

  test('with the locks removed the constraint still holds; without both, a second one is stored', async () => {
    const unlocked = await openWorld({ locks: false });
    try {
      expect(await rush(unlocked, true)).toEqual({ outcomes: [...nine, 'success'], stored: 1 });
      await sql`ALTER TABLE rating DROP CONSTRAINT rating_once`.execute(unlocked.db);
      let most = 0;
      for (let round = 0; round < 5 && most < 2; round++) most = Math.max(most, (await rush(unlocked, true)).stored);
      expect(most).toBeGreaterThan(1);
    } finally {
      await unlocked.close();
    }
  });
});
