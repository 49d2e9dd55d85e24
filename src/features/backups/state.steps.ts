import type { Db, Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { listBackups } from './folder.adapter.ts';
import { addNewestFile, stateOfBackups } from './rules.ts';
import { selectHistory } from './sql.ts';

/**
 * Returns the state of the nightly backups, and what it follows from: the attempts at night, and the files in the folder
 * for backups, so that a backup made by command counts as well.
 */
export async function readBackupState(db: Db | Tx, app: Pick<App, 'clock' | 'settings'>) {
  const { databaseTime, ...attempts } = await selectHistory(db, app.clock);
  const { backupDir } = app.settings;
  // A folder that cannot be read has no backups that are known.
  const [newestFile] = backupDir === undefined ? [] : await listBackups(backupDir).catch(() => []);
  const history = addNewestFile({ ...attempts, isOn: backupDir !== undefined }, newestFile?.at ?? null);
  return { ...history, databaseTime, state: stateOfBackups(history, databaseTime) };
}

/**
 * Returns the age of the newest backup in seconds (without one, of the installation), and whether the last attempt at
 * night failed and no backup was made since; null if none is made at night.
 */
export async function readBackups(db: Db, app: Pick<App, 'clock' | 'settings'>) {
  const { state, madeAt, installedAt, databaseTime } = await readBackupState(db, app);
  if (state === 'off') return null;
  const ageSeconds = (databaseTime.getTime() - (madeAt ?? installedAt).getTime()) / 1000;
  return { ageSeconds, failed: state === 'failed' };
}
