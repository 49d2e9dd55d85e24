import { fileURLToPath } from 'node:url';
import { dirname, resolve } from 'node:path';
import { fillDemo } from '../../db/demo.ts';
import { seedLocations } from '../../db/locations.ts';
import { builtScreens } from './app.ts';
import { openDb, openPool } from './db.ts';
import { migrate } from './migrate.ts';
import { openPortal, type Portal } from './portal.ts';
import { startEmbedded, type EmbeddedPostgres } from './postgres.ts';
import { readSettings, SettingsError, type Settings } from './settings.ts';
import { openStore } from '../files/store.ts';

const here = dirname(fileURLToPath(import.meta.url));
/** The checkout's root, from src/server as well as from dist/server. */
const root = resolve(here, '../..');

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const embedded = settings.databaseUrl
    ? null
    : await startEmbedded({ dataDir: settings.dataDir, log: (line) => say(`database: ${line}`) });
  let portal: Portal | null = null;

  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) return;
    ending = true;
    say(`\n${signal}: finishing what is under way …`);
    void close(portal, embedded).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);

  try {
    const url = settings.databaseUrl ?? embedded?.url ?? '';
    await prepareDatabase(settings, settings.migrateUrl ?? embedded?.migrateUrl ?? url, url);
    portal = await openPortal(settings, url, builtScreens(here));
    await portal.fastify.listen({ port: settings.port, host: settings.host });
    if (!ending) greet(settings);
  } catch (error) {
    if (!ending) await close(portal, embedded);
    throw error;
  }
}

/** Brings the schema up to date and puts in what every installation needs, and demo data where they are wanted. */
async function prepareDatabase(settings: Settings, ownerUrl: string, appUrl: string): Promise<void> {
  await migrate(ownerUrl, appUrl, resolve(root, 'db/migrations'));
  const pool = openPool(appUrl, 2);
  try {
    const db = openDb(pool);
    await seedLocations(db);
    if (settings.demo)
      await fillDemo({ db, now: new Date(), store: openStore(settings.fileStoreUrl, settings.dataDir) });
  } finally {
    await pool.end();
  }
}

async function close(portal: Portal | null, embedded: EmbeddedPostgres | null): Promise<void> {
  // The database goes last: requests under way still need it.
  await portal?.close();
  await embedded?.stop();
}

function greet(settings: Settings): void {
  say(`\nThe portal is ready: ${settings.publicUrl}\n`);
  if (!settings.demo) return;
  say('Demo accounts, all with the password Demo-2026!');
  say('  teilnehmer@demo.example   participant, books at once');
  say('  neu@demo.example          participant without a document');
  say('  coach@demo.example        coach');
  say('  speedcoach@demo.example   coach with the full search');
  say('  admin@demo.example        admin\n');
  if (!settings.smtpUrl) say(`Mails are written to ${resolve(settings.dataDir, 'mails')}\n`);
}

start().catch((error: unknown) => {
  const told = error instanceof SettingsError || (error instanceof Error && error.message !== '');
  process.stderr.write(`The portal cannot start: ${told ? (error as Error).message : 'unknown error'}\n`);
  process.exit(1);
});
