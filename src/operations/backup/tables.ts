import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/database/db.ts';
import { installationId } from '../../platform/database/installation.ts';

/** A table in a backup. */
const tableSchema = z.object({
  name: z.string(),
  /** All columns except generated ones. */
  columns: z.array(z.string()),
  /** The identity column and the last id that it has assigned; null for a table without an identity column. */
  counter: z.nullable(z.object({ column: z.string(), last: z.number() })),
});
export type Table = z.output<typeof tableSchema>;

/** The content of about.json, the first file of an archive. */
export const aboutSchema = z.object({
  format: z.literal(1),
  product: z.literal('coaching-portal'),
  version: z.string(),
  /** The time of the snapshot. */
  at: z.iso.datetime(),
  /** The id of the installation, which does not depend on its address. */
  portal: z.string(),
  migrations: z.array(z.string()),
  /** The hash of the schema (see `hashSchema`). */
  schema: z.string(),
  /** Ordered so that the foreign keys of a table refer only to the same table or to earlier tables. */
  tables: z.array(tableSchema),
});
export type AboutFile = z.output<typeof aboutSchema>;

/**
 * Tables that backups leave out, because their rows give access, count attempts or tell of earlier backups. After a
 * restore all users have to sign in again, and no one-time password that was used after the backup becomes valid again.
 */
const excludedTables = [
  'session',
  'credential',
  'passkey_challenge',
  'single_sign_on_attempt',
  'single_sign_on_code',
  'throttle',
  'backup',
];

/** These two values limit the memory that a backup needs. A part may exceed `bytesPerPart` by the rows of one fetch. */
const rowsPerFetch = 1_000;
const bytesPerPart = 4_000_000;

/** Creates the content of about.json. `tx` is the transaction of the snapshot. */
export async function createAbout(tx: Tx, version: string): Promise<AboutFile> {
  const { rows } = await sql<{ at: Date; portal: string | null }>`
    SELECT clock_timestamp() AS at, ${installationId} AS portal
  `.execute(tx);
  const [snapshot] = rows;
  if (!snapshot?.portal) throw new Error('This database has no portal in it.');
  const migrations = await tx.selectFrom('migration').select('name').orderBy('name').execute();
  return {
    format: 1,
    product: 'coaching-portal',
    version,
    at: snapshot.at.toISOString(),
    portal: snapshot.portal,
    migrations: migrations.map(({ name }) => name),
    schema: await hashSchema(tx),
    tables: await selectTables(tx),
  };
}

/** Returns the SHA-256 of the schema, which is the names of all tables and the names and types of their columns. */
export async function hashSchema(tx: Tx): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    SELECT format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1
  `.execute(tx);
  return createHash('sha256')
    .update(rows.map(({ line }) => line).join('\n'))
    .digest('hex');
}

/** Selects the tables to back up, in the order that `AboutFile` requires. */
async function selectTables(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<{
    name: string;
    columns: string[];
    identity_column: string | null;
    last: number;
    referenced: string[];
  }>`
    SELECT c.relname AS name,
      array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns,
      max(a.attname::text) FILTER (WHERE a.attidentity <> '') AS identity_column,
      coalesce(max((
        SELECT last_value FROM pg_sequences s
        WHERE format('%I.%I', s.schemaname, s.sequencename)::regclass =
          pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname)::regclass
      )) FILTER (WHERE a.attidentity <> ''), 0)::bigint AS last,
      ARRAY(SELECT confrelid::regclass::text FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS referenced
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL (${excludedTables})
    GROUP BY c.oid, c.relname ORDER BY c.relname
  `.execute(tx);
  const orderedTables: typeof rows = [];
  while (orderedTables.length < rows.length) {
    const orderedNames = new Set(orderedTables.map(({ name }) => name));
    const nextTables = rows.filter(
      ({ name, referenced }) => !orderedNames.has(name) && referenced.every((other) => orderedNames.has(other)),
    );
    if (nextTables.length === 0) throw new Error('the foreign keys of the tables form a cycle');
    orderedTables.push(...nextTables);
  }
  return orderedTables.map(({ name, columns, identity_column, last }) => ({
    name,
    columns,
    counter: identity_column === null ? null : { column: identity_column, last },
  }));
}

/** Reads the rows of a table as lines of JSON, in parts of a few megabytes, each with its number of rows. */
export async function* readRows(tx: Tx, { name, columns }: Table): AsyncGenerator<{ lines: Buffer; rowCount: number }> {
  const cursor = sql.id(`rows_of_${name}`);
  await sql`
    DECLARE ${cursor} NO SCROLL CURSOR FOR
    SELECT to_json(t)::text AS line FROM (SELECT ${sql.join(columns.map((column) => sql.id(column)))} FROM ${sql.table(name)}) t
  `.execute(tx);
  let lines: string[] = [];
  let length = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(rowsPerFetch)} FROM ${cursor}`.execute(tx);
    for (const { line } of rows) {
      lines.push(line);
      length += line.length + 1;
    }
    const isLastFetch = rows.length < rowsPerFetch;
    if (lines.length > 0 && (isLastFetch || length >= bytesPerPart)) {
      yield { lines: Buffer.from(`${lines.join('\n')}\n`), rowCount: lines.length };
      lines = [];
      length = 0;
    }
    if (isLastFetch) break;
  }
  await sql`CLOSE ${cursor}`.execute(tx);
}

/** Inserts the rows of a part, which are lines of JSON, into their table. */
export async function insertRows(tx: Tx, { name, columns }: Table, lines: Buffer): Promise<void> {
  const columnNames = sql.join(columns.map((column) => sql.id(column)));
  const rows = `[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`;
  await sql`
    INSERT INTO ${sql.table(name)} (${columnNames}) OVERRIDING SYSTEM VALUE
    SELECT ${columnNames} FROM json_populate_recordset(NULL::${sql.table(name)}, ${rows}::json)
  `.execute(tx);
}
