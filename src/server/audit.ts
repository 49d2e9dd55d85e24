import type { Tx } from './db.ts';

/** What the log tells of: one word per deed, never a content. */
export type Action =
  | 'registered'
  | 'confirmed'
  | 'passwordChanged'
  | 'booked'
  | 'cancelledByParticipant'
  | 'rated'
  | 'imported'
  | 'appointmentCreated'
  | 'appointmentDeleted'
  | 'fileUploaded'
  | 'fileDownloaded'
  | 'fileDeleted';

/** An entry of the append-only log: who did what to whom. Ids only. */
export interface Entry {
  actor: number;
  action: Action;
  person?: number;
  appointment?: number;
  document?: number;
}

/** Writes an entry into the transaction that does the deed: both are there, or neither. */
export async function audit(tx: Tx, entry: Entry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      actor_id: entry.actor,
      action: entry.action,
      person_id: entry.person ?? null,
      appointment_id: entry.appointment ?? null,
      document_id: entry.document ?? null,
    })
    .execute();
}
