import { readFile, stat } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { noteRestored } from '../../features/audit/exports.ts';
import { runChecks } from '../doctor/checks.ts';
import { openStore } from '../../platform/storage/store.ts';
import { migrations } from '../../platform/settings/paths.ts';
import { applyRetention } from '../retention/retention.ts';
import { withOwnerAccess } from '../commands/installation.ts';
import { openDb, openPool } from '../../platform/database/db.ts';
import { migrate } from '../../platform/database/migrate.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { verifyArchive } from './archive.ts';
import { restore, type RestoreSummary } from './restore.ts';
import { collectErasures, refuseNewerBackup, refuseUnsafeTarget } from './target.ts';

/**
 * The operator's request: paths of the backup, its key and a list of erasures, and the name of the portal to replace.
 */
export interface RestoreRequest {
  file: string;
  key?: string | undefined;
  erased?: string | undefined;
  replace?: string | undefined;
}

/**
 * Restores a backup into the installation of the settings, and reports the result in plain lines. If the backup cannot
 * be restored there, throws one plain line before anything is changed.
 */
export async function restoreBackup(
  settings: Settings,
  { file, key, erased: namedList, replace }: RestoreRequest,
  say: (line: string) => void,
): Promise<void> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new Error(`There is no file ${file}.`);
  const identity = key === undefined ? null : await readKey(key);
  const { about, manifest } = await verifyArchive(file, identity);
  say(`The backup of ${about.at.slice(0, 16).replace('T', ' ')} UTC is complete and undamaged.`);
  refuseNewerBackup(about, migrations);

  await withOwnerAccess(settings, async ({ ownerUrl, appUrl, name }) => {
    const pool = openPool(ownerUrl, 1);
    try {
      const db = openDb(pool);
      await sql`SET statement_timeout = 0`.execute(db);
      const presentInstallation = await refuseUnsafeTarget(db, name, replace);
      const erasures = await collectErasures(db, about, { file, settings, namedList, presentInstallation });
      await runMigrations({ connectionString: ownerUrl });
      const store = openStore(settings.fileStoreUrl, settings.dataDir);
      const summary = await restore(db, store, { path: file, identity, about, manifest, erasures, migrations });
      await migrate(ownerUrl, appUrl, migrations);
      await sql`ANALYZE`.execute(db);
      await noteRestored({ db, settings });
      report(summary, name, say);
      await checkResult(appUrl, settings, say);
    } finally {
      await pool.end();
    }
  });
}

/** Reads the key from a file that `npm run backup -- --new-key` or age-keygen has written. */
async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const key = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(text)?.[0];
  if (!key) throw new Error(`There is no key (AGE-SECRET-KEY-1…) in the file ${path}.`);
  return key;
}

/**
 * Applies the retention periods, runs the doctor on the restored data with the app's role, and reports problems.
 */
async function checkResult(appUrl: string, settings: Settings, say: (line: string) => void): Promise<void> {
  const pool = openPool(appUrl, 2);
  try {
    const target = { db: openDb(pool), store: openStore(settings.fileStoreUrl, settings.dataDir), settings };
    const deleted = Object.values(await applyRetention({ ...target, clock: { shiftMs: 0 }, locks: true }));
    say(
      `Deleted, because their retention period has passed since the backup: ${formatNumber(deleted.reduce((sum, count) => sum + count, 0))} entries.`,
    );
    const state = await runChecks(target, { repair: false, thorough: false }, (check, finding) => {
      if (finding.state !== 'ok') say(`${finding.state}: ${check}: ${finding.line}`);
    });
    say(state === 'trouble' ? 'The doctor has found problems, see above.' : 'The doctor has found nothing broken.');
  } finally {
    await pool.end();
  }
}

const formatNumber = (value: number) => value.toLocaleString('en');

function report(
  { people, appointments, documents, erased, mails }: RestoreSummary,
  name: string,
  say: (line: string) => void,
): void {
  say(
    `${name} holds ${formatNumber(people)} people, ${formatNumber(appointments)} appointments and ${formatNumber(documents)} documents now.`,
  );
  say(
    `Erased again, because they had been erased since the backup: ${formatNumber(erased.people)} people, ${formatNumber(erased.documents)} documents, ${formatNumber(erased.introductions)} introductions.`,
  );
  say(
    `Everybody has to sign in again. ${formatNumber(mails)} mails that were waiting at the time of the backup are queued again.`,
  );
}
