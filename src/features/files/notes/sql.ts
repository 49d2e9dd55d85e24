import type { Db, Tx } from '../../../platform/database/db.ts';

/** Returns the notes for a participant, newest first. */
export function selectNotes(db: Db, participant: number) {
  return db
    .selectFrom('note as n')
    .innerJoin('person as p', 'p.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.author_id as authorId', 'p.full_name as author', 'n.written_at as writtenAt'])
    .where('n.person_id', '=', participant)
    .orderBy('n.written_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute();
}

/** Returns the id of the author's note for a participant with the same text; null if there is none. */
export async function findSameNote(tx: Tx, participant: number, author: number, text: string): Promise<number | null> {
  const note = await tx
    .selectFrom('note')
    .select('id')
    .where('person_id', '=', participant)
    .where('author_id', '=', author)
    .where('text', '=', text)
    .executeTakeFirst();
  return note?.id ?? null;
}

/** Counts the notes for a participant. */
export async function countNotes(tx: Tx, participant: number): Promise<number> {
  const { count } = await tx
    .selectFrom('note')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('person_id', '=', participant)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a note and returns its id. */
export async function insertNote(tx: Tx, participant: number, author: number, text: string): Promise<number> {
  const { id } = await tx
    .insertInto('note')
    .values({ person_id: participant, author_id: author, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a note and returns the id of its participant; null if the note does not exist or has another author. */
export async function deleteNote(tx: Tx, id: number, author: number): Promise<number | null> {
  const note = await tx
    .deleteFrom('note')
    .where('id', '=', id)
    .where('author_id', '=', author)
    .returning('person_id as participant')
    .executeTakeFirst();
  return note?.participant ?? null;
}
