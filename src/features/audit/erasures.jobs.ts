import type { App } from '../../platform/http/calls/handler.ts';
import { appendMissingLines, readAppendOnlyFile } from '../../platform/storage/append-only-file.ts';
import { erasureTargets, selectErasuresSince, type Erasure } from './erasures.sql.ts';

/*
 * A backup still contains what is erased after it was made, and restoring it must not bring the erased data back. So
 * each erasure is recorded outside the database, in append-only lists in DATA_DIR and beside the backups: when, what,
 * and the number of a person or a document. The number identifies no one once the person is erased.
 */

/** The file name of the list in each folder. */
export const erasureListName = 'erased.txt';

/** A list of erasures, with the installation that it belongs to. */
export interface ErasureList {
  installation: string;
  erasures: Erasure[];
}

/** The milliseconds by which a transaction may commit later than the time of its entry. */
const maxCommitDelay = 3_600_000;

/**
 * Adds the erasures in the audit log to the lists in DATA_DIR and beside the backups. Throws if a folder is
 * unavailable.
 */
export async function noteErasures(app: Pick<App, 'db' | 'settings'>): Promise<void> {
  await appendMissingLines(app, erasureListName, isErasure, async (lines) => {
    const listed = lines.flatMap(erasuresIn);
    const newest = listed.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
    const knownLines = new Set(listed.map(lineOf));
    return (await selectErasuresSince(app.db, new Date(newest - maxCommitDelay)))
      .map(lineOf)
      .filter((line) => !knownLines.has(line));
  });
}

const lineOf = ({ at, what, id }: Erasure) => `${at.toISOString()} ${what} ${id}`;

/** Reads a list, null if there is no such file. Throws an error with a one-line message if the file is no list. */
export async function readErasureList(path: string): Promise<ErasureList | null> {
  const list = await readAppendOnlyFile(path, isErasure);
  return list && { installation: list.installation, erasures: list.lines.flatMap(erasuresIn) };
}

const linePattern = new RegExp(`^(\\S+Z) (${Object.values(erasureTargets).join('|')}) (\\d+)$`);

const isErasure = (line: string) => erasuresIn(line).length > 0;

function erasuresIn(line: string): Erasure[] {
  const [, at = '', what, id] = linePattern.exec(line) ?? [];
  return id ? [{ what: what as Erasure['what'], id: Number(id), at: new Date(at) }] : [];
}
