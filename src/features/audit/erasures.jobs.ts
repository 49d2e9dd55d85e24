import type { App } from '../../platform/http/calls/handler.ts';
import { growLists, readLines } from '../../platform/storage/append-only-file.ts';
import { erased, erasuresSince, type Erasure } from './erasures.sql.ts';

/*
 * A backup still holds what was erased after it, and restoring it must not bring that back. So each erasure is noted
 * outside the database, in append-only lists in DATA_DIR and beside the backups: when, what, and the number of a person
 * or a document. The number identifies nobody once its person is gone.
 */

/** The list's name in each folder. */
export const erasedName = 'erased.txt';

/** A list, with the installation it belongs to. */
export interface ErasedList {
  installation: string;
  erasures: Erasure[];
}

/** How much later than its entry says a transaction may commit, in milliseconds. */
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
