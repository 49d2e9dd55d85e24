import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { getRatingOverview } from './contract.ts';

let world: World;
let coach: number;
let otherCoach: number;
let participant: number;
const adminOnlyWord = 'Kanarienvogel';
const today = dateOf(new Date());
const range = { fromDate: addDays(today, -14), toDate: today, coachId: null, ratingFrom: 1, ratingTo: 5 };

async function insertRating(coachId: number, rater: number, days: number, stars: number[], createdAt = new Date()) {
  const [a = 1, b = 1, c = 1, d = 1, e = 1, f = 1] = stars;
  const appointment = await world.addAppointment(coachId, inDays(days, '09:00'), { participant: rater });
  await world.db
    .insertInto('rating')
    .values({
      appointment_id: appointment,
      collaboration: a,
      open_questions: b,
      application_process: c,
      competencies: d,
      documents: e,
      recommendation: f,
      personal_feedback: 'Danke!',
      free_text: adminOnlyWord,
      topics: ['Lebenslauf', adminOnlyWord],
      topic_wishes: [adminOnlyWord],
      created_at: createdAt,
    })
    .execute();
}

beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach({ firstName: 'Ada' });
  otherCoach = await world.addCoach({ firstName: 'Bea' });
  participant = await world.addParticipant({ firstName: 'Jürgen', lastName: 'Müller' });
  await insertRating(coach, participant, -3, [5, 5, 5, 5, 5, 4]);
  await insertRating(otherCoach, await world.addParticipant({ firstName: '(Kim)' }), -4, [1, 2, 1, 2, 1, 2]);
  await insertRating(coach, participant, -30, [3, 3, 3, 3, 3, 3], inDays(-20, '12:00'));
});
afterAll(() => world.close());

const getOverview = async (person: number, changes: Record<string, unknown> = {}) =>
  (await world.call(getRatingOverview, await world.signIn(person), { ...range, ...changes })).body;

describe('an admin', () => {
  let admin: number;
  beforeAll(async () => {
    admin = await world.addAdmin();
  });

  test('sees every rating of the range, newest first, with free text and topics [6.6]', async () => {
    const { data } = await getOverview(admin);
    expect(data).toHaveLength(2);
    expect(data?.find((rating) => rating.coachFirstName === 'Ada')).toMatchObject({
      participantFirstName: 'Jürgen',
      averageRating: 29 / 6,
      starRatingRecommend: 4,
      createdAt: today,
      personalFeedback: 'Danke!',
      freeText: adminOnlyWord,
      speakWithCoachQuestions: `Lebenslauf, ${adminOnlyWord}`,
      additionalQuestions: adminOnlyWord,
    });
  });

  test.each([
    ['newest', ['Bea', 'Ada', 'Ada']],
    ['oldest', ['Ada', 'Ada', 'Bea']],
    ['best', ['Ada', 'Ada', 'Bea']],
    ['worst', ['Bea', 'Ada', 'Ada']],
  ])('can sort the ratings with the %s first [6.6]', async (sort, coaches) => {
    const { data } = await getOverview(admin, { fromDate: addDays(today, -30), sort });
    expect(data?.map(({ coachFirstName }) => coachFirstName)).toEqual(coaches);
    const averages = data?.map(({ averageRating }) => Math.round(averageRating));
    if (sort === 'best') expect(averages).toEqual([5, 3, 2]);
    if (sort === 'worst') expect(averages).toEqual([2, 3, 5]);
  });

  test.each([
    ['a coach', () => ({ coachId: otherCoach }), ['Bea']],
    ['the lowest stars', () => ({ ratingFrom: 4 }), ['Ada']],
    ['the highest stars', () => ({ ratingTo: 2 }), ['Bea']],
    ['a participant', () => ({ participantId: participant }), ['Ada']],
    ['a name in any spelling', () => ({ participantName: 'mueller' }), ['Ada']],
    ['a name with comma and brackets', () => ({ participantName: 'Müller, (Jürgen)' }), ['Ada']],
    ['percent signs, which match no name', () => ({ participantName: '%%' }), []],
    ['underscores, which match no name', () => ({ participantName: '__' }), []],
    ['an earlier range', () => ({ fromDate: addDays(today, -25), toDate: addDays(today, -15) }), ['Ada']],
  ])('can filter the ratings by %s [6.6]', async (_, changes, coaches) => {
    expect((await getOverview(admin, changes())).data?.map((rating) => rating.coachFirstName)).toEqual(coaches);
  });

  test('gets one page of ratings, or all if no page size is given, with the total number', async () => {
    const longRange = { fromDate: addDays(today, -60) };
    const { data: allRatings, meta } = await getOverview(admin, longRange);
    expect(meta).toMatchObject({ total: 3 });
    const pages = [];
    for (const page of [1, 2, 3]) {
      const { data, meta: pageMeta } = await getOverview(admin, { ...longRange, page, pageSize: 2 });
      expect(pageMeta).toMatchObject({ total: 3 });
      pages.push(data?.map(({ ratingId }) => ratingId));
    }
    const ids = allRatings?.map(({ ratingId }) => ratingId) ?? [];
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2), []]);
    expect((await getOverview(coach, { ...longRange, page: 1, pageSize: 1 })).meta).toMatchObject({ total: 2 });
  });

  test('gets an error for a range or stars in the wrong order, and for more than ten years [6.6]', async () => {
    const { errors } = await getOverview(admin, {
      fromDate: today,
      toDate: addDays(today, -1),
      ratingFrom: 4,
      ratingTo: 2,
    });
    expect(errors?.map(({ path }) => path)).toEqual(['toDate', 'ratingTo']);
    expect((await getOverview(admin, { fromDate: '2010-01-01' })).meta.code).toBe('rangeTooLong');
  });
});

test('a coach sees only their own ratings, whichever coach is requested, and neither free text nor topics [6.6]', async () => {
  for (const changes of [{}, { coachId: otherCoach }]) {
    const body = await getOverview(coach, changes);
    expect(body.data?.map((rating) => rating.coachFirstName)).toEqual(['Ada']);
    expect(JSON.stringify(body)).not.toContain(adminOnlyWord);
    expect(Object.keys(body.data?.[0] ?? {}).sort()).toEqual(
      [
        'averageRating',
        'coachFirstName',
        'coachLastName',
        'coachSalutation',
        'createdAt',
        'participantFirstName',
        'participantLastName',
        'participantSalutation',
        'personalFeedback',
        'ratingId',
        'starRatingRecommend',
        'starsApplicationDocuments',
        'starsApplicationProcess',
        'starsClarifyingOpenQuestions',
        'starsCollaboration',
        'starsCompetencies',
      ].sort(),
    );
  }
});
