import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { migrationTableSql, migrationsIn } from '../../platform/database/migrate.ts';
import { hashSchema, type AboutFile } from './tables.ts';

/** Drops the portal's tables and functions. */
export async function dropSchema(tx: Tx): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', c.relname) AS statement
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    UNION ALL
    SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', p.oid::regprocedure)
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  `.execute(tx);
  for (const { statement } of rows) await sql.raw(statement).execute(tx);
}

/** Creates the empty tables of a backup by applying its migrations. Throws if the schema differs from the backup's. */
export async function createSchemaOfBackup(
  tx: Tx,
  { migrations, schema: schemaHash, tables }: AboutFile,
  migrationsFolder: string,
): Promise<void> {
  await sql.raw(migrationTableSql).execute(tx);
  for (const name of migrations) await applyMigration(tx, migrationsFolder, name);
  if ((await hashSchema(tx)) !== schemaHash)
    throw new Error('The migrations of this checkout have the names of those in the backup, but create other tables.');
  // Deletes the rows that migrations have inserted, because the backup contains them, too.
  await sql`TRUNCATE ${sql.join(tables.map(({ name }) => sql.table(name)))} CASCADE`.execute(tx);
}

/** Applies the migrations of this checkout that are newer than the backup. */
export async function applyNewerMigrations(tx: Tx, { migrations }: AboutFile, migrationsFolder: string): Promise<void> {
  const newerMigrations = migrationsIn(migrationsFolder).filter((name) => !migrations.includes(name));
  for (const name of newerMigrations) {
    await applyMigration(tx, migrationsFolder, name);
    await sql`INSERT INTO migration (name) VALUES (${name})`.execute(tx);
  }
}

async function applyMigration(tx: Tx, folder: string, name: string): Promise<void> {
  await sql.raw(readFileSync(join(folder, name), 'utf8')).execute(tx);
}

/** Enables or disables the portal's triggers. While they are disabled, rows are inserted exactly as in the backup. */
export async function setTriggersEnabled(tx: Tx, { tables }: AboutFile, enabled: boolean): Promise<void> {
  for (const { name } of tables)
    await sql`ALTER TABLE ${sql.table(name)} ${enabled ? sql`ENABLE` : sql`DISABLE`} TRIGGER USER`.execute(tx);
}

/**
 * Ids that were assigned after the backup may still be in use elsewhere, for example in calendars. New ids therefore
 * start this far above the last id of the backup, so that no id is assigned twice.
 */
const idGap = 100_000;

/** Moves the sequences of ids past every id that was ever assigned. */
export async function advanceSequences(tx: Tx, { tables }: AboutFile): Promise<void> {
  for (const { name, counter } of tables)
    if (counter)
      await sql`SELECT setval(pg_get_serial_sequence(${name}, ${counter.column}), ${counter.last + idGap})`.execute(tx);
}
