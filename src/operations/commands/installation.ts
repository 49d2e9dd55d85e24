import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openStore } from '../files/store.ts';
import { migrations } from './checkout.ts';
import { codeOf, databaseAway, openDb, openPool } from './db.ts';
import type { App } from './handler.ts';
import { migrate } from './migrate.ts';
import { startEmbedded } from './postgres.ts';
import { findRunning } from './postgres/running.ts';
import type { Settings } from './settings.ts';

/** What a command works on; the database with the app's own role. */
export type Installation = Pick<App, 'db' | 'store' | 'settings'>;

/** One line to the operator. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Works on the database of the settings: DATABASE_URL, else the embedded one of the portal that runs on DATA_DIR, else
 * that one started for as long as the work takes. `fresh` says what becomes of a database that no portal uses at the
 * moment: 'migrate' brings it up to date first, so that the first admin can be there before the first start; 'as it
 * is' leaves it alone, so that it can be saved before an update.
 */
export async function withInstallation<T>(
  settings: Settings,
  fresh: 'migrate' | 'as it is',
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && fresh === 'as it is' && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no portal in ${dataDir}: set DATA_DIR (or DATABASE_URL) as the portal has it.`);
  const running = !databaseUrl && existsSync(dataDir) ? await findRunning(realpathSync(dataDir)) : null;
  const embedded = databaseUrl || running ? null : await startEmbedded({ dataDir, log: () => {} });
  try {
    const url = databaseUrl ?? running ?? embedded?.url ?? '';
    if (!running && fresh === 'migrate')
      await migrate(settings.migrateUrl ?? embedded?.migrateUrl ?? url, url, migrations);
    const pool = openPool(url, 2);
    try {
      return await work({ db: openDb(pool), store: openStore(settings.fileStoreUrl, dataDir), settings });
    } finally {
      await pool.end();
    }
  } finally {
    await embedded?.stop();
  }
}

/** The database of the settings as its owner has it, with no portal at work. */
export interface OwnDatabase {
  ownerUrl: string;
  appUrl: string;
  /** What an operator knows it by: `portal@db.internal`, or the data directory of an embedded one. */
  name: string;
}

/** Works on the database of the settings as its owner. An embedded one is started; a portal that runs on it refuses that. */
export async function withOwnDatabase<T>(settings: Settings, work: (own: OwnDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl, migrateUrl, dataDir } = settings;
  if (databaseUrl) {
    const { pathname, hostname } = new URL(databaseUrl);
    return work({
      ownerUrl: migrateUrl ?? databaseUrl,
      appUrl: databaseUrl,
      name: `${decodeURIComponent(pathname.slice(1))}@${hostname}`,
    });
  }
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  try {
    return await work({ ownerUrl: embedded.migrateUrl, appUrl: embedded.url, name: dataDir });
  } finally {
    await embedded.stop();
  }
}

/** Somebody asks how a command is used. */
class HelpWanted extends Error {}

/** The arguments of a command as `config` names them. Throws its usage where they are others, and where --help asks for it. */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.includes('--help')) throw new HelpWanted(usage);
  try {
    return parseArgs(config);
  } catch {
    throw new Error(usage);
  }
}

/** Runs a command to its end: exit code 0, its own number, or 1 with one plain line on the error stream. */
export function runCommand(main: () => Promise<number | void>): void {
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      if (error instanceof HelpWanted) {
        say(error.message);
        process.exit(0);
      }
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exit(1);
    },
  );
}

const undefinedTable = '42P01';

/** What went wrong, in words that say what to do. Errors of the system name their path, and no content. */
function sentenceOf(error: unknown): string {
  const code = codeOf(error);
  if (databaseAway(error)) return `The database is out of reach (${code || 'no answer'}).`;
  if (code === undefinedTable)
    return 'This database holds no portal, or one that needs a start to be brought up to date.';
  return error instanceof Error && error.message ? error.message : 'Unknown error.';
}
