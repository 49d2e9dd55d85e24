import { sql } from 'kysely';
import type { Tx } from '../server/db.ts';
import type { AppointmentKind } from './appointment-words.ts';
import { reminderKinds, type ReminderKind } from './rules.ts';

/** The messages of the product. Which words and secrets they need is decided when they are sent. */
export type MailKind =
  | 'confirmation'
  | 'temporaryPassword'
  | 'passwordChanged'
  | 'emailChanged'
  | 'fileFromCoach'
  | AppointmentKind
  | ReminderKind;

/** One message to one person; `appointment` where it speaks of one. */
export interface QueuedMail {
  kind: MailKind;
  person: number;
  appointment?: number;
}

/**
 * Queues messages in the transaction that causes them: they leave if, and only if, it commits. Reminders, which come in
 * crowds, let all others pass.
 */
export async function queueMail(tx: Tx, mails: QueuedMail[]): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id, appointment_id)
      SELECT m->>'kind', (m->>'person')::bigint, (m->>'appointment')::bigint
      FROM json_array_elements(${JSON.stringify(mails)}::json) m
      RETURNING id, kind
    )
    SELECT graphile_worker.add_job(
      'mail',
      json_build_object('id', id),
      priority => CASE WHEN kind = ANY (${reminderKinds}) THEN 1 ELSE 0 END
    ) FROM queued
  `.execute(tx);
}

/**
 * Queues the mail of a forgotten password: a one-time password for a confirmed, active account, the confirmation link
 * again for an unconfirmed one, nothing for an unknown one. The same statements run in every case, so that the time
 * of the answer tells nothing (contract §4).
 */
export async function queueForgotten(tx: Tx, email: string): Promise<void> {
  await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id)
      SELECT CASE WHEN confirmed_at IS NULL THEN 'confirmation' ELSE 'temporaryPassword' END, id
      FROM person WHERE lower(email) = lower(${email}) AND inactive_at IS NULL
      RETURNING id
    )
    SELECT graphile_worker.add_job(
      'mail',
      json_build_object('id', coalesce((SELECT id FROM queued), gen_random_uuid()))
    )
  `.execute(tx);
}

/**
 * Sends a mail again: a fresh one of the same kind, with a Message-ID of its own, for programs hide a second mail of
 * the same. False while it still waits, for then it leaves anyway, and for an unknown id.
 */
export async function queueAgain(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id, appointment_id)
      SELECT kind, person_id, appointment_id FROM mail
      WHERE id = ${id} AND num_nonnulls(sent_at, failed_at, overtaken_at) = 1
      RETURNING id
    )
    SELECT graphile_worker.add_job('mail', json_build_object('id', id)) FROM queued
  `.execute(tx);
  return rows.length === 1;
}

/** Has a mail tried again in so many seconds. */
export async function queueRetry(tx: Tx, id: string, seconds: number): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(
      'mail',
      json_build_object('id', ${id}::text),
      run_at => clock_timestamp() + ${seconds}::double precision * interval '1 second'
    )
  `.execute(tx);
}
