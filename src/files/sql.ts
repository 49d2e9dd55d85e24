import type { Db, Tx } from '../server/db.ts';
import type { SignedIn } from '../server/session.ts';
import type { ListedFile } from './contract.ts';
import { totalOf } from './rules.ts';

/** A document to store: where its bytes lie, its size in bytes and its SHA-256. */
export interface NewDocument {
  participant: number;
  uploadedBy: number;
  byCoach: boolean;
  name: string;
  ending: string;
  size: number;
  sha256: string;
  storeKey: string;
}

/** Number and bytes of all documents of a participant, and the names of those of one uploader. */
export async function namesOf(tx: Tx, participant: number, uploader: number, byCoach: boolean) {
  const rows = await tx
    .selectFrom('document')
    .select(['name', 'size', 'uploaded_by as by', 'by_coach as byCoach'])
    .where('participant_id', '=', participant)
    .execute();
  const own = rows.filter((row) => row.by === uploader && row.byCoach === byCoach);
  return { total: rows.length, bytes: totalOf(rows), names: new Set(own.map((row) => row.name)) };
}

/** Stores the row of a document whose bytes are in the store, and answers its id. */
export async function addDocument(tx: Tx, document: NewDocument): Promise<number> {
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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A document as it lies in the table, with whom it belongs to. */
export interface StoredDocument extends ListedFile {
  participant: number;
  ending: string;
}

/** Documents of the participants named, newest first, as the person `reader` sees them. */
export async function listDocuments(db: Db, participants: number[], reader: number): Promise<StoredDocument[]> {
  if (participants.length === 0) return [];
  const rows = await db
    .selectFrom('document')
    .select([
      'id',
      'participant_id as participant',
      'name',
      'ending',
      'by_coach as uploadByCoach',
      'uploaded_by as uploadedBy',
      'size',
      'uploaded_at as uploadedAt',
    ])
    .where('participant_id', 'in', participants)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ uploadedBy, ...row }) => ({
    ...row,
    mine: uploadedBy === reader,
    uploadedAt: row.uploadedAt.toISOString(),
  }));
}

/** A document for download or deletion; null for an unknown id. */
export async function findDocument(db: Db | Tx, id: number) {
  const found = await db
    .selectFrom('document')
    .select(['id', 'participant_id as participant', 'uploaded_by as uploadedBy', 'by_coach as byCoach', 'name', 'size'])
    .select(['store_key as storeKey', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Removes the row of a document. */
export async function dropDocument(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('document').where('id', '=', id).execute();
}

/** The documents whose keys in the store begin with this hex character. */
export async function documentsByKey(db: Db, first: string): Promise<{ id: number; storeKey: string }[]> {
  return (
    db
      .selectFrom('document')
      .select(['id', 'store_key as storeKey'])
      .where('store_key', '>=', first)
      // Behind every key that begins so: keys are hex, and g comes after f.
      .where('store_key', '<', `${first}g`)
      .execute()
  );
}

/** Whether a document lies under this key of the store. */
export async function isStored(db: Db, storeKey: string): Promise<boolean> {
  const found = await db.selectFrom('document').select('id').where('store_key', '=', storeKey).executeTakeFirst();
  return found !== undefined;
}

/** The documents whose ids, divided by `of`, leave `part` over, with key and SHA-256. */
export async function everyNth(db: Db, of: number, part: number) {
  return db
    .selectFrom('document')
    .select(['id', 'store_key as storeKey', 'sha256'])
    .where((e) => e(e.fn<number>('mod', ['id', e.val(of)]), '=', part))
    .orderBy('id')
    .execute();
}

/**
 * Whether a person may see a participant's documents (contract §3): the participant, a coach who has or had an
 * appointment with them, every speed coach and admin. Unknown and anonymised participants are seen by nobody.
 */
export async function maySee(db: Db, person: SignedIn, participant: number): Promise<boolean> {
  if (person.role === 'participant') return person.id === participant;
  const known = db
    .selectFrom('participant as t')
    .innerJoin('person as p', 'p.id', 't.person_id')
    .select('t.person_id')
    .where('t.person_id', '=', participant)
    .where('p.anonymised_at', 'is', null);
  const query =
    person.caller === 'coach'
      ? known.where((e) =>
          e.exists(
            e
              .selectFrom('appointment as a')
              .select('a.id')
              .where('a.participant_id', '=', participant)
              .where('a.coach_id', '=', person.id),
          ),
        )
      : known;
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether a person has a coach profile. */
export async function isCoach(db: Db, id: number): Promise<boolean> {
  const found = await db.selectFrom('coach').select('person_id').where('person_id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/** Whether a participant has or had an appointment with a coach, in any status. */
export async function hasAppointmentWith(db: Db | Tx, participant: number, coach: number): Promise<boolean> {
  const found = await db
    .selectFrom('appointment')
    .select('id')
    .where('participant_id', '=', participant)
    .where('coach_id', '=', coach)
    .executeTakeFirst();
  return found !== undefined;
}
