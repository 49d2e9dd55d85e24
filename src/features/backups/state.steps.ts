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
