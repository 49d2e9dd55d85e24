import { sql } from 'kysely';
import { now, refusedBy, type Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import type { Rating } from './rules.ts';

/** An own appointment under its lock, with the clock read behind it. */
export interface OwnAppointment {
  status: string;
  startsAt: Date;
  endsAt: Date;
  now: Date;
}

/** Locks an appointment of a participant whose lock is held; null for an unknown id or somebody else's. */
export async function lockOwn(
  tx: Tx,
  app: App,
  appointment: number,
  participant: number,
): Promise<OwnAppointment | null> {
  const { rows } = await sql<OwnAppointment>`
    WITH own AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointment} AND participant_id = ${participant}
      ${app.locks ? sql`FOR UPDATE` : sql``}
    )
    SELECT status, starts_at AS "startsAt", ends_at AS "endsAt", ${now(app.clock)} AS now FROM own
  `.execute(tx);
  return rows[0] ?? null;
}

/** The rating of an appointment; null where there is none yet. */
export async function findRating(tx: Tx, appointment: number): Promise<Rating | null> {
  const row = await tx.selectFrom('rating').selectAll().where('appointment_id', '=', appointment).executeTakeFirst();
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

/** Stores a checked rating; the constraint refuses a second one that came in between. */
export function addRating(tx: Tx, appointment: number, rating: Rating, at: Date) {
  const [collaboration = 0, openQuestions = 0, applicationProcess = 0, competencies = 0, documents = 0, recommend = 0] =
    rating.stars;
  return refusedBy({ rating_once: 'alreadyRated' as const }, () =>
    tx
      .insertInto('rating')
      .values({
        appointment_id: appointment,
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
        created_at: at,
      })
      .execute(),
  );
}
