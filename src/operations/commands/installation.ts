import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openStore } from '../../platform/storage/store.ts';
import { migrations } from '../../platform/settings/paths.ts';
import { codeOf, isDatabaseUnavailable, openDb, openPool } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { startEmbedded } from '../../platform/postgres/embedded.ts';
import { findRunning } from '../../platform/postgres/running.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** The installation that a command works on; `db` has the app's role. */
export type Installation = Pick<App, 'db' | 'store' | 'settings'>;

/** Prints one line for the operator. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs `work` on the database of the settings: DATABASE_URL, else the embedded one of the portal that runs on DATA_DIR,
 * else the embedded one, which is started for the work. `unusedDatabase` is what happens first if no portal is running:
 * 'migrate' migrates the database, so that the first admin can be created before the first start; 'as it is' leaves it
 * unchanged, so that it can be backed up before an update.
 */
export async function withInstallation<T>(
  settings: Settings,
  unusedDatabase: 'migrate' | 'as it is',
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && unusedDatabase === 'as it is' && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no portal in ${dataDir}: set DATA_DIR (or DATABASE_URL) to those of the portal.`);
  const running = !databaseUrl && existsSync(dataDir) ? await findRunning(realpathSync(dataDir)) : null;
  const embedded = databaseUrl || running ? null : await startEmbedded({ dataDir, log: () => {} });
  try {
    const url = databaseUrl ?? running ?? embedded?.url ?? '';
    if (!running && unusedDatabase === 'migrate')
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

/** The database of the settings with its owner's role, while no portal is running. */
export interface OwnerAccess {
  ownerUrl: string;
  appUrl: string;
  /** Its name for the operator: `portal@db.internal`, or the data directory of an embedded one. */
  name: string;
}

/**
 * Runs `work` on the database of the settings with its owner's role. Starts an embedded one for it, which fails if a
 * portal is running on it.
 */
export async function withOwnerAccess<T>(settings: Settings, work: (own: OwnerAccess) => Promise<T>): Promise<T> {
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

/** The operator has asked for the usage of a command. */
class HelpRequested extends Error {}

/**
 * Parses the arguments of a command. Throws its usage if they do not match `config`, and for --help.
 */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.includes('--help')) throw new HelpRequested(usage);
  try {
    return parseArgs(config);
  } catch {
    throw new Error(usage);
  }
}

/** Runs a command. The exit code is 0, the number it returns, or 1 with one plain line on the error stream. */
export function runCommand(main: () => Promise<number | void>): void {
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      if (error instanceof HelpRequested) {
        printLine(error.message);
        process.exit(0);
      }
      process.stderr.write(`${messageFor(error)}\n`);
      process.exit(1);
    },
  );
}

const undefinedTable = '42P01';

/** The message for an error, with advice. System errors name a path, but no content. */
function messageFor(error: unknown): string {
  const code = codeOf(error);
  if (isDatabaseUnavailable(error)) return `The database is unavailable (${code || 'no answer'}).`;
  if (code === undefinedTable)
    return 'This database has no portal in it, or one of an older version, which the next start migrates.';
  return error instanceof Error && error.message ? error.message : 'Unknown error.';
}
