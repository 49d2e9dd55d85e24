import type { Action } from '../audit/rules.ts';
import type { Tx } from './db.ts';

/** An entry of the append-only log: who did what to whom. Ids only. */
export interface Entry {
  /** Null where no person did it, but somebody at the server's command line. */
  actor: number | null;
  action: Action;
  person?: number;
  appointment?: number;
  document?: number;
  /** Start of an appointment that the deed takes away, for its own row will not tell it. */
  startsAt?: Date;
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
      appointment_starts_at: entry.startsAt ?? null,
    })
    .execute();
}

/**
 * The same as part of a larger statement that is written out: `entries` is SQL that yields actor, action, person and
 * appointment of each entry.
 */
export const auditing = (entries: string) =>
  `INSERT INTO audit (actor_id, action, person_id, appointment_id) ${entries}`;
