import type { Tx } from '../../src/platform/database/db.ts';

/** Adds a person's request for erasure from 24 days ago (reference 10.12). */
export async function addErasureRequest(tx: Tx, now: Date, person: number): Promise<void> {
  const requested_at = new Date(now.getTime() - 24 * 86_400_000);
  const reason = 'Ich habe eine neue Stelle und brauche das Coaching nicht mehr.';
  await tx.insertInto('erasure_request').values({ person_id: person, requested_at, reason }).execute();
}
