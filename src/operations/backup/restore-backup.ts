import { readFile, stat } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { recordRestore } from '../../features/audit/exports.ts';
import { recordRestoredBackup } from '../../features/backups/exports.ts';
import { runChecks } from '../doctor/checks.ts';
import { openStore } from '../../platform/storage/store.ts';
import { migrationsFolder } from '../../platform/settings/paths.ts';
import { applyRetention } from '../retention/retention.ts';
import { withOwnerAccess } from '../commands/installation.ts';
import { codeOf, openDb, openPool } from '../../platform/database/db.ts';
import { migrate } from '../../platform/database/migrate.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { describeSystemReason } from '../../platform/system-error.ts';
import { verifyArchive } from './archive.ts';
import { restore, type RestoreSummary } from './restore.ts';
import { collectErasures, findReplaceableInstallation, refuseNewerBackup } from './target.ts';

/** The arguments of the command. */
export interface RestoreRequest {
  /** The path of the backup. */
  file: string;
  /** The path of a file with the private key of an encrypted backup. */
  key?: string | undefined;
  /** The path of a copy of the list of erasures. */
  erased?: string | undefined;
  /** The name of the portal that the backup may replace. */
  replace?: string | undefined;
}

/**
 * Restores a backup into the installation of the settings, and prints the result in plain lines. If the backup cannot
 * be restored there, throws an error with one plain line before anything is changed.
 */
export async function restoreBackup(
  settings: Settings,
  { file, key: keyFile, erased: erasureListFile, replace: nameToReplace }: RestoreRequest,
  print: (line: string) => void,
): Promise<void> {
  const stats = await stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new Error(`There is no file ${file}.`, { cause: error });
    throw error;
  });
  if (!stats.isFile()) throw new Error(`${file} is not a file.`);
  const identity = keyFile === undefined ? null : await readKey(keyFile);
  const { about, manifest } = await verifyArchive(file, identity);
  print(`The backup of ${about.at.slice(0, 16).replace('T', ' ')} UTC is complete and undamaged.`);
  refuseNewerBackup(about, migrationsFolder);

  await withOwnerAccess(settings, async ({ ownerUrl, appUrl, name }) => {
    const pool = openPool(ownerUrl, 1);
    try {
      const db = openDb(pool);
      await sql`SET statement_timeout = 0`.execute(db);
      const replacedInstallation = await findReplaceableInstallation(db, name, nameToReplace);
      const erasures = await collectErasures(db, about, {
        backupFile: file,
        erasureListFile,
        settings,
        replacedInstallation,
      });
      await runMigrations({ connectionString: ownerUrl });
      const store = openStore(settings.fileStoreUrl, settings.dataDir);
      const summary = await restore(db, store, {
        path: file,
        identity,
        about,
        manifest,
        erasures,
        migrationsFolder,
      });
      await migrate(ownerUrl, appUrl, migrationsFolder);
      await sql`ANALYZE`.execute(db);
      await recordRestoredBackup(db, new Date(about.at));
      await recordRestore({ db, settings });
      printSummary(summary, name, print);
      await applyRetentionAndCheck(appUrl, settings, print);
    } finally {
      await pool.end();
    }
  });
}

/** Reads the key from a file that `npm run backup -- --new-key` or age-keygen has written. */
async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT'
      ? new Error(`There is no file ${path}.`, { cause: error })
      : new Error(`The key in ${path} cannot be read: ${describeSystemReason(error)}.`, { cause: error });
  });
  const key = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(text)?.[0];
  if (!key) throw new Error(`There is no key (AGE-SECRET-KEY-1…) in the file ${path}.`);
  return key;
}

/**
 * Applies the retention periods to the restored data with the app's role, then runs the doctor and prints its findings.
 */
async function applyRetentionAndCheck(
  appUrl: string,
  settings: Settings,
  print: (line: string) => void,
): Promise<void> {
  const pool = openPool(appUrl, 2);
  try {
    const target = { db: openDb(pool), store: openStore(settings.fileStoreUrl, settings.dataDir), settings };
    const counts = Object.values(await applyRetention({ ...target, clock: { shiftMs: 0 }, usesLocks: true }));
    const deletedCount = counts.reduce((sum, count) => sum + count, 0);
    print(
      `Deleted, because their retention period has passed since the backup: ${formatNumber(deletedCount)} entries.`,
    );
    const state = await runChecks(target, { repair: false, thorough: false }, (check, finding) => {
      if (finding.state !== 'ok') print(`${finding.state}: ${check}: ${finding.line}`);
    });
    print(state === 'trouble' ? 'The doctor has found problems, see above.' : 'The doctor has found nothing broken.');
  } finally {
    await pool.end();
  }
}

const formatNumber = (value: number) => value.toLocaleString('en');

function printSummary(
  { personCount, appointmentCount, documentCount, erasedCounts, mailCount }: RestoreSummary,
  name: string,
  print: (line: string) => void,
): void {
  print(
    `${name} holds ${formatNumber(personCount)} people, ${formatNumber(appointmentCount)} appointments and ${formatNumber(documentCount)} documents now.`,
  );
  print(
    `Erased again, because they had been erased since the backup: ${formatNumber(erasedCounts.people)} people, ${formatNumber(erasedCounts.documents)} documents, ${formatNumber(erasedCounts.introductions)} introductions.`,
  );
  print(
    `Everybody has to sign in again. ${formatNumber(mailCount)} mails that were waiting at the time of the backup are queued again.`,
  );
}
