import { appendFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { codeOf } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { portalOf } from './tables.ts';
import { makeDurable } from './writer.ts';

/*
 * Lists that stand outside of the database, in DATA_DIR and beside the backups, and only grow: a line of text for each
 * thing that a restore, or the owner of the database, must not make undone. Their first line names the portal.
 */

/** What a list holds, and of which installation. */
export interface List {
  portal: string;
  lines: string[];
}

/** Reads a list; null where there is no such file. Throws one plain line where it is something else. */
export async function readLines(path: string, known: (line: string) => boolean): Promise<List | null> {
  const text = await readText(path);
  if (text === null) return null;
  const portal = /^# portal ([0-9a-f]{16})$/m.exec(text)?.[1];
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const whole = lines.filter(known);
  // A power cut may have left half a line.
  if (!portal || whole.length + 1 < lines.length) throw new Error(`${path} is not the list that its name says.`);
  return { portal, lines: whole };
}

/** The folders that hold the lists: DATA_DIR, and that of the backups where there is one. */
export const listFolders = (settings: Pick<App['settings'], 'dataDir' | 'backupDir'>) => [
  ...new Set([settings.dataDir, settings.backupDir ?? settings.dataDir]),
];

/**
 * Adds to a list in each of its folders what `missing` answers for the lines that it has. One that belongs to another
 * portal, which a restore has replaced, is put aside. Throws where a folder is away.
 */
export async function growLists(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  name: string,
  known: (line: string) => boolean,
  missing: (lines: string[]) => Promise<string[]>,
): Promise<void> {
  const { rows } = await sql<{ portal: string | null }>`SELECT ${portalOf} AS portal`.execute(db);
  const portal = rows[0]?.portal ?? '';
  for (const folder of listFolders(settings)) {
    const path = join(folder, name);
    let list = await readLines(path, known);
    if (list && list.portal !== portal) {
      await rename(path, join(folder, name.replace('.', `.${list.portal}.`)));
      list = null;
    }
    const lines = await missing(list?.lines ?? []);
    if (lines.length > 0) await append(path, list ? lines : [`# portal ${portal}`, ...lines]);
  }
}

async function append(path: string, lines: string[]): Promise<void> {
  const torn = /[^\n]$/.test((await readText(path)) ?? '');
  await appendFile(path, `${torn ? '\n' : ''}${lines.join('\n')}\n`, { mode: 0o600 });
  await makeDurable(path);
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}
