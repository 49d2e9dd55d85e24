import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../server/db.ts';
import { migrationTable, migrationsIn } from '../server/migrate.ts';
import { schemaOf, type About } from './tables.ts';

/** Takes the portal's tables and functions away, in the transaction that puts others in their place. */
export async function dropAll(tx: Tx): Promise<void> {
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

/** Builds the tables as they were when the backup was made, without rows. Throws where they come out otherwise. */
export async function buildAsOf(tx: Tx, { migrations, schema, tables }: About, folder: string): Promise<void> {
  await sql.raw(migrationTable).execute(tx);
  for (const name of migrations) await apply(tx, folder, name);
  if ((await schemaOf(tx)) !== schema)
    throw new Error('This checkout builds other tables than those of the backup, from migrations of the same names.');
  // Migrations put rows in; those of the backup hold them as well.
  await sql`TRUNCATE ${sql.join(tables.map(({ name }) => sql.table(name)))} CASCADE`.execute(tx);
}

/** Applies what this checkout has beyond the migrations of the backup. */
export async function bringUpToDate(tx: Tx, { migrations }: About, folder: string): Promise<void> {
  for (const name of migrationsIn(folder).filter((one) => !migrations.includes(one))) {
    await apply(tx, folder, name);
    await sql`INSERT INTO migration (name) VALUES (${name})`.execute(tx);
  }
}

async function apply(tx: Tx, folder: string, name: string): Promise<void> {
  await sql.raw(readFileSync(join(folder, name), 'utf8')).execute(tx);
}

/** Rows are put in as they were: no trigger of ours has a say. */
export async function setTriggers(tx: Tx, { tables }: About, on: boolean): Promise<void> {
  for (const { name } of tables)
    await sql`ALTER TABLE ${sql.table(name)} ${on ? sql`ENABLE` : sql`DISABLE`} TRIGGER USER`.execute(tx);
}

/**
 * What was counted between the backup and its restore is out in the world: in calendars, in notes. New rows begin so far
 * above it that they are never taken for it.
 */
const gap = 100_000;

/** Sets the counters of ids beyond all that were ever given. */
export async function setCounters(tx: Tx, { tables }: About): Promise<void> {
  for (const { name, counter } of tables)
    if (counter)
      await sql`SELECT setval(pg_get_serial_sequence(${name}, ${counter.column}), ${counter.last + gap})`.execute(tx);
}
