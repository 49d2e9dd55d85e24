import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../platform/database/db.ts';

/** Returns the time in the file name of a backup; null if the file is not a backup. */
export function parseBackupTime(name: string): Date | null {
  const match = /^portal-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/.exec(name);
  return match ? new Date(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`) : null;
}

/** Returns the backups in a folder with their times, newest first; none if the folder does not exist. */
export async function listBackups(folder: string): Promise<{ path: string; at: Date }[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const at = parseBackupTime(name);
      return at ? [{ path: join(folder, name), at }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}
