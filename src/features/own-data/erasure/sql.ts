import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import { roles } from '../../../shared/roles.ts';

/** An erasure request; `closedAt` and `answer` are null while it is open. */
export interface RequestRow {
  id: number;
  requestedAt: Date;
  reason: string;
  closedAt: Date | null;
  answer: string | null;
}

/** A person's newest request, null if there is none. */
export async function findNewestRequest(db: Db | Tx, person: number): Promise<RequestRow | null> {
  const request = await db
    .selectFrom('erasure_request')
    .select(['id', 'requested_at as requestedAt', 'reason', 'closed_at as closedAt', 'closing_reason as answer'])
    .where('person_id', '=', person)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return request ?? null;
}

/**
 * Opens a request of a participant; returns false if a request is already open. The caller must have locked the
 * participant.
 */
export async function insertRequest(tx: Tx, clock: Clock, person: number, reason: string): Promise<boolean> {
  const request = await tx
    .insertInto('erasure_request')
    .values({ person_id: person, reason, requested_at: now(clock) })
    .onConflict((conflict) => conflict.column('person_id').where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return request !== undefined;
}

/** Deletes a participant's open request; returns false if none is open. The caller must have locked the participant. */
export async function deleteOpenRequest(tx: Tx, person: number): Promise<boolean> {
  const request = await tx
    .deleteFrom('erasure_request')
    .where('person_id', '=', person)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return request !== undefined;
}

/** All open requests with the names and addresses of the people who made them, the oldest first. */
export function selectOpenRequests(db: Db) {
  return db
    .selectFrom('erasure_request as r')
    .innerJoin('person as p', 'p.id', 'r.person_id')
    .select([
      'p.id as participantId',
      'p.full_name as fullName',
      sql<string>`coalesce(p.email, '')`.as('email'),
      'r.requested_at as requestedAt',
      'r.reason',
    ])
    .where('r.closed_at', 'is', null)
    .orderBy('r.requested_at')
    .orderBy('r.id')
    .execute();
}

/** The disabled admins who are not anonymised yet, by last name. The contract calls an admin's id `participantId`. */
export function selectFormerAdmins(db: Db) {
  return db
    .selectFrom('person')
    .select(['id as participantId', 'full_name as fullName', sql<string>`coalesce(email, '')`.as('email')])
    .where('role_id', '=', roles.admin.value)
    .where('inactive_at', 'is not', null)
    .where('anonymised_at', 'is', null)
    .orderBy('last_name')
    .orderBy('id')
    .execute();
}

/** Closes a request with an admin's reason. The caller must have locked the participant. */
export async function closeRequest(tx: Tx, clock: Clock, id: number, admin: number, reason: string): Promise<void> {
  await tx
    .updateTable('erasure_request')
    .set({ closed_at: now(clock), closed_by: admin, closing_reason: reason })
    .where('id', '=', id)
    .execute();
}
