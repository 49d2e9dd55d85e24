import type { Db } from '../../../platform/database/db.ts';
import type { MarkupCounts } from './rules.ts';

/** Returns a stored docx whose tracked changes and comments have not been counted; undefined if there is none. */
export async function findUncountedDocument(db: Db) {
  return db
    .selectFrom('document')
    .select(['id', 'store_key as storeKey', 'sha256'])
    .where('ending', '=', 'docx')
    .where('markup_counted', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Stores the numbers of tracked changes and comments in a document; null if it cannot be read. */
export async function setMarkupCounts(db: Db, id: number, counts: MarkupCounts | null): Promise<void> {
  await db
    .updateTable('document')
    .set({ ...counts, markup_counted: true })
    .where('id', '=', id)
    .execute();
}
