import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { migrationsIn } from '../../platform/database/migrate.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { erasureListName, selectErasuresSince, readErasureList, type Erasure } from '../../features/audit/exports.ts';
import type { AboutFile } from './tables.ts';
import { installationId } from '../../platform/database/installation.ts';

/** Throws an error with one plain line if the backup was made by a newer version than this checkout. */
export function refuseNewerBackup({ migrations, version }: AboutFile, folder: string): void {
  const ownMigrations = new Set(migrationsIn(folder));
  const unknownName = migrations.find((name) => !ownMigrations.has(name));
  if (unknownName)
    throw new Error(
      `The backup was made by a newer version (${version}, migration ${unknownName}): update this installation first.`,
    );
}

/**
 * Throws an error with one plain line if a restore must not replace the content of the database: a portal is running on
 * it, it belongs to another program, or it contains people and `replace` is not its name. Otherwise returns the id of
 * the installation in the database, or null if it contains none.
 */
export async function refuseUnsafeTarget(db: Db, name: string, replace: string | undefined): Promise<string | null> {
  const { rows: connections } = await sql`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'coaching-portal%'
  `.execute(db);
  if (connections.length > 0) throw new Error(`A portal is running on ${name}: stop all of its instances first.`);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  `.execute(db);
  if (tables.length === 0) return null;
  const hasTable = (table: string) => tables.some(({ name: existing }) => existing === table);
  if (!hasTable('migration')) throw new Error(`${name} has the tables of another program: use an empty database.`);
  const people = hasTable('person')
    ? Number((await db.selectFrom('person').select(db.fn.countAll().as('count')).executeTakeFirst())?.count)
    : 0;
  if (people > 0 && replace === undefined)
    throw new Error(`${name} has a portal with ${people} people. To replace it by the backup, add: --replace ${name}`);
  if (replace !== undefined && replace !== name)
    throw new Error(`--replace names ${replace}, but the settings lead to ${name}. Nothing was changed.`);
  const { rows } = await sql<{ id: string | null }>`SELECT ${installationId} AS id`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Returns the time since which erasures must be repeated after a restore: one hour before the backup. An erasure is
 * recorded with the start of its transaction, so an erasure from that hour may have been committed after the backup.
 */
export const getErasureCutoff = ({ at }: AboutFile) => new Date(new Date(at).getTime() - 3_600_000);

/**
 * Collects the erasures that may have to be repeated, and possibly older ones. Reads the lists beside the backup, in
 * DATA_DIR and in BACKUP_DIR, the list that the operator names, and the database to be replaced. Throws an error with
 * one plain line if the named list is missing or belongs to another portal; ignores other lists of another portal.
 */
export async function collectErasures(
  db: Db,
  about: AboutFile,
  {
    file,
    settings,
    namedList,
    replacedInstallation,
  }: { file: string; settings: Settings; namedList: string | undefined; replacedInstallation: string | null },
): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  if (namedList !== undefined) {
    const list = await readErasureList(namedList);
    if (!list) throw new Error(`There is no file ${namedList}.`);
    if (list.installation !== about.portal)
      throw new Error(`${namedList} is not the list of the portal that the backup is from.`);
    erasures.push(...list.erasures);
  }
  for (const folder of new Set([dirname(file), settings.dataDir, settings.backupDir ?? settings.dataDir])) {
    const list = await readErasureList(join(folder, erasureListName));
    if (list?.installation === about.portal) erasures.push(...list.erasures);
  }
  if (replacedInstallation === about.portal) erasures.push(...(await selectErasuresSince(db, getErasureCutoff(about))));
  return erasures;
}
