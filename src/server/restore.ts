import { resolve } from 'node:path';
import { bringBack } from '../backup/bring-back.ts';
import { readArguments, runCommand, say } from './command.ts';
import { readSettings } from './settings.ts';

const usage = `Brings a backup back, into the database and the file store of the settings. The portal has to be stopped.

  npm run restore -- FILE             into an empty installation
    --key KEYFILE                     the file with the key (AGE-SECRET-KEY-1…) of an encrypted backup
    --replace NAME                    in the place of the portal there; NAME is what a refusal calls it
    --erased LIST                     a copy of erased.txt, where DATA_DIR and BACKUP_DIR are lost`;

const text = { type: 'string' } as const;
const options = { key: text, replace: text, erased: text };

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, { options, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(usage);
  await bringBack(readSettings(process.env), { ...values, file: resolve(file) }, say);
}

runCommand(main);
