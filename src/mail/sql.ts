import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../server/db.ts';
import type { MailKind } from './outbox.ts';

/** A queued mail with all that its message may need; null parts where the mail does not speak of them. */
export interface QueuedFacts {
  kind: MailKind;
  person: number;
  /** Null once the person was anonymised. */
  email: string | null;
  /** Failed tries so far. */
  failures: number;
  firstName: string;
  confirmed: boolean;
  inactive: boolean;
  appointment: {
    id: number;
    /** How often its state has changed. */
    sequence: number;
    status: string;
    /** 'byParticipant', 'byAdmin' or 'goodwill'; null unless cancelled. */
    cancelKind: string | null;
    startsAt: Date;
    endsAt: Date;
    coachId: number;
    coach: string;
    participant: string;
    teamsLink: string;
    rated: boolean;
  } | null;
  /** Of a reminder: whether the person has switched its kind off. */
  unwanted: boolean;
  /** The database's time. */
  now: Date;
}

/** Loads a mail that waits; null when it is gone, sent, given up or overtaken. */
export async function loadUnsent(db: Db, clock: Clock, id: string): Promise<QueuedFacts | null> {
  const row = await db
    .selectFrom('mail as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('appointment as a', 'a.id', 'm.appointment_id')
    .leftJoin('coach as c', 'c.person_id', 'a.coach_id')
    .leftJoin('person as cp', 'cp.id', 'a.coach_id')
    .leftJoin('person as tp', 'tp.id', 'a.participant_id')
    .leftJoin('rating as r', 'r.appointment_id', 'a.id')
    .leftJoin('reminder_choice as w', (join) =>
      join.onRef('w.person_id', '=', 'p.id').onRef('w.kind', '=', 'm.kind').on('w.wanted', '=', false),
    )
    .select([
      'm.kind',
      'm.attempts as failures',
      'p.id as person',
      'p.email',
      'p.first_name as firstName',
      sql<boolean>`p.confirmed_at IS NOT NULL`.as('confirmed'),
      sql<boolean>`p.inactive_at IS NOT NULL`.as('inactive'),
      'a.id as appointmentId',
      'a.calendar_sequence as sequence',
      'a.status',
      'a.cancel_kind as cancelKind',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'a.coach_id as coachId',
      'c.teams_link as teamsLink',
      sql<string>`coalesce(cp.full_name, '')`.as('coach'),
      sql<string>`coalesce(tp.full_name, '')`.as('participant'),
      sql<boolean>`r.id IS NOT NULL`.as('rated'),
      sql<boolean>`w.person_id IS NOT NULL`.as('unwanted'),
      now(clock).as('now'),
    ])
    .where('m.id', '=', id)
    // Counted, for the planner would rather read the index of all that wait than this one's row.
    .where(sql<number>`num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at)`, '=', 0)
    .executeTakeFirst();
  if (!row) return null;
  const { kind, person, email, failures, firstName, confirmed, inactive, unwanted } = row;
  const { sequence, status, cancelKind, startsAt, endsAt, coachId, teamsLink, coach, participant, rated } = row;
  const about = { id: row.appointmentId, sequence, status, startsAt, endsAt, coachId, teamsLink };
  return {
    ...{ kind: kind as MailKind, person, email, failures, firstName, confirmed, inactive, unwanted, now: row.now },
    appointment: isComplete(about) ? { ...about, cancelKind, coach, participant, rated } : null,
  };
}

type Complete<T> = { [Field in keyof T]: NonNullable<T[Field]> };

/** An outer join that met a row leaves none of its required columns empty. */
function isComplete<T extends object>(joined: T): joined is T & Complete<T> {
  return Object.values(joined).every((value) => value !== null);
}

const hours = { confirmation: 48, temporaryPassword: 24 };

/**
 * Stores the hash of the secret of a mail that is about to leave; it ends 48 (confirmation) or 24 hours later by the
 * database. False where the mail was withdrawn meanwhile: then its secret opens nothing.
 */
export async function keepHash(
  db: Db,
  clock: Clock,
  mail: string,
  kind: 'confirmation' | 'temporaryPassword',
  hash: string,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO credential (person_id, kind, hash, expires_at)
    SELECT person_id, ${kind}, ${hash}, ${now(clock)} + ${hours[kind]} * interval '1 hour'
    FROM mail WHERE id = ${mail} FOR UPDATE
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/**
 * Does `work` while no other worker is at the same mail; one that comes meanwhile waits for its turn. The lock ends
 * with its connection, so a killed worker leaves none behind.
 */
export async function holdMail(db: Db, id: string, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx);
    await work();
  });
}

/** Remembers that a mail has left. */
export async function markSent(db: Db, clock: Clock, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set((e) => ({ sent_at: now(clock), tried_at: now(clock), attempts: e('attempts', '+', 1), last_code: null }))
    .where('id', '=', id)
    .execute();
}

/** Remembers a try that failed, with the code of its fault; `final` gives the mail up. */
export async function markFailed(tx: Tx, clock: Clock, id: string, code: string, final: boolean): Promise<void> {
  await tx
    .updateTable('mail')
    .set((e) => ({
      tried_at: now(clock),
      attempts: e('attempts', '+', 1),
      last_code: code,
      ...(final ? { failed_at: now(clock) } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

/** Remembers that a mail was no longer true, or of use, before it left. */
export async function markOvertaken(db: Db, clock: Clock, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ overtaken_at: now(clock) })
    .where('id', '=', id)
    .execute();
}

/**
 * Gives jobs back whose worker is gone: those of the pools of workers that are named, and those held for five minutes
 * by anybody. No mail takes that long: the time limits of its connections end it before. The nightly work may.
 */
export async function unlockAbandoned(db: Db, pools: string[]): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker.jobs
    WHERE locked_by = ANY (${pools}) OR locked_at < clock_timestamp() - interval '5 minutes' AND task_identifier <> 'nightly'
  `.execute(db);
}
