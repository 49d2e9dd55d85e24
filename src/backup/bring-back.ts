import { readFile, stat } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { noteRestored } from '../audit/seal-list.ts';
import { examine } from '../doctor/checks.ts';
import { openStore } from '../files/store.ts';
import { migrations } from '../server/checkout.ts';
import { letGo } from '../retention/retention.ts';
import { withOwnDatabase } from '../server/command.ts';
import { openDb, openPool } from '../server/db.ts';
import { migrate } from '../server/migrate.ts';
import type { Settings } from '../server/settings.ts';
import { verifyArchive } from './archive.ts';
import { restore, type Restored } from './restore.ts';
import { erasuresAfter, refuseNewer, refuseUnlessFree } from './target.ts';

/** What the operator asks for: paths of the backup, its key and a list of erasures, and the portal to be replaced. */
export interface Asked {
  file: string;
  key?: string | undefined;
  erased?: string | undefined;
  replace?: string | undefined;
}

/**
 * Brings a backup back into the installation of the settings and tells about it in plain lines. Throws one plain line
 * where it does not fit, before anything is touched.
 */
export async function bringBack(
  settings: Settings,
  { file, key, erased: named, replace }: Asked,
  say: (line: string) => void,
): Promise<void> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new Error(`There is no file ${file}.`);
  const identity = key === undefined ? null : await readKey(key);
  const { about, manifest } = await verifyArchive(file, identity);
  say(`The backup of ${about.at.slice(0, 16).replace('T', ' ')} UTC is whole.`);
  refuseNewer(about, migrations);

  await withOwnDatabase(settings, async ({ ownerUrl, appUrl, name }) => {
    const pool = openPool(ownerUrl, 1);
    try {
      const db = openDb(pool);
      await sql`SET statement_timeout = 0`.execute(db);
      const present = await refuseUnlessFree(db, name, replace);
      const erasures = await erasuresAfter(db, about, { file, settings, named, present });
      await runMigrations({ connectionString: ownerUrl });
      const store = openStore(settings.fileStoreUrl, settings.dataDir);
      const done = await restore(db, store, { path: file, identity, about, manifest, erasures, migrations });
      await migrate(ownerUrl, appUrl, migrations);
      await sql`ANALYZE`.execute(db);
      await noteRestored({ db, settings });
      report(done, name, say);
      await lookAfter(appUrl, settings, say);
    } finally {
      await pool.end();
    }
  });
}

/** The key in a file as `npm run backup -- --new-key` or age-keygen makes it. */
async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const found = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(text)?.[0];
  if (!found) throw new Error(`There is no key (AGE-SECRET-KEY-1…) in the file ${path}.`);
  return found;
}

/** Lets go whose time has come since, and has the doctor look at what came back, as the app will; tells what is not well. */
async function lookAfter(appUrl: string, settings: Settings, say: (line: string) => void): Promise<void> {
  const pool = openPool(appUrl, 2);
  try {
    const patient = { db: openDb(pool), store: openStore(settings.fileStoreUrl, settings.dataDir), settings };
    const gone = Object.values(await letGo({ ...patient, clock: { shiftMs: 0 }, locks: true }));
    say(`Past its time meanwhile, and gone: ${number(gone.reduce((sum, count) => sum + count, 0))} entries.`);
    const state = await examine(patient, { repair: false, thorough: false }, (check, finding) => {
      if (finding.state !== 'ok') say(`${finding.state}: ${check}: ${finding.line}`);
    });
    say(state === 'trouble' ? 'The doctor found trouble, see above.' : 'The doctor found nothing broken.');
  } finally {
    await pool.end();
  }
}

const number = (value: number) => value.toLocaleString('en');

function report(
  { people, appointments, documents, erased, mails }: Restored,
  name: string,
  say: (line: string) => void,
): void {
  say(
    `${name} holds ${number(people)} people, ${number(appointments)} appointments and ${number(documents)} documents again.`,
  );
  say(
    `Erased since the backup, and erased again: ${number(erased.people)} people, ${number(erased.documents)} documents.`,
  );
  say(`Everybody signs in anew. ${number(mails)} mails that waited then wait again.`);
}
