import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openStore } from '../../platform/storage/store.ts';
import { migrationsFolder } from '../../platform/settings/paths.ts';
import { codeOf, isDatabaseUnavailable, openDb, openPool } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { startEmbedded } from '../../platform/postgres/embedded.ts';
import { findRunningUrl } from '../../platform/postgres/running.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { describeSystemError } from '../../platform/system-error.ts';

/** The installation that a command works on; `db` has the app's role. */
export type Installation = Pick<App, 'db' | 'store' | 'settings'>;

/** Prints one line for the operator. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs `work` on the installation that the settings name. Its database is DATABASE_URL, otherwise the embedded database
 * in DATA_DIR, which is started for the work unless a portal is running on it. With 'migrate', the database is migrated
 * first, so that the first admin can be created before the first start; an embedded database on which a portal is
 * running is not migrated. With 'do not migrate', nothing is changed first, so that the database can be backed up
 * before an update.
 */
export async function withInstallation<T>(
  settings: Settings,
  preparation: 'migrate' | 'do not migrate',
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && preparation === 'do not migrate' && !exists(join(dataDir, 'postgres')))
    throw new Error(`There is no portal in ${dataDir}: set DATA_DIR (or DATABASE_URL) to those of the portal.`);
  const runningUrl = !databaseUrl && exists(dataDir) ? await findRunningUrl(realpathSync(dataDir)) : null;
  const embedded = databaseUrl || runningUrl ? null : await startEmbedded({ dataDir, log: () => {} });
  try {
    const url = databaseUrl ?? runningUrl ?? embedded?.url ?? '';
    if (!runningUrl && preparation === 'migrate')
      await migrate(settings.migrateUrl ?? embedded?.migrateUrl ?? url, url, migrationsFolder);
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

/** Whether a path exists. Throws if that is unknown, because a folder above it may not be entered. */
const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Access to the database with the roles of its owner and of the app, while no portal is running. */
export interface OwnerAccess {
  ownerUrl: string;
  appUrl: string;
  /** The name that operators see: `portal@db.internal`, or the data directory of an embedded database. */
  name: string;
}

/**
 * Runs `work` with access to the database of the settings as its owner. An embedded database is started for the work;
 * throws if a portal is running on it.
 */
export async function withOwnerAccess<T>(settings: Settings, work: (access: OwnerAccess) => Promise<T>): Promise<T> {
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

/** Thrown for the argument --help. The message is the usage of the command. */
class HelpRequested extends Error {}

/**
 * Parses the arguments of a command. If they do not match `config`, or for --help, throws an error with the usage; it
 * begins with what does not match.
 */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.includes('--help')) throw new HelpRequested(usage);
  try {
    return parseArgs(config);
  } catch (error) {
    // The first sentence says what is wrong; the others are advice for rare cases.
    const [reason] = error instanceof Error ? error.message.split('. ') : [];
    throw new Error(`${reason ?? 'Unknown arguments'}.\n\n${usage}`);
  }
}

/**
 * Runs the main function of a command and ends the process. The exit code is the number that `main` returns, or 0. If
 * it throws, the error stream gets one plain line and the exit code is 1.
 */
export function runCommand(main: () => Promise<number | void>): void {
  // Whoever reads the output may stop early, as in `npm run doctor | head`.
  process.stdout.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
    process.exit(0);
  });
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      if (error instanceof HelpRequested) {
        printLine(error.message);
        process.exit(0);
      }
      process.stderr.write(`${formatError(error)}\n`);
      process.exit(1);
    },
  );
}

/** PostgreSQL's error code for a table that does not exist. */
const undefinedTableCode = '42P01';

/** Returns the message for an error, with advice. Messages about system calls contain paths, but no file contents. */
function formatError(error: unknown): string {
  const code = codeOf(error);
  if (isDatabaseUnavailable(error)) return `The database is unavailable (${code || 'no answer'}).`;
  if (code === undefinedTableCode)
    return 'This database has no portal in it, or one of an older version, which the next start migrates.';
  return describeSystemError(error) ?? (error instanceof Error && error.message ? error.message : 'Unknown error.');
}
