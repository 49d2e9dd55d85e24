import { nameBeginsWith } from '../people/exports.ts';
import { sql } from 'kysely';
import { now, catchViolation, type Db, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { RatingOrder } from './contract.ts';
import type { Rating } from './rules.ts';

/** An appointment of a participant. Its row is locked. */
export interface OwnAppointment {
  status: string;
  startsAt: Date;
  endsAt: Date;
  /** The time after the appointment was locked. */
  now: Date;
}

/**
 * Locks and returns an appointment of a participant; null if there is none with this id or it is another participant's.
 * The participant's row must be locked already.
 */
export async function lockOwnAppointment(
  tx: Tx,
  app: App,
  appointmentId: number,
  participantId: number,
): Promise<OwnAppointment | null> {
  const { rows } = await sql<OwnAppointment>`
    WITH own AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointmentId} AND participant_id = ${participantId}
      ${app.usesLocks ? sql`FOR UPDATE` : sql``}
    )
    SELECT status, starts_at AS "startsAt", ends_at AS "endsAt", ${now(app.clock)} AS now FROM own
  `.execute(tx);
  return rows[0] ?? null;
}

/** Whether an appointment belongs to a participant. */
export async function isOwnAppointment(db: Db, appointmentId: number, participantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('appointment')
    .select('id')
    .where('id', '=', appointmentId)
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the rating of an appointment; null if there is none yet. */
export async function findRating(tx: Tx, appointmentId: number): Promise<Rating | null> {
  const row = await tx.selectFrom('rating').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst();
  if (!row) return null;
  return {
    stars: [
      row.collaboration,
      row.open_questions,
      row.application_process,
      row.competencies,
      row.documents,
      row.recommendation,
    ],
    personalFeedback: row.personal_feedback,
    freeText: row.free_text,
    topics: row.topics,
    wishes: row.topic_wishes,
  };
}

/** Stores a valid rating and returns null; returns 'alreadyRated' if the appointment has a rating. */
export function insertRating(tx: Tx, appointmentId: number, rating: Rating, createdAt: Date) {
  const [collaboration = 0, openQuestions = 0, applicationProcess = 0, competencies = 0, documents = 0, recommend = 0] =
    rating.stars;
  return catchViolation({ rating_once: 'alreadyRated' as const }, () =>
    tx
      .insertInto('rating')
      .values({
        appointment_id: appointmentId,
        collaboration,
        open_questions: openQuestions,
        application_process: applicationProcess,
        competencies,
        documents,
        recommendation: recommend,
        personal_feedback: rating.personalFeedback,
        free_text: rating.freeText,
        topics: [...rating.topics],
        topic_wishes: [...rating.wishes],
        created_at: createdAt,
      })
      .execute(),
  );
}

/**
 * The filters for ratings. A rating must have been given at or after `from` and before `till`, with an average of
 * `minStars` to `maxStars`. `coach` and `participant` are ids; null and '' do not filter.
 */
export interface RatingFilters {
  from: Date;
  till: Date;
  coach: number | null;
  participant: number | null;
  name: string;
  minStars: number;
  maxStars: number;
}

const average = sql<number>`(r.collaboration + r.open_questions + r.application_process + r.competencies + r.documents
  + r.recommendation)::double precision / 6`;

/** Returns a query for the ratings `r` that match all filters. */
function selectMatching(db: Db, { from, till, coach, participant, name, minStars, maxStars }: RatingFilters) {
  let query = db.selectFrom('rating as r').where('r.created_at', '>=', from).where('r.created_at', '<', till);
  // All ratings have 1 to 5 stars. A condition for this full range would make the planner expect only few matches.
  if (minStars > 1 || maxStars < 5) query = query.where(sql<boolean>`${average} BETWEEN ${minStars} AND ${maxStars}`);
  if (coach !== null) query = query.where('r.coach_id', '=', coach);
  const appointmentConditions = [
    ...(participant === null ? [] : [sql`participant_id = ${participant}`]),
    ...(name ? [sql`participant_id IN (${selectPeopleNamed(name)})`] : []),
  ];
  if (appointmentConditions.length > 0)
    query = query.where(
      sql<boolean>`r.appointment_id IN (SELECT id FROM appointment WHERE ${sql.join(appointmentConditions, sql` AND `)})`,
    );
  return query;
}

/** SQL: the ids of people, except anonymised ones. Each word of `name` must be the start of a word in their name. */
const selectPeopleNamed = (name: string) =>
  sql`SELECT p.id FROM person p WHERE p.anonymised_at IS NULL AND ${nameBeginsWith(name)}`;

/** Returns the number of ratings that match all filters. */
export async function countRatings(db: Db, filters: RatingFilters): Promise<number> {
  const { total } = await selectMatching(db, filters)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns a page of the ratings that match all filters, or all of them if `limit` is null. */
export function listRatings(
  db: Db,
  filters: RatingFilters,
  { limit, offset, order }: { limit: number | null; offset: number; order: RatingOrder },
) {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  let query = selectMatching(db, filters)
    .innerJoin('appointment as a', 'a.id', 'r.appointment_id')
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .select([
      'r.id as ratingId',
      'p.gender as participantSalutation',
      'p.first_name as participantFirstName',
      'p.last_name as participantLastName',
      'c.gender as coachSalutation',
      'c.first_name as coachFirstName',
      'c.last_name as coachLastName',
      'r.created_at as createdAt',
      average.as('averageRating'),
      'r.collaboration as starsCollaboration',
      'r.open_questions as starsClarifyingOpenQuestions',
      'r.application_process as starsApplicationProcess',
      'r.competencies as starsCompetencies',
      'r.documents as starsApplicationDocuments',
      'r.recommendation as starRatingRecommend',
      'r.personal_feedback as personalFeedback',
      'r.free_text as freeText',
      'r.topics',
      'r.topic_wishes as wishes',
    ])
    .offset(offset);
  if (order === 'best' || order === 'worst') query = query.orderBy(average, order === 'best' ? 'desc' : 'asc');
  query = query.orderBy('r.created_at', direction).orderBy('r.id', direction);
  return (limit === null ? query : query.limit(limit)).execute();
}

/** Returns the newest ratings of a coach, or of all coaches if `coach` is null. */
export function listLatestRatings(db: Db, limit: number, coach: number | null) {
  const noFilters = { from: new Date(0), till: new Date('2200-01-01'), participant: null, name: '' };
  return listRatings(db, { ...noFilters, minStars: 1, maxStars: 5, coach }, { limit, offset: 0, order: 'newest' });
}

/** Returns how many matching ratings gave each statement (0–5, in the order of the form) each number of stars. */
export async function countStars(db: Db, filters: RatingFilters) {
  const ratings = selectMatching(db, filters).select([
    'r.collaboration',
    'r.open_questions',
    'r.application_process',
    'r.competencies',
    'r.documents',
    'r.recommendation',
  ]);
  const { rows } = await sql<{ statement: number; stars: number; count: number }>`
    SELECT statement, stars, count(*)::int AS count
    FROM (${ratings}) r, LATERAL (VALUES
      (0, r.collaboration), (1, r.open_questions), (2, r.application_process),
      (3, r.competencies), (4, r.documents), (5, r.recommendation)
    ) given (statement, stars)
    GROUP BY statement, stars
  `.execute(db);
  return rows;
}

/** Returns how often each topic was discussed (not `isWish`) or wished for (`isWish`) in the matching ratings. */
export async function countTopics(db: Db, filters: RatingFilters) {
  const ratings = selectMatching(db, filters).select(['r.topics', 'r.topic_wishes']);
  const { rows } = await sql<{ isWish: boolean; name: string; count: number }>`
    SELECT is_wish AS "isWish", name, count(*)::int AS count
    FROM (${ratings}) r, LATERAL (
      SELECT false, unnest(r.topics) UNION ALL SELECT true, unnest(r.topic_wishes)
    ) chosen (is_wish, name)
    GROUP BY is_wish, name
  `.execute(db);
  return rows;
}
