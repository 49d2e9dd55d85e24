import { isOwnParticipant } from '../people/exports.ts';
import type { SignedIn } from '../../platform/http/calls/authentication.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { totalSize, type DocumentState } from './rules.ts';

/** A document to store: the key of its bytes, its size in bytes and its SHA-256. */
export interface NewDocument {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
  name: string;
  ending: string;
  size: number;
  sha256: string;
  storeKey: string;
  version: number;
  /** The document that a coach's document answers. */
  answers: number | null;
}

/** The number and bytes of all documents of a participant, and the latest version of each name by one uploader. */
export async function selectVersions(tx: Tx, participant: number, uploader: number, byCoach: boolean) {
  const rows = await tx
    .selectFrom('document')
    .select(['name', 'version', 'size', 'uploaded_by as by', 'by_coach as byCoach'])
    .where('participant_id', '=', participant)
    .execute();
  const latest = new Map<string, number>();
  for (const { by, byCoach: asCoach, name, version } of rows)
    if (by === uploader && asCoach === byCoach) latest.set(name, Math.max(version, latest.get(name) ?? 0));
  return { total: rows.length, bytes: totalSize(rows), latest };
}

/** Stores the row of a document whose bytes are in the store, and returns its id. */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<number> {
  const { id } = await tx
    .insertInto('document')
    .values({
      participant_id: document.participant,
      uploaded_by: document.uploadedBy,
      by_coach: document.byCoach,
      name: document.name,
      ending: document.ending,
      size: document.size,
      sha256: Buffer.from(document.sha256, 'hex'),
      store_key: document.storeKey,
      version: document.version,
      answers: document.answers,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Sets the state of a participant's document; returns false if the participant has not uploaded a document with this
 * id, or if it already has this state.
 */
export async function updateState(
  tx: Tx,
  { participant, document, state }: { participant: number; document: number; state: DocumentState },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document')
    .set({ state })
    .where('id', '=', document)
    .where('participant_id', '=', participant)
    .where('by_coach', '=', false)
    .where('state', '<>', state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The documents whose keys in the store begin with this hex character. */
export async function selectDocumentsByKey(db: Db, first: string): Promise<{ id: number; storeKey: string }[]> {
  return (
    db
      .selectFrom('document')
      .select(['id', 'store_key as storeKey'])
      .where('store_key', '>=', first)
      // All keys with this prefix: keys are hex, and g follows f.
      .where('store_key', '<', `${first}g`)
      .execute()
  );
}

/** Whether a document has this key in the store. */
export async function isKeyInUse(db: Db, storeKey: string): Promise<boolean> {
  const document = await db.selectFrom('document').select('id').where('store_key', '=', storeKey).executeTakeFirst();
  return document !== undefined;
}

/** The documents whose id modulo `of` is `part`, with key and SHA-256. */
export async function selectEveryNth(db: Db, of: number, part: number) {
  return db
    .selectFrom('document')
    .select(['id', 'store_key as storeKey', 'sha256'])
    .where((e) => e(e.fn<number>('mod', ['id', e.val(of)]), '=', part))
    .orderBy('id')
    .execute();
}

/**
 * Whether a person may see a participant's documents (reference 5.4): the participant, a coach of the participant
 * (8.10), every speed coach and every admin. No one may see those of unknown and anonymised participants.
 */
export async function maySee(db: Db | Tx, person: SignedIn, participant: number): Promise<boolean> {
  if (person.role === 'participant') return person.id === participant;
  const existing = await db
    .selectFrom('participant as t')
    .innerJoin('person as p', 'p.id', 't.person_id')
    .select('t.person_id')
    .where('t.person_id', '=', participant)
    .where('p.anonymised_at', 'is', null)
    .executeTakeFirst();
  if (!existing) return false;
  return person.caller !== 'coach' || isOwnParticipant(db, person.id, participant);
}
