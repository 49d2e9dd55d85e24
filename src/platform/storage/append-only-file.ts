import { appendFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { codeOf, type Db } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';
import { installationId } from '../database/installation.ts';
import { addPath } from '../system-error.ts';
import { makeDurable } from './durable.ts';

/*
 * Append-only files in DATA_DIR and in the folder of the backups. Their lines record events that must not be lost, even
 * if a backup is restored or the owner of the database changes its rows. The first line contains the id of the
 * installation.
 */

/** The lines of a file without its first one, and the id of the installation that has written them. */
export interface AppendOnlyFile {
  installation: string;
  lines: string[];
}

/**
 * Reads a file, without the lines that `isValid` rejects. Returns null if the file does not exist. Throws if the first
 * line is invalid, or if more than one other line is invalid.
 */
export async function readAppendOnlyFile(
  path: string,
  isValid: (line: string) => boolean,
): Promise<AppendOnlyFile | null> {
  const text = await readText(path);
  if (text === null) return null;
  const installation = /^# portal ([0-9a-f]{16})$/m.exec(text)?.[1];
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const validLines = lines.filter(isValid);
  // One line may be incomplete after a power failure.
  if (!installation || validLines.length + 1 < lines.length)
    throw new Error(`${path} does not hold the lines that its name promises.`);
  return { installation, lines: validLines };
}

/** The folders of the append-only files: DATA_DIR, and the folder of the backups if there is one. */
export const appendOnlyFolders = (settings: Pick<Settings, 'dataDir' | 'backupDir'>) => [
  ...new Set([settings.dataDir, settings.backupDir ?? settings.dataDir]),
];

/**
 * Appends lines to the file `name` in each folder. `findMissingLines` receives the existing lines of the file and
 * returns the lines to append. Only one process at a time appends lines. If a restore has replaced the installation,
 * the file of the previous installation is renamed and a new one begins. Throws if a folder is unavailable.
 */
export async function appendMissingLines(
  { db, settings }: { db: Db; settings: Pick<Settings, 'dataDir' | 'backupDir'> },
  name: string,
  isValid: (line: string) => boolean,
  findMissingLines: (lines: string[]) => Promise<string[]>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The lock prevents another process from appending the same lines between reading the file and appending to it.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
    const { rows } = await sql<{ id: string | null }>`SELECT ${installationId} AS id`.execute(tx);
    const installation = rows[0]?.id ?? '';
    for (const folder of appendOnlyFolders(settings)) {
      const path = join(folder, name);
      let file = await readAppendOnlyFile(path, isValid);
      if (file && file.installation !== installation) {
        await rename(path, join(folder, name.replace('.', `.${file.installation}.`)));
        file = null;
      }
      const lines = await findMissingLines(file?.lines ?? []);
      if (lines.length > 0) await append(path, file ? lines : [`# portal ${installation}`, ...lines]);
    }
  });
}

async function append(path: string, lines: string[]): Promise<void> {
  const lacksLineBreak = /[^\n]$/.test((await readText(path)) ?? '');
  await appendFile(path, `${lacksLineBreak ? '\n' : ''}${lines.join('\n')}\n`, { mode: 0o600 });
  await makeDurable(path);
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw addPath(error, path);
  });
}
