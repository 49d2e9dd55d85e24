import { sql } from 'kysely';
import type { Tx } from '../server/db.ts';
import type { AppointmentKind } from './appointment-words.ts';

/** The messages of the product. Which words and secrets they need is decided when they are sent. */
export type MailKind =
  'confirmation' | 'temporaryPassword' | 'passwordChanged' | 'emailChanged' | 'fileFromCoach' | AppointmentKind;

/** One message to one person; `appointment` where it speaks of one. */
export interface QueuedMail {
  kind: MailKind;
  person: number;
  appointment?: number;
}

/** Sending is tried for about a day, with growing pauses. */
const attempts = 12;

/** Queues messages in the transaction that causes them: they leave if, and only if, it commits. */
export async function queueMail(tx: Tx, mails: QueuedMail[]): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id, appointment_id)
      SELECT m->>'kind', (m->>'person')::bigint, (m->>'appointment')::bigint
      FROM json_array_elements(${JSON.stringify(mails)}::json) m
      RETURNING id
    )
    SELECT graphile_worker.add_job('mail', json_build_object('id', id), max_attempts => ${attempts}) FROM queued
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
      json_build_object('id', coalesce((SELECT id FROM queued), gen_random_uuid())),
      max_attempts => ${attempts}
    )
  `.execute(tx);
}
