import { isOwnParticipant } from '../people/exports.ts';
import type { SignedInPerson } from '../../platform/http/calls/authentication.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { MarkupCounts } from './markup/rules.ts';
import { sumSizes, type DocumentState } from './rules.ts';

/** The row to write for a document. `size` is in bytes, `sha256` in hex; `storeKey` is its key in the store. */
export interface NewDocument {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
  name: string;
  extension: string;
  size: number;
  sha256: string;
  storeKey: string;
  version: number;
  /** The id of the participant's document that a coach's document answers; otherwise null. */
  answers: number | null;
  markup: MarkupCounts | null;
}

/**
 * Returns the number and the total size in bytes of a participant's documents. `latestVersions` maps names to their
 * latest versions. It contains only the documents that `uploader` has uploaded: as a coach if `byCoach` is true,
 * otherwise as a participant.
 */
export async function selectTotalsAndVersions(tx: Tx, participant: number, uploader: number, byCoach: boolean) {
  const rows = await tx
    .selectFrom('document')
    .select(['name', 'version', 'size', 'uploaded_by as uploadedBy', 'by_coach as asCoach'])
    .where('participant_id', '=', participant)
    .execute();
  const latestVersions = new Map<string, number>();
  for (const { uploadedBy, asCoach, name, version } of rows)
    if (uploadedBy === uploader && asCoach === byCoach)
      latestVersions.set(name, Math.max(version, latestVersions.get(name) ?? 0));
  return { count: rows.length, totalBytes: sumSizes(rows), latestVersions };
}

/** Writes the row of a document whose bytes are in the store, and returns the document's id. */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<number> {
  const { id } = await tx
    .insertInto('document')
    .values({
      participant_id: document.participant,
      uploaded_by: document.uploadedBy,
      by_coach: document.byCoach,
      name: document.name,
      ending: document.extension,
      size: document.size,
      sha256: Buffer.from(document.sha256, 'hex'),
      store_key: document.storeKey,
      version: document.version,
      answers: document.answers,
      ...document.markup,
      markup_counted: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Sets the state of a participant's document. Returns false if the participant has not uploaded a document with this
 * id, or if the document already has this state.
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

/** Returns the documents whose keys in the store begin with this hex digit. */
export async function selectDocumentsByFirstDigit(
  db: Db,
  firstDigit: string,
): Promise<{ id: number; storeKey: string }[]> {
  return (
    db
      .selectFrom('document')
      .select(['id', 'store_key as storeKey'])
      // Keys are hex, so all keys with this first digit are below the digit followed by g.
      .where('store_key', '>=', firstDigit)
      .where('store_key', '<', `${firstDigit}g`)
      .execute()
  );
}

/** Whether a document has this key in the store. */
export async function isKeyInUse(db: Db, storeKey: string): Promise<boolean> {
  const document = await db.selectFrom('document').select('id').where('store_key', '=', storeKey).executeTakeFirst();
  return document !== undefined;
}

/** Returns the documents whose ids leave this remainder when they are divided by `divisor`. */
export async function selectDocumentsByRemainder(db: Db, divisor: number, remainder: number) {
  return db
    .selectFrom('document')
    .select(['id', 'store_key as storeKey', 'sha256'])
    .where((e) => e(e.fn<number>('mod', ['id', e.val(divisor)]), '=', remainder))
    .orderBy('id')
    .execute();
}

/**
 * Whether a person may see a participant's documents (reference 5.4): the participant, a coach of the participant
 * (reference 8.10), every speed coach and every admin. Staff see no documents of unknown or anonymised participants.
 */
export async function maySeeDocuments(db: Db | Tx, person: SignedInPerson, participant: number): Promise<boolean> {
  if (person.role === 'participant') return person.id === participant;
  const participantRow = await db
    .selectFrom('participant as t')
    .innerJoin('person as p', 'p.id', 't.person_id')
    .select('t.person_id')
    .where('t.person_id', '=', participant)
    .where('p.anonymised_at', 'is', null)
    .executeTakeFirst();
  if (!participantRow) return false;
  return person.caller !== 'coach' || isOwnParticipant(db, person.id, participant);
}
