import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { AuditAction } from './rules.ts';
import { growLists, readLines } from '../../platform/storage/append-only-file.ts';

/*
 * What was erased after a backup is still in that backup and must not come back with it. So each erasure is noted
 * outside the database, in DATA_DIR and beside the backups, in an append-only list: when, what, and the number of a
 * person or of a document. The number identifies nobody once its person is gone.
 */

/** The list's name in each folder. */
export const erasedName = 'erased.txt';

/** What is erased by the actions that the lists note. Of a coach's introductions the number is the coach's. */
const erased = {
  anonymised: 'person',
  fileDeleted: 'document',
  introductionWithdrawn: 'proposal',
  introductionPictureDeleted: 'picture',
  introductionDeleted: 'introduction',
} as const satisfies Partial<Record<AuditAction, string>>;
type Erasing = keyof typeof erased;

/** A person or document that was erased, or what a coach has taken back of the introductions. */
export interface Erasure {
  what: (typeof erased)[Erasing];
  id: number;
  at: Date;
}

/** A list, and the installation that it belongs to. */
export interface ErasedList {
  installation: string;
  erasures: Erasure[];
}

/** Retried for most of a year, in the end every six hours: a folder may be unavailable for a long time. */
const attempts = 1000;

/** Queues the update of the lists, after the transaction has committed; one waiting job does for several erasures. */
export async function queueNoteErasures(tx: Tx): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('noteErasures', max_attempts => ${attempts}, job_key => 'noteErasures')
  `.execute(tx);
}

/** Milliseconds by which a transaction may commit later than its entry says. */
const lateness = 3_600_000;

/**
 * Adds the erasures in the audit log to the lists in DATA_DIR and beside the backups. Throws if a folder is
 * unavailable.
 */
export async function noteErasures(app: Pick<App, 'db' | 'settings'>): Promise<void> {
  await growLists(app, erasedName, isErasure, async (lines) => {
    const known = lines.flatMap(erasuresIn);
    const newest = known.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
    const noted = new Set(known.map(lineOf));
    return (await erasuresSince(app.db, new Date(newest - lateness))).map(lineOf).filter((line) => !noted.has(line));
  });
}

/** The erasures in the audit log since an instant, oldest first. */
export async function erasuresSince(db: Db | Tx, since: Date): Promise<Erasure[]> {
  const { rows } = await sql<{ action: Erasing; at: Date; id: number }>`
    SELECT action, at, CASE action WHEN 'fileDeleted' THEN document_id ELSE person_id END AS id
    FROM audit WHERE action = ANY(${Object.keys(erased)}) AND at >= ${since} ORDER BY at, audit.id
  `.execute(db);
  return rows.map(({ action, at, id }) => ({ what: erased[action], at, id }));
}

const lineOf = ({ at, what, id }: Erasure) => `${at.toISOString()} ${what} ${id}`;

/** Reads a list; null if there is no such file. Throws one plain line if the file is something else. */
export async function readList(path: string): Promise<ErasedList | null> {
  const list = await readLines(path, isErasure);
  return list && { installation: list.installation, erasures: list.lines.flatMap(erasuresIn) };
}

const form = new RegExp(`^(\\S+Z) (${Object.values(erased).join('|')}) (\\d+)$`);

const isErasure = (line: string) => erasuresIn(line).length > 0;

function erasuresIn(line: string): Erasure[] {
  const [, at = '', what, id] = form.exec(line) ?? [];
  return id ? [{ what: what as Erasure['what'], id: Number(id), at: new Date(at) }] : [];
}
