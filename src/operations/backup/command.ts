import { newKeyPair } from '../backup/age.ts';
import { folderFor, makeBackup, type Made } from '../backup/make.ts';
import { readArguments, runCommand, say, withInstallation } from './command.ts';
import { readSettings } from './settings.ts';

const usage = `Saves database and documents as one file, while the portal runs or not:

  npm run backup [-- --to FOLDER]     into FOLDER, else BACKUP_DIR, else DATA_DIR/backups
  npm run backup -- --new-key         makes a key: backups are encrypted once BACKUP_RECIPIENT names its public half`;

const options = { to: { type: 'string' }, 'new-key': { type: 'boolean' } } as const;

async function main(): Promise<number> {
  const { to, 'new-key': wantsKey } = readArguments(usage, { options }).values;
  if (wantsKey) return tellKey();
  const settings = readSettings(process.env);
  const made = await withInstallation(settings, 'as it is', async (installation) =>
    makeBackup(installation, await folderFor(settings, to)),
  );
  return report(made, settings.backupRecipients.length > 0);
}

async function tellKey(): Promise<number> {
  const { identity, recipient } = await newKeyPair();
  say('On the server, in the settings of the portal. It encrypts, and cannot decrypt:\n');
  say(`  BACKUP_RECIPIENT=${recipient}\n`);
  say('In a safe, in a file of its own, and never on the server. Without it no backup can be read:\n');
  say(`  ${identity}\n`);
  say('It is told only here.');
  return 0;
}

const number = (value: number) => value.toLocaleString('en');

/** Tells what was saved. Exit code 2: the backup is there, but documents lacked in the store. */
function report(
  { path, size, seconds, manifest: { rows, missing, deleted, parts } }: Made,
  encrypted: boolean,
): number {
  const documents = parts.filter(({ name }) => name.startsWith('files/')).length;
  say(`Saved ${number(rows['person'] ?? 0)} people, ${number(rows['appointment'] ?? 0)} appointments and`);
  say(`${number(documents)} documents (${number(Math.ceil(size / 1_000_000))} MB, ${Math.ceil(seconds)} s):`);
  say(`  ${path}`);
  if (deleted.length > 0) say(`${deleted.length} documents were deleted meanwhile; a restore leaves them out.`);
  if (!encrypted) say('It is not encrypted: npm run backup -- --new-key says how.');
  if (missing.length === 0) return 0;
  say(`${missing.length} documents are missing in the file store or damaged there: npm run doctor names them.`);
  return 2;
}

runCommand(main);
