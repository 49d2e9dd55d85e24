import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { AuditAction } from './actions.rules.ts';

/** The kind of data that each action erases. An introduction and its parts are identified by the id of the coach. */
export const erasureTargets = {
  anonymised: 'person',
  fileDeleted: 'document',
  introductionWithdrawn: 'proposal',
  introductionPictureDeleted: 'picture',
  introductionDeleted: 'introduction',
} as const satisfies Partial<Record<AuditAction, string>>;
type ErasingAction = keyof typeof erasureTargets;

/**
 * An erasure of a person, a document, or (a part of) a coach's introduction. `id` is the id of the person, of the
 * document or of the coach.
 */
export interface Erasure {
  kind: (typeof erasureTargets)[ErasingAction];
  id: number;
  at: Date;
}

/** A folder may be unavailable for a long time. The attempts are up to six hours apart, so they last for 250 days. */
const maxAttempts = 1000;

/**
 * Queues the job that adds erasures to the lists outside the database. It runs after the transaction has committed;
 * several erasures can share one job.
 */
export async function queueErasureListEntry(tx: Tx): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('noteErasures', max_attempts => ${maxAttempts}, job_key => 'noteErasures')
  `.execute(tx);
}

/** The erasures in the audit log since an instant, oldest first. */
export async function selectErasuresSince(db: Db | Tx, since: Date): Promise<Erasure[]> {
  const { rows } = await sql<{ action: ErasingAction; at: Date; id: number }>`
    SELECT action, at, CASE action WHEN 'fileDeleted' THEN document_id ELSE person_id END AS id
    FROM audit WHERE action = ANY(${Object.keys(erasureTargets)}) AND at >= ${since} ORDER BY at, audit.id
  `.execute(db);
  return rows.map(({ action, at, id }) => ({ kind: erasureTargets[action], at, id }));
}
