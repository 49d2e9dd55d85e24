import { join } from 'node:path';
import { appendMissingLines, appendOnlyFolders, readAppendOnlyFile } from '../../platform/storage/append-only-file.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { Log } from '../../platform/log.ts';
import { findNewestSeal, findInstallationId, selectSealsAfter, type Seal } from './seals.sql.ts';
import { sealLog } from './seals.steps.ts';

/*
 * Lists of the seals outside the database, in DATA_DIR and in the folder of the backups, with a line for each seal. The
 * owner of the database could recreate all seals, but not these lines.
 */

/** The file name of the list in each folder. */
export const sealListName = 'seals.txt';

const formatLine = ({ sealedAt, number, hash }: Seal) => `${sealedAt} seal ${number} ${hash}`;
const sealLinePattern = /^\S+Z seal (\d+) ([0-9a-f]{64})$/;
const restoreLinePattern = /^\S+Z restored to seal (\d+)$/;
const isKnownLine = (line: string) => sealLinePattern.test(line) || restoreLinePattern.test(line);

/** Reads the hash of each seal in a list, by the seal's number. Omits seals that a restore has undone. */
function readHashes(lines: string[]): Map<number, string> {
  const hashes = new Map<number, string>();
  for (const line of lines) {
    const [, number, hash] = sealLinePattern.exec(line) ?? [];
    if (number && hash) hashes.set(Number(number), hash);
    const lastValidNumber = restoreLinePattern.exec(line)?.[1];
    if (lastValidNumber)
      for (const undoneNumber of [...hashes.keys()].filter((sealNumber) => sealNumber > Number(lastValidNumber)))
        hashes.delete(undoneNumber);
  }
  return hashes;
}

/** Adds to each list the seals of the database that are missing there. Throws if a folder is unavailable. */
export async function recordSeals(app: Pick<App, 'db' | 'settings'>): Promise<void> {
  await appendMissingLines(app, sealListName, isKnownLine, async (lines) => {
    const newestNumber = [...readHashes(lines).keys()].reduce((a, b) => Math.max(a, b), 0);
    return (await selectSealsAfter(app.db, newestNumber)).map(formatLine);
  });
}

/**
 * Adds a line to each list that is not empty. The line says that a restore has undone all seals after the newest seal
 * in the database.
 */
export async function recordRestore(app: Pick<App, 'db' | 'settings'>): Promise<void> {
  const newest = await findNewestSeal(app.db);
  const line = `${new Date().toISOString()} restored to seal ${newest?.number ?? 0}`;
  await appendMissingLines(app, sealListName, isKnownLine, (lines) => Promise.resolve(lines.length > 0 ? [line] : []));
}

/**
 * Compares the lists with the seals of the database. Returns one line of text for each list that differs, about the
 * first seal that differs.
 */
export async function findSealDifferences(app: Pick<App, 'db' | 'settings'>, seals: Seal[]): Promise<string[]> {
  const installation = await findInstallationId(app.db);
  const messages: string[] = [];
  for (const folder of appendOnlyFolders(app.settings)) {
    const path = join(folder, sealListName);
    const list = await readAppendOnlyFile(path, isKnownLine);
    if (!list || list.installation !== installation) continue;
    const differs = ([number, hash]: [number, string]) => seals[number - 1]?.hash !== hash;
    const [differingNumber] = [...readHashes(list.lines)].find(differs) ?? [];
    if (differingNumber !== undefined)
      messages.push(`Seal ${differingNumber} of the database is not the one that ${path} has noted.`);
  }
  return messages;
}

/** Seals the audit log, adds the seals to the lists, and writes the newest seal to the server's log. */
export async function sealAndRecordLog(app: Pick<App, 'db' | 'clock' | 'settings'>, log: Log): Promise<void> {
  const { newest, sealedCount } = await sealLog(app);
  await recordSeals(app);
  if (newest && sealedCount > 0)
    log.info({ seal: newest.number, entries: sealedCount, hash: newest.hash }, 'The audit log was sealed.');
}
