import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { migrationsIn } from '../../platform/database/migrate.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { erasedName, erasuresSince, readList, type Erasure } from '../../features/audit/exports.ts';
import type { About } from './tables.ts';
import { installationId } from '../../platform/database/installation.ts';

/** Throws one line if this checkout is too old for a backup. */
export function refuseNewer({ migrations, version }: About, folder: string): void {
  const known = new Set(migrationsIn(folder));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown)
    throw new Error(
      `The backup was made by a newer version (${version}, migration ${unknown}): update this installation first.`,
    );
}

/**
 * Throws one line for a database that a restore must not touch: one in use, one of another program, or one with people
 * in it that `replace` does not name. Returns the id of the installation in it, null for none.
 */
export async function refuseUnlessFree(db: Db, name: string, replace: string | undefined): Promise<string | null> {
  const { rows: users } = await sql`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'coaching-portal%'
  `.execute(db);
  if (users.length > 0) throw new Error(`A portal is running on ${name}: stop all of its instances first.`);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  `.execute(db);
  if (tables.length === 0) return null;
  const holds = (table: string) => tables.some((one) => one.name === table);
  if (!holds('migration')) throw new Error(`${name} has the tables of another program: use an empty database.`);
  const people = holds('person')
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
 * Collects everything erased since a backup: from the lists beside the backup, in DATA_DIR and in BACKUP_DIR, from one
 * that the operator names, and from the database that is to be replaced. If the named list is that of another portal,
 * it throws; other lists of another portal are ignored.
 */
export async function erasuresAfter(
  db: Db,
  { portal, at }: About,
  {
    file,
    settings,
    named,
    present,
  }: { file: string; settings: Settings; named: string | undefined; present: string | null },
): Promise<Erasure[]> {
  const found: Erasure[] = [];
  if (named !== undefined) {
    const list = await readList(named);
    if (!list) throw new Error(`There is no file ${named}.`);
    if (list.installation !== portal)
      throw new Error(`${named} is not the list of the portal that the backup is from.`);
    found.push(...list.erasures);
  }
  for (const folder of new Set([dirname(file), settings.dataDir, settings.backupDir ?? settings.dataDir])) {
    const list = await readList(join(folder, erasedName));
    if (list?.installation === portal) found.push(...list.erasures);
  }
  // One hour more, because an erasure may have begun before the backup and ended after it.
  if (present === portal) found.push(...(await erasuresSince(db, new Date(new Date(at).getTime() - 3_600_000))));
  return found;
}
