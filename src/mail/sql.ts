import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db, type Tx } from '../server/db.ts';
import { prepare } from '../server/prepared.ts';
import type { MailKind } from './outbox.ts';

/** A queued mail with all that its message may need; null parts where the mail does not speak of them. */
export interface QueuedFacts {
  kind: MailKind;
  person: number;
  /** Where it goes; null once the person was anonymised. */
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

interface UnsentRow {
  kind: string;
  failures: number;
  person: number;
  email: string | null;
  firstName: string;
  confirmed: boolean;
  inactive: boolean;
  appointmentId: number | null;
  sequence: number | null;
  status: string | null;
  cancelKind: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  coachId: number | null;
  teamsLink: string | null;
  coach: string;
  participant: string;
  rated: boolean;
  unwanted: boolean;
  now: Date;
}

// Counted, for the planner would rather read the index of all that wait than this one's row.
const unsent = prepare<UnsentRow>(
  'mail.unsent',
  `SELECT m.kind, m.attempts AS failures, p.id AS person, coalesce(m.address, p.email) AS email, p.first_name AS "firstName",
    p.confirmed_at IS NOT NULL AS confirmed, p.inactive_at IS NOT NULL AS inactive, a.id AS "appointmentId",
    a.calendar_sequence AS sequence, a.status, a.cancel_kind AS "cancelKind", a.starts_at AS "startsAt",
    a.ends_at AS "endsAt", a.coach_id AS "coachId", c.teams_link AS "teamsLink",
    coalesce(cp.full_name, '') AS coach, coalesce(tp.full_name, '') AS participant, r.id IS NOT NULL AS rated,
    w.person_id IS NOT NULL AS unwanted, ${nowShifted('$2')} AS now
  FROM mail m JOIN person p ON p.id = m.person_id
    LEFT JOIN appointment a ON a.id = m.appointment_id
    LEFT JOIN coach c ON c.person_id = a.coach_id
    LEFT JOIN person cp ON cp.id = a.coach_id
    LEFT JOIN person tp ON tp.id = a.participant_id
    LEFT JOIN rating r ON r.appointment_id = a.id
    LEFT JOIN reminder_choice w ON w.person_id = p.id AND w.kind = m.kind AND NOT w.wanted
  WHERE m.id = $1 AND num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at) = 0`,
);

/** Loads a mail that waits; null when it is gone, sent, given up or overtaken. */
export async function loadUnsent(db: Db, clock: Clock, id: string): Promise<QueuedFacts | null> {
  const [row] = await unsent(db, id, clock.shiftMs);
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

const hold = prepare('mail.hold', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

/**
 * Does `work` while no other worker is at the same mail; one that comes meanwhile waits for its turn. The lock ends
 * with its connection, so a killed worker leaves none behind.
 */
export async function holdMail(db: Db, id: string, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await hold(tx, id);
    await work();
  });
}

const leave = prepare(
  'mail.leave',
  `UPDATE mail SET sent_at = ${nowShifted('$2')}, tried_at = ${nowShifted('$2')}, attempts = attempts + 1, last_code = NULL
  WHERE id = $1`,
);

/** Remembers that a mail has left. */
export async function markSent(db: Db, clock: Clock, id: string): Promise<void> {
  await leave(db, id, clock.shiftMs);
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
