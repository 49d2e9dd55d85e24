import { now, type Clock, type Tx } from '../../platform/database/db.ts';

/** Stores that a person imports a calendar, and returns the id of the import. */
export async function insertImport(tx: Tx, by: number): Promise<number> {
  const { id } = await tx.insertInto('import').values({ imported_by: by }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks an import and returns whether it was undone; null for an unknown id. */
export async function lockImport(tx: Tx, id: number): Promise<{ undone: boolean } | null> {
  const row = await tx
    .selectFrom('import')
    .select('undone_at as undoneAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? { undone: row.undoneAt !== null } : null;
}

/**
 * Locks and returns the free, booked and missed appointments of an import, in order of id. Waits for concurrent
 * bookings.
 */
export function lockImportedAppointments(tx: Tx, id: number): Promise<{ id: number; status: string }[]> {
  return tx
    .selectFrom('appointment')
    .select(['id', 'status'])
    .where('import_id', '=', id)
    .where('status', 'in', ['F', 'G', 'V'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Marks an import as undone. */
export async function markImportUndone(tx: Tx, clock: Clock, id: number): Promise<void> {
  await tx
    .updateTable('import')
    .set({ undone_at: now(clock) })
    .where('id', '=', id)
    .execute();
}
