import type { Db, Tx } from '../../platform/database/db.ts';
import type { SavedList } from './rules.ts';

/** A view as stored. */
export interface ViewRow {
  id: number;
  name: string;
  query: string;
  columns: string[] | null;
}

/** Returns a person's views of a list. */
export function selectViews(db: Db | Tx, person: number, list: SavedList): Promise<ViewRow[]> {
  return db
    .selectFrom('saved_view')
    .select(['id', 'name', 'query', 'columns'])
    .where('person_id', '=', person)
    .where('list', '=', list)
    .execute();
}

/** Stores a view in place of the one with the same name, and returns its id. */
export async function saveView(
  tx: Tx,
  person: number,
  list: SavedList,
  { name, query, columns }: Omit<ViewRow, 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('saved_view')
    .values({ person_id: person, list, name, query, columns })
    .onConflict((conflict) => conflict.constraint('saved_view_name_once').doUpdateSet({ query, columns }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a person's view; returns false if they have no view with this id. */
export async function deleteView(db: Db, person: number, view: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where('id', '=', view)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
