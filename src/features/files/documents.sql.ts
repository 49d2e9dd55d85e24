import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { ListedFile } from './contract.ts';
import type { DocumentState } from './rules.ts';

/** A document in a list, with the participant to whom it belongs and its file extension. */
export interface StoredDocument extends ListedFile {
  participant: number;
  extension: string;
}

/** Returns the documents of these participants, newest first. `mine` is true if the caller uploaded the document. */
export async function selectDocuments(db: Db, participants: number[], caller: number): Promise<StoredDocument[]> {
  if (participants.length === 0) return [];
  const rows = await db
    .selectFrom('document')
    .select([
      'id',
      'participant_id as participant',
      'name',
      'ending as extension',
      'by_coach as uploadByCoach',
      'uploaded_by as uploadedBy',
      'size',
      'uploaded_at as uploadedAt',
      'version',
      'answers',
      'insertions',
      'deletions',
      'comments',
      sql<DocumentState>`state`.as('state'),
    ])
    .where('participant_id', 'in', participants)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ uploadedBy, state, insertions, deletions, comments, ...row }) => ({
    ...row,
    markup: insertions === null || deletions === null || comments === null ? null : { insertions, deletions, comments },
    state: row.uploadByCoach ? null : state,
    mine: uploadedBy === caller,
    uploadedAt: row.uploadedAt.toISOString(),
  }));
}

/** Returns the columns of a document that downloads and deletions need; null for an unknown id. */
export async function findDocument(db: Db | Tx, id: number) {
  const document = await db
    .selectFrom('document')
    .select(['id', 'participant_id as participant', 'uploaded_by as uploadedBy', 'by_coach as byCoach', 'name', 'size'])
    .select(['ending as extension', 'version'])
    .select(['store_key as storeKey', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  return document ?? null;
}

/** Deletes the row of a document, but not its bytes in the store. */
export async function deleteDocument(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('document').where('id', '=', id).execute();
}
