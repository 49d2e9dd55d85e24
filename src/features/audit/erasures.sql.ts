import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { AuditAction } from './rules.ts';

/** What each erasing action erases. For a coach's introduction, the recorded number is that of the coach. */
export const erasureTargets = {
  anonymised: 'person',
  fileDeleted: 'document',
  introductionWithdrawn: 'proposal',
  introductionPictureDeleted: 'picture',
  introductionDeleted: 'introduction',
} as const satisfies Partial<Record<AuditAction, string>>;
type ErasingAction = keyof typeof erasureTargets;

/** A person or document that was erased, or a part of their introductions that a coach has deleted. */
export interface Erasure {
  what: (typeof erasureTargets)[ErasingAction];
  id: number;
  at: Date;
}

/**
 * Enough attempts for most of a year, in the end every six hours, since a folder may be unavailable for a long time.
 */
const maxAttempts = 1000;

/** Queues the update of the lists, which runs after the transaction has committed; one job covers several erasures. */
export async function queueNoteErasures(tx: Tx): Promise<void> {
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
  return rows.map(({ action, at, id }) => ({ what: erasureTargets[action], at, id }));
}
