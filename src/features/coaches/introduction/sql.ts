import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import type { Role } from '../../../shared/roles.ts';
import type { IntroductionState } from './rules.ts';

/** A version of an introduction as it is stored, without the bytes of its picture. */
export interface VersionRow {
  id: number;
  coach: number;
  text: string;
  hasPicture: boolean;
  state: IntroductionState;
  reason: string | null;
  proposedAt: Date;
}

const selectVersions = (db: Db | Tx) =>
  db
    .selectFrom('introduction as i')
    .select([
      'i.id',
      'i.person_id as coach',
      'i.text',
      sql<boolean>`i.picture IS NOT NULL`.as('hasPicture'),
      sql<IntroductionState>`i.state`.as('state'),
      'i.reason',
      'i.proposed_at as proposedAt',
    ]);

/** Returns the versions of a coach: at most one that is shown and one that is open. */
export function listVersions(db: Db | Tx, coach: number): Promise<VersionRow[]> {
  return selectVersions(db).where('i.person_id', '=', coach).execute();
}

/** Returns a version by its id; null if it is unknown, or was replaced or deleted. */
export async function findVersion(db: Db | Tx, id: number): Promise<VersionRow | null> {
  return (await selectVersions(db).where('i.id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Locks a coach's introductions until the transaction ends, so that proposals, withdrawals and decisions happen one at
 * a time. Returns whether the coach is active, or null if there is no such coach. `usesLocks` is false only in tests.
 */
export async function lockIntroductions(
  tx: Tx,
  coach: number,
  usesLocks: boolean,
): Promise<{ active: boolean } | null> {
  const query = tx.selectFrom('coach').select('active').where('person_id', '=', coach);
  return (await (usesLocks ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

/** The picture of a new proposal: new bytes, the picture of one of the coach's versions (by its id), or none. */
export type NewPicture = { bytes: Buffer } | { fromVersionId: number } | null;

/** Stores a proposal in place of the open one. Returns false if the picture to keep no longer exists. */
export async function insertProposal(tx: Tx, clock: Clock, coach: number, text: string, picture: NewPicture) {
  const bytes = await findPictureBytes(tx, coach, picture);
  if (bytes === undefined) return false;
  await deleteUnshownVersion(tx, coach);
  await tx
    .insertInto('introduction')
    .values({ person_id: coach, text, picture: bytes, proposed_at: now(clock) })
    .execute();
  return true;
}

/** Returns the bytes of the picture; null for no picture, and undefined if the picture to keep no longer exists. */
async function findPictureBytes(tx: Tx, coach: number, picture: NewPicture): Promise<Buffer | null | undefined> {
  if (picture === null) return null;
  if ('bytes' in picture) return picture.bytes;
  const row = await tx
    .selectFrom('introduction')
    .select('picture')
    .where('id', '=', picture.fromVersionId)
    .where('person_id', '=', coach)
    .where('picture', 'is not', null)
    .executeTakeFirst();
  return row?.picture ?? undefined;
}

/** SQL: whether a version was proposed at or before an instant; true for all versions if the instant is null. */
const wasProposedNoLaterThan = (instant: Date | null) =>
  sql<boolean>`(${instant}::timestamptz IS NULL OR proposed_at <= ${instant}::timestamptz)`;

/** Deletes a coach's open version, unless it was proposed after `until`, and returns whether there was one. */
export async function deleteUnshownVersion(tx: Tx, coach: number, until: Date | null = null): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('introduction')
    .where('person_id', '=', coach)
    .where('state', '<>', 'shown')
    .where(wasProposedNoLaterThan(until))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the versions of a coach, except those proposed after `until`, and returns whether there was one. */
export async function deleteAllVersions(tx: Tx, coach: number, until: Date | null = null): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('introduction')
    .where('person_id', '=', coach)
    .where(wasProposedNoLaterThan(until))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Removes the pictures of a coach's versions, and deletes the versions that have only a picture. Leaves versions
 * unchanged that were proposed after `until`. Returns whether there was a picture.
 */
export async function deletePictures(tx: Tx, coach: number, until: Date | null = null): Promise<boolean> {
  const withoutText = await tx
    .deleteFrom('introduction')
    .where('person_id', '=', coach)
    .where('picture', 'is not', null)
    .where('text', '=', '')
    .where(wasProposedNoLaterThan(until))
    .executeTakeFirst();
  const withText = await tx
    .updateTable('introduction')
    .set({ picture: null })
    .where('person_id', '=', coach)
    .where('picture', 'is not', null)
    .where(wasProposedNoLaterThan(until))
    .executeTakeFirst();
  return withoutText.numDeletedRows + withText.numUpdatedRows > 0n;
}

/** Shows a proposed version in place of the previous one. */
export async function showVersion(tx: Tx, clock: Clock, { id, coach }: { id: number; coach: number }): Promise<void> {
  await tx.deleteFrom('introduction').where('person_id', '=', coach).where('state', '=', 'shown').execute();
  await tx
    .updateTable('introduction')
    .set({ state: 'shown', decided_at: now(clock) })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .execute();
}

/** Refuses a proposed version. */
export async function refuseVersion(tx: Tx, clock: Clock, id: number, reason: string): Promise<void> {
  await tx
    .updateTable('introduction')
    .set({ state: 'refused', reason, decided_at: now(clock) })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .execute();
}

/** Returns the proposals of active coaches, the oldest first, each with the coach's shown version. */
export function listProposals(db: Db) {
  return selectVersions(db)
    .innerJoin('coach as c', 'c.person_id', 'i.person_id')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .leftJoin('introduction as s', (join) => join.onRef('s.person_id', '=', 'i.person_id').on('s.state', '=', 'shown'))
    .select(['p.full_name as name', 's.id as shownId', 's.text as shownText'])
    .select(sql<boolean>`s.picture IS NOT NULL`.as('hasShownPicture'))
    .where('i.state', '=', 'proposed')
    .where('c.active', '=', true)
    .where('p.anonymised_at', 'is', null)
    .orderBy('i.proposed_at')
    .orderBy('i.id')
    .execute();
}

/** Returns an active coach with their shown version (`id` is null if there is none); null for anyone else. */
export async function findShownIntroduction(db: Db, coach: number) {
  const row = await db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .leftJoin('introduction as i', (join) => join.onRef('i.person_id', '=', 'c.person_id').on('i.state', '=', 'shown'))
    .select(['p.full_name as name', 'i.id', 'i.text', sql<boolean>`i.picture IS NOT NULL`.as('hasPicture')])
    .where('c.person_id', '=', coach)
    .where('c.active', '=', true)
    .where('p.anonymised_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the picture of a version, or null if the viewer may not see it. Everyone may see the shown version of an
 * active coach; the coach and admins may see all versions.
 */
export async function findPicture(db: Db, id: number, viewer: { id: number; role: Role }): Promise<Buffer | null> {
  const { rows } = await sql<{ picture: Buffer | null }>`
    SELECT i.picture FROM introduction i JOIN coach c ON c.person_id = i.person_id
    WHERE i.id = ${id}
      AND (i.state = 'shown' AND c.active OR i.person_id = ${viewer.id} OR ${viewer.role === 'admin'}::boolean)
  `.execute(db);
  return rows[0]?.picture ?? null;
}
