import type { Db, Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { stateOfBackups } from './rules.ts';
import { selectHistory } from './sql.ts';

/** Returns the state of the nightly backups, and what it follows from. */
export async function readBackupState(db: Db | Tx, app: Pick<App, 'clock' | 'settings'>) {
  const history = await selectHistory(db, app.clock);
  const isOn = app.settings.backupDir !== undefined;
  return { ...history, state: stateOfBackups({ ...history, isOn }, history.databaseTime) };
}
