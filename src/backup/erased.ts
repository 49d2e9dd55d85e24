import { sql } from 'kysely';
import type { Db, Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { growLists, readLines } from './lists.ts';

/*
 * What was erased since a backup is in that backup, and must not come back with it. So each erasure is noted outside of
 * the database, in DATA_DIR and beside the backups, in a list that only grows: when, and the number of a person or of a
 * document. A number leads to nobody once its person is gone.
 */

/** The list's name in each folder. */
export const erasedName = 'erased.txt';

/** Something that was erased. */
export interface Erasure {
  what: 'person' | 'document';
  id: number;
  at: Date;
}

/** What a list holds, and of which installation. */
export interface ErasedList {
  portal: string;
  erasures: Erasure[];
}

/** Tried for most of a year, at last every six hours: a folder may be away for long. */
const attempts = 1000;

/** Has the list learn of an erasure once its transaction has committed; at once where no other one waits. */
export async function queueNoteErasures(tx: Tx): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('noteErasures', max_attempts => ${attempts}, job_key => 'noteErasures')
  `.execute(tx);
}

/** A transaction may be told of so long after the moment that its entry bears. */
const lateness = 3_600_000;

/** Brings the lists in DATA_DIR and beside the backups up to date with the log of deeds. Throws where a folder is away. */
export async function noteErasures(app: Pick<App, 'db' | 'settings'>): Promise<void> {
  await growLists(app, erasedName, isErasure, async (lines) => {
    const known = lines.flatMap(erasuresIn);
    const newest = known.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
    const noted = new Set(known.map(lineOf));
    return (await erasuresSince(app.db, new Date(newest - lateness))).map(lineOf).filter((line) => !noted.has(line));
  });
}

/** The erasures that the log of deeds tells of since an instant, oldest first. */
export async function erasuresSince(db: Db | Tx, since: Date): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    SELECT CASE action WHEN 'anonymised' THEN 'person' ELSE 'document' END AS what, at,
      CASE action WHEN 'anonymised' THEN person_id ELSE document_id END AS id
    FROM audit WHERE action IN ('anonymised', 'fileDeleted') AND at >= ${since} ORDER BY at, audit.id
  `.execute(db);
  return rows;
}

const lineOf = ({ at, what, id }: Erasure) => `${at.toISOString()} ${what} ${id}`;

/** Reads a list; null where there is no such file. Throws one plain line where it is something else. */
export async function readList(path: string): Promise<ErasedList | null> {
  const list = await readLines(path, isErasure);
  return list && { portal: list.portal, erasures: list.lines.flatMap(erasuresIn) };
}

const isErasure = (line: string) => erasuresIn(line).length > 0;

function erasuresIn(line: string): Erasure[] {
  const [, at = '', what, id] = /^(\S+Z) (person|document) (\d+)$/.exec(line) ?? [];
  return id ? [{ what: what as Erasure['what'], id: Number(id), at: new Date(at) }] : [];
}
