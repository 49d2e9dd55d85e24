import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { sealAndRecordLog } from '../features/audit/exports.ts';
import { listBackups, recordBackup } from '../features/backups/exports.ts';
import { findBackupFolder, makeBackup } from './backup/make.ts';
import { runChecks } from './doctor/checks.ts';
import { checkStore, countStoredMarkup } from '../features/files/exports.ts';
import { removeAbandonedFilesIn } from '../platform/storage/temporary-files.ts';
import { applyRetention } from './retention/retention.ts';
import { codeOf, isDatabaseUnavailable } from '../platform/database/db.ts';
import { renewStatistics } from '../platform/database/statistics.ts';
import type { App } from '../platform/http/calls/handler.ts';
import type { Log } from '../platform/log.ts';
import { cleanUp } from './cleanup.ts';

/**
 * Does the nightly work step by step, on one of the instances: applies the retention periods, renews the planner’s
 * statistics, seals the audit log, compares the store with the documents, counts
 * tracked changes in documents where this was not done, makes a backup if BACKUP_DIR is set, deletes
 * expired data, and runs the doctor's checks. If a step fails, its error code is logged and the next step runs. If the
 * database is unavailable, throws, so that the whole job is tried again later.
 */
export async function doNightlyWork(app: App, log: Log): Promise<void> {
  const steps: Record<string, () => Promise<void>> = {
    retention: async () => {
      const counts = Object.entries(await applyRetention(app)).filter(([, count]) => count > 0);
      if (counts.length > 0)
        log.info(Object.fromEntries(counts), 'Retention: data whose period has passed was deleted, counted by class.');
    },
    statistics: () => renewStatistics(app.db),
    seals: () => sealAndRecordLog(app, log),
    store: () => checkStore(app, log),
    markup: () => countStoredMarkup(app),
    backup: () => makeNightlyBackup(app, log),
    cleanup: () => cleanUp(app),
    doctor: () => logChecks(app, log),
  };
  for (const [step, work] of Object.entries(steps))
    try {
      await work();
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ step, code: codeOf(error) || 'unknown' }, 'A step of the nightly work failed.');
    }
}

/** Makes a backup, records whether that succeeded, and then removes backups that are too old. */
async function makeNightlyBackup(app: App, log: Log): Promise<void> {
  const { settings } = app;
  if (settings.backupDir === undefined) return;
  const make = async () => {
    const folder = await findBackupFolder(settings);
    await removeAbandonedFilesIn(folder);
    return { folder, ...(await makeBackup(app, folder)) };
  };
  const { folder, path, size, seconds, manifest } = await make().catch(async (error: unknown) => {
    await recordBackup(app.db, app.clock, codeOf(error) || 'unknown');
    throw error;
  });
  await recordBackup(app.db, app.clock, null);
  log.info({ backup: basename(path), size, seconds: Math.ceil(seconds) }, 'A backup was made.');
  if (manifest.missing.length > 0)
    log.error(
      { documents: manifest.missing },
      'Documents are missing in the backup: the store lacks them, or they are damaged.',
    );
  const cutoff = Date.now() - settings.providerConfig.retention.backupDays * 86_400_000;
  for (const backup of await listBackups(folder)) if (backup.at.getTime() < cutoff) await rm(backup.path);
}

async function logChecks(app: App, log: Log): Promise<void> {
  await runChecks(app, { repair: false, thorough: false }, (check, { state, line }) => {
    if (state === 'trouble') log.error({ check }, line);
    else if (state === 'warning') log.warn({ check }, line);
  });
}
