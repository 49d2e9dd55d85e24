import { createKeyPair } from './age.ts';
import { findBackupFolder, makeBackup, type Backup } from './make.ts';
import { readArguments, runCommand, printLine, withInstallation } from '../commands/installation.ts';
import { readSettings } from '../../platform/settings/settings.ts';

const usage = `Saves the database and the documents in one file, whether the portal runs or not:

  npm run backup [-- --to FOLDER]     into FOLDER, else BACKUP_DIR, else DATA_DIR/backups
  npm run backup -- --new-key         creates a key: backups are encrypted once BACKUP_RECIPIENT holds its public half`;

const options = { to: { type: 'string' }, 'new-key': { type: 'boolean' } } as const;

async function main(): Promise<number> {
  const { to, 'new-key': wantsNewKey } = readArguments(usage, { options }).values;
  if (wantsNewKey) return printNewKey();
  const settings = readSettings(process.env);
  const backup = await withInstallation(settings, 'do not migrate', async (installation) =>
    makeBackup(installation, await findBackupFolder(settings, to)),
  );
  return printReport(backup, settings.backupRecipients.length > 0);
}

async function printNewKey(): Promise<number> {
  const { identity, recipient } = await createKeyPair();
  printLine('Put this half into the settings of the portal on the server. It encrypts, but cannot decrypt:\n');
  printLine(`  BACKUP_RECIPIENT=${recipient}\n`);
  printLine('Keep this half in a safe, in a separate file, never on the server. Without it no backup can be read:\n');
  printLine(`  ${identity}\n`);
  printLine('It is shown only here.');
  return 0;
}

const formatNumber = (value: number) => value.toLocaleString('en');

/**
 * Prints what was saved, and returns the exit code: 2 if documents are missing or damaged in the store, otherwise 0.
 */
function printReport(
  { path, size, seconds, manifest: { rows, missing, deleted, parts } }: Backup,
  isEncrypted: boolean,
): number {
  const documents = parts.filter(({ name }) => name.startsWith('files/')).length;
  printLine(
    `Saved ${formatNumber(rows['person'] ?? 0)} people, ${formatNumber(rows['appointment'] ?? 0)} appointments and`,
  );
  printLine(
    `${formatNumber(documents)} documents (${formatNumber(Math.ceil(size / 1_000_000))} MB, ${Math.ceil(seconds)} s):`,
  );
  printLine(`  ${path}`);
  if (deleted.length > 0)
    printLine(`${deleted.length} documents were deleted during the backup; a restore leaves them out.`);
  if (!isEncrypted) printLine('It is not encrypted: npm run backup -- --new-key shows how.');
  if (missing.length === 0) return 0;
  printLine(`${missing.length} documents are missing or damaged in the file store: npm run doctor lists them.`);
  return 2;
}

runCommand(main);
