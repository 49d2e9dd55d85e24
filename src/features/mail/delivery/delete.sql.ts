import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { mailsWithSecrets } from '../kinds/account.words.ts';

/** The maximum number of attempts to delete mail files. They take most of a year; the last ones are six hours apart. */
const maxAttempts = 1000;

/**
 * Deletes all credentials of a person: mailed secrets, used one-time passwords and trusted devices. Also deletes the
 * unsent mails that would create more secrets.
 */
export async function deleteAllCredentials(tx: Tx, person: number): Promise<void> {
  // The mails are deleted first, because a worker locks the row of a mail before it stores the secret.
  await tx
    .deleteFrom('mail')
    .where('person_id', '=', person)
    .where('sent_at', 'is', null)
    .where('kind', 'in', Object.keys(mailsWithSecrets))
    .execute();
  await tx.deleteFrom('credential').where('person_id', '=', person).execute();
}

/**
 * The ids of the mails that may name a participant: mails to the participant, and to coaches about the participant's
 * appointments.
 */
export async function findMailsNamingParticipant(tx: Tx, person: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM mail
    WHERE person_id = ${person} OR appointment_id IN (SELECT id FROM appointment WHERE participant_id = ${person})
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * The ids of the mails to other people that may name a coach or an admin: about the coach's present and former
 * appointments, about appointments that this person has cancelled or moved, and about offers of the coach's slots.
 */
export async function findMailsNamingStaff(tx: Tx, person: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH own_appointments AS (SELECT id FROM appointment WHERE coach_id = ${person} OR cancelled_by = ${person})
    SELECT id FROM mail
    WHERE appointment_id IN (SELECT id FROM own_appointments)
      OR appointment_id IN (SELECT id FROM appointment WHERE moved_from IN (SELECT id FROM own_appointments))
      OR offer_id IN (SELECT id FROM waiting_offer WHERE coach_id = ${person})
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes all mails to a person, sent or not, with their jobs. Queues a job that deletes the mail files with the ids
 * `fileIds`. Rows of mails to other people stay: they contain no text, and a mail that is sent later uses the person's
 * name at that time. An erasure calls `deleteMailedSecrets` after this function, because a worker may store a
 * secret until the mails are deleted.
 */
export async function deleteMailsTo(tx: Tx, person: number, fileIds: readonly string[]): Promise<void> {
  await sql`
    WITH deleted AS (DELETE FROM mail WHERE person_id = ${person} RETURNING id::text)
    SELECT graphile_worker.complete_jobs(array_agg(j.id))
    FROM graphile_worker._private_jobs j JOIN deleted ON j.payload->>'id' = deleted.id
  `.execute(tx);
  if (fileIds.length > 0)
    await sql`
      SELECT graphile_worker.add_job(
        'forgetMails', ${JSON.stringify({ ids: fileIds })}::json, max_attempts => ${maxAttempts}
      )
    `.execute(tx);
}

/** Whether a worker is delivering one of these mails at this moment. */
export async function isDelivering(db: Db, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL AND payload->>'id' = ANY (${ids})
  `.execute(db);
  return rows.length > 0;
}

/** Returns the ids that belong to a mail in the database. */
export async function findExistingMails(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM mail WHERE id = ANY(${ids}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
