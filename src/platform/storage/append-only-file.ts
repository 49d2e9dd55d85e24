import { appendFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { codeOf, type Db } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';
import { installationId } from '../database/installation.ts';
import { makeDurable } from './durable.ts';

/*
 * Append-only files outside the database, in DATA_DIR and beside the backups: one line for each event that a restore,
 * or the owner of the database, must not be able to undo. Their first line names the installation.
 */

/** The lines of a file, and the id of the installation that has written them. */
export interface AppendOnlyFile {
  installation: string;
  lines: string[];
}

/**
 * Reads a file whose lines `isKnown` recognises; null if it does not exist. Throws a one-line message if the file has
 * another content.
 */
export async function readAppendOnlyFile(
  path: string,
  isKnown: (line: string) => boolean,
): Promise<AppendOnlyFile | null> {
  const text = await readText(path);
  if (text === null) return null;
  const installation = /^# portal ([0-9a-f]{16})$/m.exec(text)?.[1];
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const knownLines = lines.filter(isKnown);
  // A power cut may have left one incomplete line.
  if (!installation || knownLines.length + 1 < lines.length)
    throw new Error(`${path} does not hold the lines that its name promises.`);
  return { installation, lines: knownLines };
}

/** The folders that hold the files: DATA_DIR, and the folder of the backups if there is one. */
export const appendOnlyFolders = (settings: Pick<Settings, 'dataDir' | 'backupDir'>) => [
  ...new Set([settings.dataDir, settings.backupDir ?? settings.dataDir]),
];

/**
 * Appends lines to a file in each of its folders: `linesToAdd` gets the lines that the file has and returns the new
 * ones. Simultaneous writers take turns. A file of another installation, which a restore has replaced, is renamed.
 * Throws if a folder is unavailable.
 */
export async function appendMissingLines(
  { db, settings }: { db: Db; settings: Pick<Settings, 'dataDir' | 'backupDir'> },
  name: string,
  isKnown: (line: string) => boolean,
  linesToAdd: (lines: string[]) => Promise<string[]>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Between reading a file and appending to it, no other process may append the same lines.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
    const { rows } = await sql<{ id: string | null }>`SELECT ${installationId} AS id`.execute(tx);
    const installation = rows[0]?.id ?? '';
    for (const folder of appendOnlyFolders(settings)) {
      const path = join(folder, name);
      let file = await readAppendOnlyFile(path, isKnown);
      if (file && file.installation !== installation) {
        await rename(path, join(folder, name.replace('.', `.${file.installation}.`)));
        file = null;
      }
      const lines = await linesToAdd(file?.lines ?? []);
      if (lines.length > 0) await append(path, file ? lines : [`# portal ${installation}`, ...lines]);
    }
  });
}

async function append(path: string, lines: string[]): Promise<void> {
  const endsIncomplete = /[^\n]$/.test((await readText(path)) ?? '');
  await appendFile(path, `${endsIncomplete ? '\n' : ''}${lines.join('\n')}\n`, { mode: 0o600 });
  await makeDurable(path);
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}
