import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import type { MailMarkup } from './kinds/file.words.ts';
import type { MailKind } from './kinds/words.ts';
import { reminderKinds } from './rules.ts';

/**
 * A mail to queue for one person, possibly about an appointment, about documents with changes and comments, or about a
 * passkey.
 */
export interface NewMail {
  kind: MailKind;
  person: number;
  appointment?: number;
  markup?: MailMarkup;
  passkeyName?: string;
}

/**
 * SQL that queues mails within a larger statement; `mails` is SQL that selects kind, person and appointment. While
 * `to_hand_over` is true, the mail has no job yet (see `queueMailJobs`).
 */
export const insertMailsSql = (mails: string) =>
  `INSERT INTO mail (kind, person_id, appointment_id, to_hand_over) SELECT *, true FROM (${mails}) m`;

const insertMailRows = prepare(
  'mail.queue',
  `INSERT INTO mail (kind, person_id, appointment_id, changes, comments, passkey_name, to_hand_over)
  SELECT m->>'kind', (m->>'person')::bigint, (m->>'appointment')::bigint, (m->'markup'->>'changes')::integer,
    (m->'markup'->>'comments')::integer, m->>'passkeyName', true
  FROM json_array_elements($1) m`,
);

/** Queues mails in the transaction of the change that they are about. They are sent only if the change is committed. */
export async function queueMails(tx: Tx, mails: NewMail[]): Promise<void> {
  if (mails.length > 0) await insertMailRows(tx, JSON.stringify(mails));
}

/**
 * Withdraws the unsent mails about an absence by marking them as superseded (`overtaken_at`). Returns the mails that
 * could not be withdrawn because they have been sent or are being sent right now.
 */
export async function withdrawAbsenceMails(
  tx: Tx,
  clock: Clock,
  absence: number,
): Promise<{ kind: MailKind; person: number; appointment: number }[]> {
  const { rows } = await sql<{ kind: MailKind; person: number; appointment: number }>`
    WITH absence_mails AS MATERIALIZED (
      SELECT * FROM mail WHERE absence_id = ${absence} AND num_nonnulls(failed_at, overtaken_at) = 0
      ORDER BY id FOR UPDATE
    ), withdrawn AS (
      UPDATE mail SET overtaken_at = ${now(clock)}, to_hand_over = false
      WHERE id IN (
        -- The worker that sends a mail holds this lock (see withMailLock).
        SELECT id FROM absence_mails
        WHERE sent_at IS NULL AND (to_hand_over OR pg_try_advisory_xact_lock(hashtextextended(id::text, 0)))
      )
      RETURNING id
    )
    SELECT kind, person_id AS person, appointment_id AS appointment FROM absence_mails
    WHERE id NOT IN (SELECT id FROM withdrawn) ORDER BY created_at, id
  `.execute(tx);
  return rows;
}

/**
 * Queues superseded mails again after a change to bookings was undone. `appointments` are the restored bookings. The
 * mails are about these bookings, or about appointments from which they had been moved, and were superseded
 * (`overtaken_at`) at `since` or later. A mail that is still out of date is marked as superseded again on delivery.
 */
export async function requeueSupersededMails(tx: Tx, appointments: readonly number[], since: Date): Promise<void> {
  await sql`
    UPDATE mail m SET overtaken_at = NULL, to_hand_over = true
    FROM appointment restored, appointment a
    WHERE restored.id = ANY (${appointments}::bigint[]) AND a.participant_id = restored.participant_id
      AND coalesce(a.calendar_event, a.id) = coalesce(restored.calendar_event, restored.id)
      AND m.appointment_id = a.id AND m.overtaken_at >= ${since}
      -- Mails that were withdrawn with an absence stay withdrawn.
      AND NOT EXISTS (SELECT FROM absence b WHERE b.id = m.absence_id AND b.ended_by = 'undone')
  `.execute(tx);
}

/** Queues a mail to a person's old address, in the transaction that replaces this address. */
export async function queueMailToOldAddress(tx: Tx, person: number, address: string): Promise<void> {
  await tx
    .insertInto('mail')
    .values({ kind: 'emailReplaced' satisfies MailKind, person_id: person, address, to_hand_over: true })
    .execute();
}

/** Queues the answer to a person's erasure request, in the transaction that closes the request. */
export async function queueErasureAnswer(tx: Tx, person: number, request: number): Promise<void> {
  await tx
    .insertInto('mail')
    .values({
      kind: 'erasureAnswered' satisfies MailKind,
      person_id: person,
      erasure_request_id: request,
      to_hand_over: true,
    })
    .execute();
}

const insertMailJobs = prepare(
  'mail.queueJobs',
  `WITH waiting AS MATERIALIZED (
    SELECT id, kind = ANY ($1::text[]) AS is_reminder FROM mail
    WHERE to_hand_over AND (hold_until IS NULL OR hold_until <= ${nowShifted('$3')})
    ORDER BY is_reminder, created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), queued AS (
    UPDATE mail m SET to_hand_over = false FROM waiting w WHERE m.id = w.id RETURNING m.id, w.is_reminder, m.created_at
  ), jobs AS (
    -- Of the fields of a job_spec, only the identifier, the payload and the priority are set.
    SELECT array_agg((
      'mail', json_build_object('id', id), NULL, NULL, NULL, NULL, CASE WHEN is_reminder THEN 1 ELSE 0 END, NULL
    )::graphile_worker.job_spec ORDER BY created_at) AS specs
    FROM queued HAVING count(*) > 0
  )
  SELECT count(*) FROM jobs CROSS JOIN graphile_worker.add_jobs(specs)`,
);

/**
 * Queues jobs for at most `limit` waiting mails that have none yet, oldest first. Mails about changes by staff and
 * about absences get no job before their `hold_until`. Reminders get a job after all other mails, because many are due
 * at the same time. All jobs are added in one call, since every call notifies the workers.
 */
export async function queueMailJobs(db: Db, clock: Clock, limit: number): Promise<void> {
  await insertMailJobs(db, reminderKinds, limit, clock.shiftMs);
}

/**
 * Queues the mail for a forgotten password: a one-time password for a confirmed, active account, a new link for an
 * unconfirmed account (in an invitation, if the last mail with a link was one), nothing for any other address, nor for
 * people with `excludedRoles`. The same statements run in every case, so the response time does not reveal whether the
 * account exists (reference 3.9).
 */
export async function queuePasswordReset(tx: Tx, email: string, excludedRoles: readonly number[]): Promise<void> {
  await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id)
      SELECT CASE WHEN confirmed_at IS NOT NULL THEN 'temporaryPassword' ELSE coalesce(
        (SELECT m.kind FROM mail m WHERE m.person_id = p.id AND m.kind IN ('confirmation', 'invitation')
         ORDER BY m.created_at DESC LIMIT 1),
        'confirmation'
      ) END, id
      FROM person p WHERE lower(email) = lower(${email}) AND inactive_at IS NULL
        AND NOT coalesce(role_id = ANY (${excludedRoles}::bigint[]), false)
      RETURNING id
    )
    SELECT graphile_worker.add_job(
      'mail',
      json_build_object('id', coalesce((SELECT id FROM queued), gen_random_uuid()))
    )
  `.execute(tx);
}

/**
 * Queues a mail to the owner of a confirmed, active account after someone has tried to register with the account's
 * address. The owner gets at most one such mail in 24 hours. Returns the owner's id, or null if no mail is queued.
 */
export async function queueRegistrationAttemptMail(tx: Tx, email: string): Promise<number | null> {
  const { rows } = await sql<{ person: number }>`
    WITH queued AS (
      INSERT INTO mail (kind, person_id)
      SELECT 'registrationTried', p.id
      FROM person p
      WHERE lower(p.email) = lower(${email}) AND p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM mail m
          WHERE m.person_id = p.id AND m.kind = 'registrationTried'
            AND m.created_at > clock_timestamp() - interval '24 hours'
        )
      RETURNING id, person_id
    )
    SELECT person_id AS person, graphile_worker.add_job('mail', json_build_object('id', id)) FROM queued
  `.execute(tx);
  return rows[0]?.person ?? null;
}

/**
 * Queues a copy of a mail that was sent, given up or superseded. The copy has a new Message-ID, since mail programs
 * hide a second mail with the same Message-ID. Returns false if the mail is still waiting or its id is unknown.
 */
export async function queueResend(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id, appointment_id, offer_id, erasure_request_id, changes, comments)
      SELECT kind, person_id, appointment_id, offer_id, erasure_request_id, changes, comments FROM mail
      WHERE id = ${id} AND num_nonnulls(sent_at, failed_at, overtaken_at) = 1
      RETURNING id
    )
    SELECT graphile_worker.add_job('mail', json_build_object('id', id)) FROM queued
  `.execute(tx);
  return rows.length === 1;
}

/** Queues the next attempt to send a mail that is being tried again. It replaces an attempt that is already queued. */
export async function queueAttempt(tx: Tx, id: string, { inSeconds }: { inSeconds: number }): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(
      'mail',
      json_build_object('id', ${id}::text),
      run_at => clock_timestamp() + ${inSeconds}::double precision * interval '1 second',
      job_key => 'mail:' || ${id}::text
    )
  `.execute(tx);
}
