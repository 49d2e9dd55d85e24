import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { getRatingAnalytics, getRatingOverview } from './contract.ts';
import { statements, topics, wishes } from './rules.ts';

let world: World;
let adminSession: string;
let ada: number;
let bea: number;
let participant: number;
const today = dateOf(new Date());
const range = { fromDate: addDays(today, -14), toDate: today, coachId: null, ratingFrom: 1, ratingTo: 5 };
type Stars = [number, number, number, number, number, number];

async function rate(
  coach: number,
  participantId: number,
  days: number,
  stars: Stars,
  discussedTopics: string[],
  topicWishes: string[],
) {
  const [collaboration, openQuestions, applicationProcess, competencies, documents, recommendation] = stars;
  await world.db
    .insertInto('rating')
    .values({
      appointment_id: await world.addAppointment(coach, inDays(days, '09:00'), { participant: participantId }),
      collaboration,
      open_questions: openQuestions,
      application_process: applicationProcess,
      competencies,
      documents,
      recommendation,
      topics: discussedTopics,
      topic_wishes: topicWishes,
      created_at: inDays(days + 1, '12:00'),
    })
    .execute();
}

const [cv = '', letter = ''] = [topics[2], topics[4]];
const [wish = ''] = wishes;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  ada = await world.addCoach({ firstName: 'Ada' });
  bea = await world.addCoach({ firstName: 'Bea' });
  participant = await world.addParticipant({ firstName: 'Jürgen', lastName: 'Müller' });
  const otherParticipant = await world.addParticipant();
  await rate(ada, participant, -3, [5, 5, 4, 3, 5, 5], [cv], []);
  await rate(ada, otherParticipant, -4, [1, 2, 1, 2, 1, 1], [cv, letter], [wish]);
  await rate(bea, otherParticipant, -5, [4, 4, 4, 4, 4, 3], [letter, cv], [wish]);
  await rate(bea, otherParticipant, -40, [2, 2, 2, 2, 2, 2], ['Sonstiges'], []);
});
afterAll(() => world.close());

const getAnalytics = async (changes: Record<string, unknown> = {}) =>
  (await world.call(getRatingAnalytics, adminSession, { ...range, ...changes })).body;

describe('the analytics of ratings', () => {
  test('count six categories in the order of the form, with exactly the fields of the contract [6.7]', async () => {
    const { data } = await getAnalytics();
    expect(data).toEqual({
      categories: [
        { titel: statements[0], star1: 1, star2: 0, star3: 0, star4: 1, star5: 1, average: 10 / 3 },
        { titel: statements[1], star1: 0, star2: 1, star3: 0, star4: 1, star5: 1, average: 11 / 3 },
        { titel: statements[2], star1: 1, star2: 0, star3: 0, star4: 2, star5: 0, average: 3 },
        { titel: statements[3], star1: 0, star2: 1, star3: 1, star4: 1, star5: 0, average: 3 },
        { titel: statements[4], star1: 1, star2: 0, star3: 0, star4: 1, star5: 1, average: 10 / 3 },
        { titel: statements[5], star1: 1, star2: 0, star3: 1, star4: 0, star5: 1, average: 3 },
      ],
      total: {
        ratings: 3,
        all1Stars: 4,
        all2Stars: 2,
        all3Stars: 2,
        all4Stars: 6,
        all5Stars: 4,
        average: (4 + 2 * 2 + 2 * 3 + 6 * 4 + 4 * 5) / 18,
      },
      speakWithCoachQuestions: [
        { name: cv, count: 3 },
        { name: letter, count: 2 },
      ],
      additionalQuestions: [{ name: wish, count: 2 }],
    });
  });

  // The list of ratings reads the same rows with another statement, so both must show the same ratings.
  test.each([
    ['the default range', () => ({}), 3],
    ['a coach', () => ({ coachId: ada }), 2],
    ['a minimum of stars', () => ({ ratingFrom: 4 }), 1],
    ['a maximum of stars', () => ({ ratingTo: 2 }), 1],
    ['a participant', () => ({ participantId: participant }), 1],
    ['a name in any spelling', () => ({ participantName: 'mueller' }), 1],
    ['an earlier range', () => ({ fromDate: addDays(today, -60), toDate: addDays(today, -20) }), 1],
    ['a range without ratings', () => ({ fromDate: '2020-01-01', toDate: '2020-01-31' }), 0],
  ])('count the same ratings as the list shows if filtered by %s [6.7]', async (_, changes, ratingCount) => {
    const { data } = await getAnalytics(changes());
    const list = (await world.call(getRatingOverview, adminSession, { ...range, ...changes() })).body.data ?? [];
    expect(list).toHaveLength(ratingCount);
    expect(data?.total.ratings).toBe(ratingCount);
    const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
    expect(data?.total.average).toBeCloseTo(mean(list.map(({ averageRating }) => averageRating)), 10);
    const averages = data?.categories.map(({ average }) => average);
    const expected = [
      mean(list.map((rating) => rating.starsCollaboration)),
      mean(list.map((rating) => rating.starsClarifyingOpenQuestions)),
      mean(list.map((rating) => rating.starsApplicationProcess)),
      mean(list.map((rating) => rating.starsCompetencies)),
      mean(list.map((rating) => rating.starsApplicationDocuments)),
      mean(list.map((rating) => rating.starRatingRecommend)),
    ];
    averages?.forEach((average, index) => expect(average).toBeCloseTo(expected[index] ?? Number.NaN, 10));
    for (const [counts, field] of [
      [data?.speakWithCoachQuestions, 'speakWithCoachQuestions'],
      [data?.additionalQuestions, 'additionalQuestions'],
    ] as const) {
      const listedTopics = list.flatMap((rating) => (rating[field] ?? '').split(', ').filter(Boolean));
      expect(counts?.reduce((sum, { count }) => sum + count, 0)).toBe(listedTopics.length);
    }
  });

  test('are refused for a range or stars in the wrong order, and for more than ten years [6.7]', async () => {
    const { errors } = await getAnalytics({ fromDate: today, toDate: addDays(today, -1), ratingFrom: 4, ratingTo: 2 });
    expect(errors).toEqual([
      { path: 'toDate', message: 'Das Enddatum muss nach dem Startdatum liegen' },
      { path: 'ratingTo', message: 'Die höchste Bewertung darf nicht unter der niedrigsten liegen.' },
    ]);
    expect((await getAnalytics({ fromDate: '2010-01-01' })).meta).toMatchObject({
      code: 'rangeTooLong',
      message: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
    });
  });
});
