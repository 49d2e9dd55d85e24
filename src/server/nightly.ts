import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { keepSeals } from '../audit/seal-list.ts';
import { folderFor, listBackups, makeBackup } from '../backup/make.ts';
import { examine } from '../doctor/checks.ts';
import { checkStore } from '../files/nightly.ts';
import { removeAbandoned } from '../files/receive.ts';
import { letGo } from '../retention/retention.ts';
import { codeOf, databaseAway } from './db.ts';
import type { App } from './handler.ts';
import type { Log } from './log.ts';
import { tidyUp } from './tidy.ts';

/**
 * What is done once a night, on one of the instances, one after the other: what has come to its end goes, the log of deeds is sealed, the store is compared
 * with the documents, a backup is made where BACKUP_DIR names a folder, the doctor looks at everything. A step that fails
 * is told by its code and does not keep the others from their work; where the database is away all is tried again.
 */
export async function nightly(app: App, log: Log): Promise<void> {
  const steps: Record<string, () => Promise<void>> = {
    retention: async () => {
      const gone = Object.entries(await letGo(app)).filter(([, count]) => count > 0);
      if (gone.length > 0) log.info(Object.fromEntries(gone), 'What had come to its end is gone.');
    },
    seals: () => keepSeals(app, log),
    store: () => checkStore(app, log),
    backup: () => backUp(app, log),
    tidy: () => tidyUp(app),
    doctor: () => consult(app, log),
  };
  for (const [step, work] of Object.entries(steps))
    try {
      await work();
    } catch (error) {
      if (databaseAway(error)) throw error;
      log.error({ step, code: codeOf(error) || 'unknown' }, 'A step of the nightly work failed.');
    }
}

/** Makes a backup and, once it is there, removes those that are too old. */
async function backUp(app: App, log: Log): Promise<void> {
  const { settings } = app;
  if (settings.backupDir === undefined) return;
  const folder = await folderFor(settings);
  await removeAbandoned(folder);
  const { path, size, seconds, manifest } = await makeBackup(app, folder);
  log.info({ backup: basename(path), size, seconds: Math.ceil(seconds) }, 'A backup was made.');
  if (manifest.missing.length > 0)
    log.error(
      { documents: manifest.missing },
      'Documents could not be saved: the store lacks them or has changed them.',
    );
  const oldest = Date.now() - settings.portal.retention.backupDays * 86_400_000;
  for (const old of await listBackups(folder)) if (old.at.getTime() < oldest) await rm(old.path);
}

async function consult(app: App, log: Log): Promise<void> {
  await examine(app, { repair: false, thorough: false }, (check, { state, line }) => {
    if (state === 'trouble') log.error({ check }, line);
    else if (state === 'warning') log.warn({ check }, line);
  });
}
