import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import { accessLogActions, type AccessEntry } from './words.ts';

/**
 * Stores a participant's phone number; returns false if it is already stored. The caller must have locked the
 * participant.
 */
export async function updatePhone(tx: Tx, person: number, phone: string): Promise<boolean> {
  const changedPerson = await tx
    .updateTable('person')
    .set({ phone })
    .where('id', '=', person)
    .where('phone', '<>', phone)
    .returning('id')
    .executeTakeFirst();
  return changedPerson !== undefined;
}

/** An entry of the access log with its instant and the current name of its document. */
export interface AccessRow extends AccessEntry {
  at: Date;
  document: string | null;
}

/** A page of a participant's access log, newest entries first, and the number of entries on all pages. */
export async function selectAccessEntries(
  db: Db,
  person: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AccessRow[]; total: number }> {
  const filter = sql`
    person_id = ${person} AND actor_id IS DISTINCT FROM ${person} AND action = ANY (${accessLogActions})
  `;
  const { rows } = await sql<AccessRow>`
    SELECT e.at, e.action, e.actor_id AS "actorId", p.full_name AS actor, p.role_id AS "roleId", d.name AS document
    FROM (SELECT * FROM audit WHERE ${filter} ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) e
      LEFT JOIN person p ON p.id = e.actor_id
      LEFT JOIN document d ON d.id = e.document_id
    ORDER BY e.at DESC, e.id DESC
  `.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*) AS total FROM audit WHERE ${filter}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}
