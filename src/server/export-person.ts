import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { disclose, findPerson } from '../disclosure/disclose.ts';
import { readArguments, runCommand, say, withInstallation } from './command.ts';
import { readSettings } from './settings.ts';

const usage = `Puts all that the portal holds about one person into a zip archive for them (GDPR Art. 15 and 20):

  npm run export-person -- EMAIL --to FILE.zip
  npm run export-person -- NUMBER --to FILE.zip`;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, { options: { to: { type: 'string' } }, allowPositionals: true });
  const { to } = values;
  const [who, ...more] = positionals;
  if (who === undefined || to === undefined || more.length > 0) throw new Error(usage);
  const path = resolve(to);
  if (await stat(path).catch(() => null)) throw new Error(`There is a file ${path} already: name another one.`);
  await withInstallation(readSettings(process.env), 'as it is', async (installation) => {
    const id = await findPerson(installation.db, who);
    if (id === null) throw new Error(`There is nobody with the e-mail address or number ${who}.`);
    const { documents, missing } = await disclose(installation, id, path);
    say(`${path} holds the data of person ${id} and ${documents} documents. Hand it over safely, then delete it.`);
    if (missing.length > 0) say(`${missing.length} documents are missing in the store: npm run doctor names them.`);
  });
}

runCommand(main);
