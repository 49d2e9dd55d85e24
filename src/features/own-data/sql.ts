import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import { shownActions, type AccessFacts } from './words.ts';

/** Stores the phone number of a locked participant; false if it is the stored one already. */
export async function savePhone(tx: Tx, person: number, phone: string): Promise<boolean> {
  const changed = await tx
    .updateTable('person')
    .set({ phone })
    .where('id', '=', person)
    .where('phone', '<>', phone)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** An entry of the access log with the names of today. */
export interface AccessRow extends AccessFacts {
  at: Date;
  document: string | null;
}

/** A page of what others did with a participant's data, newest first, and the number of all such entries. */
export async function listAccess(
  db: Db,
  person: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AccessRow[]; total: number }> {
  const about = sql`person_id = ${person} AND actor_id IS DISTINCT FROM ${person} AND action = ANY (${shownActions})`;
  const { rows } = await sql<AccessRow>`
    SELECT e.at, e.action, e.actor_id AS "actorId", p.full_name AS actor, p.role_id AS "roleId", d.name AS document
    FROM (SELECT * FROM audit WHERE ${about} ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) e
      LEFT JOIN person p ON p.id = e.actor_id
      LEFT JOIN document d ON d.id = e.document_id
    ORDER BY e.at DESC, e.id DESC
  `.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM audit WHERE ${about}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
