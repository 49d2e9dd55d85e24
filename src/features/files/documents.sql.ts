import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { ListedFile } from './contract.ts';
import type { DocumentState } from './rules.ts';

/** A document as it is stored, with the participant to whom it belongs. */
export interface StoredDocument extends ListedFile {
  participant: number;
  ending: string;
}

/** Documents of these participants, newest first, as seen by the person `reader`. */
export async function selectDocuments(db: Db, participants: number[], reader: number): Promise<StoredDocument[]> {
  if (participants.length === 0) return [];
  const rows = await db
    .selectFrom('document')
    .select([
      'id',
      'participant_id as participant',
      'name',
      'ending',
      'by_coach as uploadByCoach',
      'uploaded_by as uploadedBy',
      'size',
      'uploaded_at as uploadedAt',
      'version',
      'answers',
      sql<DocumentState>`state`.as('state'),
    ])
    .where('participant_id', 'in', participants)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ uploadedBy, state, ...row }) => ({
    ...row,
    state: row.uploadByCoach ? null : state,
    mine: uploadedBy === reader,
    uploadedAt: row.uploadedAt.toISOString(),
  }));
}

/** A document for download or deletion; null for an unknown id. */
export async function findDocument(db: Db | Tx, id: number) {
  const document = await db
    .selectFrom('document')
    .select(['id', 'participant_id as participant', 'uploaded_by as uploadedBy', 'by_coach as byCoach', 'name', 'size'])
    .select(['store_key as storeKey', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  return document ?? null;
}

/** Removes the row of a document. */
export async function deleteDocument(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('document').where('id', '=', id).execute();
}
