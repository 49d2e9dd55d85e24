import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { migrationsIn } from '../../platform/database/migrate.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { erasureListName, selectErasuresSince, readErasureList, type Erasure } from '../../features/audit/exports.ts';
import type { AboutFile } from './tables.ts';
import { installationId } from '../../platform/database/installation.ts';

/** Throws an error with one plain line if the backup was made by a newer version than this checkout. */
export function refuseNewerBackup({ migrations, version }: AboutFile, migrationsFolder: string): void {
  const knownMigrations = new Set(migrationsIn(migrationsFolder));
  const unknownName = migrations.find((name) => !knownMigrations.has(name));
  if (unknownName)
    throw new Error(
      `The backup was made by a newer version (${version}, migration ${unknownName}): update this installation first.`,
    );
}

/**
 * Returns the id of the installation in the database, which a restore may replace, or null if there is none. Throws an
 * error with one plain line if the restore must not replace the content of the database: a portal is running on it, it
 * belongs to another program, or it contains people and `nameToReplace` is not its name.
 */
export async function findReplaceableInstallation(
  db: Db,
  name: string,
  nameToReplace: string | undefined,
): Promise<string | null> {
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
  const personCount = hasTable('person')
    ? Number((await db.selectFrom('person').select(db.fn.countAll().as('count')).executeTakeFirst())?.count)
    : 0;
  if (personCount > 0 && nameToReplace === undefined)
    throw new Error(
      `${name} has a portal with ${personCount} people. To replace it by the backup, add: --replace ${name}`,
    );
  if (nameToReplace !== undefined && nameToReplace !== name)
    throw new Error(`--replace names ${nameToReplace}, but the settings lead to ${name}. Nothing was changed.`);
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
 * DATA_DIR and in BACKUP_DIR, the operator's list (`erasureListFile`), and the database to be replaced. Throws an error
 * with one plain line if the operator's list is missing or belongs to another portal. If one of the other lists belongs
 * to another portal, it is ignored.
 */
export async function collectErasures(
  db: Db,
  about: AboutFile,
  {
    backupFile,
    erasureListFile,
    settings,
    replacedInstallation,
  }: {
    backupFile: string;
    erasureListFile: string | undefined;
    settings: Settings;
    replacedInstallation: string | null;
  },
): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  if (erasureListFile !== undefined) {
    const list = await readErasureList(erasureListFile);
    if (!list) throw new Error(`There is no file ${erasureListFile}.`);
    if (list.installation !== about.portal)
      throw new Error(`${erasureListFile} is not the list of the portal that the backup is from.`);
    erasures.push(...list.erasures);
  }
  for (const folder of new Set([dirname(backupFile), settings.dataDir, settings.backupDir ?? settings.dataDir])) {
    const list = await readErasureList(join(folder, erasureListName));
    if (list?.installation === about.portal) erasures.push(...list.erasures);
  }
  if (replacedInstallation === about.portal) erasures.push(...(await selectErasuresSince(db, getErasureCutoff(about))));
  return erasures;
}
