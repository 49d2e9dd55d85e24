import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../server/db.ts';
import { migrationsIn } from '../server/migrate.ts';
import type { Settings } from '../server/settings.ts';
import { erasedName, erasuresSince, readList, type Erasure } from './erased.ts';
import { portalOf, type About } from './tables.ts';

/** Refuses, in one line, a backup that this checkout is too old for. */
export function refuseNewer({ migrations, version }: About, folder: string): void {
  const known = new Set(migrationsIn(folder));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown)
    throw new Error(
      `The backup was made by a newer version (${version}; migration ${unknown}): update this one first.`,
    );
}

/**
 * Refuses, in one line, a database that a restore must not touch: one in use, one that belongs to another program, one
 * with people in it that is not named by `replace`. Answers the portal that it holds, null for none.
 */
export async function refuseUnlessFree(db: Db, name: string, replace: string | undefined): Promise<string | null> {
  const { rows: users } = await sql`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'coaching-portal%'
  `.execute(db);
  if (users.length > 0) throw new Error(`A portal works on ${name}: stop it first, all of its instances.`);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  `.execute(db);
  if (tables.length === 0) return null;
  const holds = (table: string) => tables.some((one) => one.name === table);
  if (!holds('migration')) throw new Error(`${name} holds tables of another program: name an empty database.`);
  const people = holds('person')
    ? Number((await db.selectFrom('person').select(db.fn.countAll().as('count')).executeTakeFirst())?.count)
    : 0;
  if (people > 0 && replace === undefined)
    throw new Error(
      `${name} holds a portal with ${people} people. If the backup shall take their place, add: --replace ${name}`,
    );
  if (replace !== undefined && replace !== name)
    throw new Error(`--replace names ${replace}, but the settings lead to ${name}. Nothing was changed.`);
  const { rows } = await sql<{ portal: string | null }>`SELECT ${portalOf} AS portal`.execute(db);
  return rows[0]?.portal ?? null;
}

/**
 * What was erased since a backup, by all that tells of it: the lists beside the backup, in DATA_DIR and in BACKUP_DIR, one
 * that the operator names, and the database that is to be replaced. A list of another portal that was named is refused;
 * one that merely lies there is left out.
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
    if (list.portal !== portal) throw new Error(`${named} is the list of another portal than the backup.`);
    found.push(...list.erasures);
  }
  for (const folder of new Set([dirname(file), settings.dataDir, settings.backupDir ?? settings.dataDir])) {
    const list = await readList(join(folder, erasedName));
    if (list?.portal === portal) found.push(...list.erasures);
  }
  // An hour more, for an erasure may have begun before the backup and ended after it.
  if (present === portal) found.push(...(await erasuresSince(db, new Date(new Date(at).getTime() - 3_600_000))));
  return found;
}
