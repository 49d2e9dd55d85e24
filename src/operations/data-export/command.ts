import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportArchive, beginSnapshot, findPersonId, writeZip } from '../../features/own-data/exports.ts';
import { audit } from '../../features/audit/exports.ts';
import { readArguments, runCommand, printLine, withInstallation } from '../commands/installation.ts';
import { readSettings } from '../../platform/settings/settings.ts';

const usage = `Exports everything that the portal stores about one person, as a zip archive for them (GDPR Art. 15 and 20):

  npm run export-person -- EMAIL --to FILE.zip
  npm run export-person -- NUMBER --to FILE.zip`;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, { options: { to: { type: 'string' } }, allowPositionals: true });
  const { to } = values;
  const [emailOrId, ...extraArguments] = positionals;
  if (emailOrId === undefined || to === undefined || extraArguments.length > 0) throw new Error(usage);
  const path = resolve(to);
  if (await stat(path).catch(() => null)) throw new Error(`The file ${path} exists already: choose another one.`);
  await withInstallation(readSettings(process.env), 'do not migrate', async (installation) => {
    const id = await findPersonId(installation.db, emailOrId);
    if (id === null) throw new Error(`There is nobody with the e-mail address or number ${emailOrId}.`);
    // exportArchive adds the names of missing documents to this list.
    const missingDocuments: string[] = [];
    await installation.db.transaction().execute(async (tx) => {
      await beginSnapshot(tx);
      await writeZip(path, exportArchive(tx, installation, id, missingDocuments));
      await audit(tx, { actor: null, action: 'dataDisclosed', person: id });
    });
    printLine(`${path} holds the data and documents of person ${id}. Hand it over safely, then delete it.`);
    if (missingDocuments.length > 0)
      printLine(`${missingDocuments.length} documents are missing in the store: npm run doctor lists them.`);
  });
}

runCommand(main);
