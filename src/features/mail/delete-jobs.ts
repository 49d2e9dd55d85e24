import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';

/** Tried for most of a year, at last every six hours. */
const attempts = 1000;

/** Ends the secrets of a person: those that were mailed, and the mails that would make further ones. */
export async function endSecrets(tx: Tx, person: number): Promise<void> {
  // The mails first: a worker that is about to store a secret holds the row of its mail.
  await tx
    .deleteFrom('mail')
    .where('person_id', '=', person)
    .where('sent_at', 'is', null)
    .where('kind', 'in', ['confirmation', 'temporaryPassword'])
    .execute();
  await tx.deleteFrom('credential').where('person_id', '=', person).execute();
}

/** The mails that name a person or may do so: those to them, and those to coaches about their appointments. */
export async function mailsNaming(tx: Tx, person: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM mail
    WHERE person_id = ${person} OR appointment_id IN (SELECT id FROM appointment WHERE participant_id = ${person})
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes what was and would be written to a person, with its jobs, and queues the removal of the messages on disk that
 * `ids` names. Rows to coaches stay; they hold no word, and what is queued later is written with the name that the person
 * has then. Whoever erases the person ends the secrets behind this: a worker may store one until the mails are gone.
 */
export async function forgetMailsOf(tx: Tx, person: number, ids: readonly string[]): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM mail WHERE person_id = ${person} RETURNING id::text)
    SELECT graphile_worker.complete_jobs(array_agg(j.id))
    FROM graphile_worker._private_jobs j JOIN gone ON j.payload->>'id' = gone.id
  `.execute(tx);
  if (ids.length > 0)
    await sql`
      SELECT graphile_worker.add_job('forgetMails', ${JSON.stringify({ ids })}::json, max_attempts => ${attempts})
    `.execute(tx);
}

const payload = z.object({ ids: z.array(z.uuid()) });

/**
 * Removes messages that were written to DATA_DIR/mails. Throws, to be tried again, while one of them is being written:
 * its file would come after this.
 */
export async function forgetMails({ db, settings }: Pick<App, 'db' | 'settings'>, job: unknown): Promise<void> {
  const { ids } = z.parse(payload, job);
  const { rows } = await sql`
    SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL AND payload->>'id' = ANY (${ids})
  `.execute(db);
  if (rows.length > 0) throw new Error('a mail of these is under way');
  for (const id of ids) {
    await rm(join(settings.dataDir, 'mails', `${id}.eml`), { force: true });
    await rm(join(settings.dataDir, 'mails', `.${id}.part`), { force: true });
  }
}
