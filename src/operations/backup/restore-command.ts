import { resolve } from 'node:path';
import { restoreBackup } from './restore-backup.ts';
import { readArguments, runCommand, printLine } from '../commands/installation.ts';
import { readSettings } from '../../platform/settings/settings.ts';

const usage = `Restores a backup into the database and the file store of the settings. Stop the portal first.

  npm run restore -- FILE             into an empty installation
    --key KEYFILE                     the file with the key (AGE-SECRET-KEY-1…) of an encrypted backup
    --replace NAME                    replaces the portal there; the error without this option shows its NAME
    --erased LIST                     a copy of erased.txt, if DATA_DIR and BACKUP_DIR are lost`;

const stringOption = { type: 'string' } as const;
const options = { key: stringOption, replace: stringOption, erased: stringOption };

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, { options, allowPositionals: true });
  const [file, ...extraArguments] = positionals;
  if (file === undefined || extraArguments.length > 0) throw new Error(usage);
  await restoreBackup(readSettings(process.env), { ...values, file: resolve(file) }, printLine);
}

runCommand(main);
