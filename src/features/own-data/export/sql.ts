import { sql } from 'kysely';
import { applyJobTimeouts, type Db, type Tx } from '../../../platform/database/db.ts';

/** The id of the person with this e-mail address or id, null if there is none. */
export async function findPersonId(db: Db, emailOrId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM person WHERE lower(email) = lower(${emailOrId}) OR id::text = ${emailOrId}
  `.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Lets all statements of a transaction read the data of the same moment, and gives the transaction the time limit of a
 * job. Must be called before any other statement of the transaction.
 */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
  await applyJobTimeouts(tx);
}

/** A participant's documents, with the keys of their contents in the store. */
export function selectDocuments(tx: Tx, person: number) {
  return tx
    .selectFrom('document')
    .select(['id', 'name', 'store_key as key'])
    .where('participant_id', '=', person)
    .orderBy('id')
    .execute();
}

/** The pictures of a coach's introductions. */
export function selectPictures(tx: Tx, person: number) {
  return tx
    .selectFrom('introduction')
    .select(['id', 'picture'])
    .where('person_id', '=', person)
    .where('picture', 'is not', null)
    .orderBy('id')
    .execute();
}

/** The labels of all locations by their ids. */
export async function selectLocationLabels(tx: Tx): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; label: string }>`SELECT id, label FROM location`.execute(tx);
  return new Map(rows.map(({ id, label }) => [id, label]));
}
