import type { App } from '../../platform/http/calls/handler.ts';
import { appendMissingLines, readAppendOnlyFile } from '../../platform/storage/append-only-file.ts';
import { erasureTargets, selectErasuresSince, type Erasure } from './erasures.sql.ts';

/*
 * A backup still contains data that was erased after the backup was made. Restoring the backup must not bring this data
 * back. So each erasure is recorded outside the database, in append-only lists in DATA_DIR and in the folder of the
 * backups. A line has the instant, the kind of data, and the id of a person or document. Once a person is erased,
 * nobody can be identified by the id.
 */

/** The file name of the list in each folder. */
export const erasureListName = 'erased.txt';

/** A list of erasures, with the id of the installation that it belongs to. */
export interface ErasureList {
  installation: string;
  erasures: Erasure[];
}

/** The maximum time from the instant of an audit entry to the commit of its transaction, in milliseconds. */
const maxCommitDelay = 3_600_000;

/** Adds to each list the erasures that the audit log records and the list lacks. Throws if a folder is unavailable. */
export async function recordErasures(app: Pick<App, 'db' | 'settings'>): Promise<void> {
  await appendMissingLines(app, erasureListName, isErasure, async (lines) => {
    const listedErasures = lines.flatMap(parseLine);
    const newestTime = listedErasures.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
    const listedLines = new Set(listedErasures.map(formatLine));
    return (await selectErasuresSince(app.db, new Date(newestTime - maxCommitDelay)))
      .map(formatLine)
      .filter((line) => !listedLines.has(line));
  });
}

const formatLine = ({ at, kind, id }: Erasure) => `${at.toISOString()} ${kind} ${id}`;

/** Reads a list; null if there is no such file. Throws an error with a one-line message if the file is not a list. */
export async function readErasureList(path: string): Promise<ErasureList | null> {
  const list = await readAppendOnlyFile(path, isErasure);
  return list && { installation: list.installation, erasures: list.lines.flatMap(parseLine) };
}

const linePattern = new RegExp(`^(\\S+Z) (${Object.values(erasureTargets).join('|')}) (\\d+)$`);

const isErasure = (line: string) => parseLine(line).length > 0;

/** Returns the erasure of a line in an array, or an empty array if the line does not describe an erasure. */
function parseLine(line: string): Erasure[] {
  const [, at = '', kind, id] = linePattern.exec(line) ?? [];
  return id ? [{ kind: kind as Erasure['kind'], id: Number(id), at: new Date(at) }] : [];
}
