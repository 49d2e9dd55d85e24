import type { Tx } from '../../../platform/database/db.ts';

/** Stores when the participant of a locked booking said that they come. Returns false if they had said so before. */
export async function saveComing(tx: Tx, appointment: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointment')
    .set({ coming_at: at })
    .where('id', '=', appointment)
    .where('coming_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
