import type { AuditAction } from './rules.ts';
import type { Tx } from '../../platform/database/db.ts';

/** An entry of the append-only log: who did what to whom. Ids only. */
export interface Entry {
  /** Null for an action at the server's command line, by nobody with an account. */
  actor: number | null;
  action: AuditAction;
  person?: number;
  appointment?: number;
  document?: number;
  /** Start of an appointment that the action deletes, since its row is gone afterwards. */
  startsAt?: Date;
}

/** Writes an entry in the transaction of the action: both are stored, or neither. */
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
 * The same as a part of a larger statement: `entries` is SQL that yields actor, action, person and appointment of each
 * entry.
 */
export const auditing = (entries: string) =>
  `INSERT INTO audit (actor_id, action, person_id, appointment_id) ${entries}`;
