import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../platform/database/db.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { createTemporaryName } from '../platform/storage/temporary-files.ts';

/** A folder of the settings that cannot be written to, and the code of the error, such as EROFS. */
export interface UnwritableFolder {
  setting: 'DATA_DIR' | 'BACKUP_DIR';
  folder: string;
  code: string;
}

/** Writes a small file to each folder that the settings name and removes it. Returns the folders that refuse it. */
export async function findUnwritableFolders({
  dataDir,
  backupDir,
}: Pick<Settings, 'dataDir' | 'backupDir'>): Promise<UnwritableFolder[]> {
  const folders: Omit<UnwritableFolder, 'code'>[] = [
    { setting: 'DATA_DIR', folder: dataDir },
    ...(backupDir === undefined ? [] : [{ setting: 'BACKUP_DIR' as const, folder: backupDir }]),
  ];
  const results = await Promise.all(folders.map(async (named) => ({ ...named, code: await tryToWrite(named.folder) })));
  return results.filter((result): result is UnwritableFolder => result.code !== null);
}

/** Returns null if a file can be written to a folder, otherwise the code of the error. */
async function tryToWrite(folder: string): Promise<string | null> {
  const path = join(folder, createTemporaryName());
  try {
    await writeFile(path, 'test', { flag: 'wx', mode: 0o600 });
    await rm(path);
    return null;
  } catch (error) {
    return codeOf(error) || 'unknown';
  }
}

/** Says what to do about a folder that cannot be written to, in one line for the operator. */
export function describeUnwritableFolder({ setting, folder, code }: UnwritableFolder): string {
  const advice =
    code === 'EROFS'
      ? 'if its disk is mounted read-only (findmnt -T FOLDER), mount it again; else name it in ReadWritePaths of the unit, or mount it into the container'
      : code === 'ENOENT'
        ? 'make it, or mount its disk'
        : "it must belong to the portal's user, with the mode 0700";
  return `The folder ${folder} (${setting}) cannot be written to (${code}): ${advice.replace('FOLDER', folder)}.`;
}
