import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../server/db.ts';

/** A table of the portal as a backup holds it. */
const table = z.object({
  name: z.string(),
  /** Those that hold something of their own; what the database computes from them is left out. */
  columns: z.array(z.string()),
  /** The column that counts by itself and its last number; null where none does. */
  counter: z.nullable(z.object({ column: z.string(), last: z.number() })),
});
export type Table = z.output<typeof table>;

/** What stands in an archive's first file: where it comes from and what shape its tables have. */
export const about = z.object({
  format: z.literal(1),
  product: z.literal('coaching-portal'),
  version: z.string(),
  /** The moment whose state this is. */
  at: z.iso.datetime(),
  /** Tells this installation from others, whatever its address. */
  portal: z.string(),
  migrations: z.array(z.string()),
  /** SHA-256 of the tables with the types of their columns. */
  schema: z.string(),
  /** In an order in which each table refers to earlier ones alone. */
  tables: z.array(table),
});
export type About = z.output<typeof about>;

/**
 * Tables whose rows no backup holds: they open doors, or count attempts. After a restore everybody signs in anew, and no
 * one-time password that was used since works once more.
 */
const fleeting = ['session', 'credential', 'throttle'];

/** Rows that are fetched at once, and bytes after which a part is full; what a backup holds in memory at a time. */
const fetched = 1_000;
const fullPart = 4_000_000;

/**
 * Tells an installation from all others: the microsecond of its first migration, which backups hold and restores keep.
 * 16 hexadecimal digits; NULL for a database without a portal.
 */
export const portalOf = sql<string | null>`(
  SELECT left(encode(sha256(extract(epoch FROM applied_at)::text::bytea), 'hex'), 16)
  FROM migration ORDER BY name LIMIT 1
)`;

/** Reads what an archive says about itself, in the transaction whose state it keeps. */
export async function describe(tx: Tx, version: string): Promise<About> {
  const { rows } = await sql<{ at: Date; portal: string | null }>`
    SELECT clock_timestamp() AS at, ${portalOf} AS portal
  `.execute(tx);
  const [origin] = rows;
  if (!origin?.portal) throw new Error('This database holds no portal.');
  const migrations = await tx.selectFrom('migration').select('name').orderBy('name').execute();
  return {
    format: 1,
    product: 'coaching-portal',
    version,
    at: origin.at.toISOString(),
    portal: origin.portal,
    migrations: migrations.map(({ name }) => name),
    schema: await schemaOf(tx),
    tables: await tablesOf(tx),
  };
}

/** SHA-256 of all tables with the types of their columns, in lower-case hex. */
export async function schemaOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    SELECT format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1
  `.execute(tx);
  return createHash('sha256')
    .update(rows.map(({ line }) => line).join('\n'))
    .digest('hex');
}

async function tablesOf(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<{
    name: string;
    columns: string[];
    counting: string | null;
    last: number;
    needs: string[];
  }>`
    SELECT c.relname AS name,
      array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns,
      max(a.attname::text) FILTER (WHERE a.attidentity <> '') AS counting,
      coalesce(max((
        SELECT last_value FROM pg_sequences s
        WHERE format('%I.%I', s.schemaname, s.sequencename)::regclass =
          pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname)::regclass
      )) FILTER (WHERE a.attidentity <> ''), 0)::bigint AS last,
      ARRAY(SELECT confrelid::regclass::text FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL (${fleeting})
    GROUP BY c.oid, c.relname ORDER BY c.relname
  `.execute(tx);
  const ordered: typeof rows = [];
  while (ordered.length < rows.length) {
    const done = new Set(ordered.map(({ name }) => name));
    const next = rows.filter(({ name, needs }) => !done.has(name) && needs.every((other) => done.has(other)));
    if (next.length === 0) throw new Error('the tables refer to each other in a circle');
    ordered.push(...next);
  }
  return ordered.map(({ name, columns, counting, last }) => ({
    name,
    columns,
    counter: counting === null ? null : { column: counting, last },
  }));
}

/** The rows of a table as lines of JSON, in parts of a few megabytes, each with how many rows it holds. */
export async function* rowsOf(tx: Tx, { name, columns }: Table): AsyncGenerator<{ lines: Buffer; rows: number }> {
  const cursor = sql.id(`rows_of_${name}`);
  await sql`
    DECLARE ${cursor} NO SCROLL CURSOR FOR
    SELECT to_json(t)::text AS line FROM (SELECT ${sql.join(columns.map((column) => sql.id(column)))} FROM ${sql.table(name)}) t
  `.execute(tx);
  let lines: string[] = [];
  let length = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(fetched)} FROM ${cursor}`.execute(tx);
    for (const { line } of rows) {
      lines.push(line);
      length += line.length + 1;
    }
    const last = rows.length < fetched;
    if (lines.length > 0 && (last || length >= fullPart)) {
      yield { lines: Buffer.from(`${lines.join('\n')}\n`), rows: lines.length };
      lines = [];
      length = 0;
    }
    if (last) break;
  }
  await sql`CLOSE ${cursor}`.execute(tx);
}

/** Writes a part's lines of JSON into their table. */
export async function addRows(tx: Tx, { name, columns }: Table, lines: Buffer): Promise<void> {
  const names = sql.join(columns.map((column) => sql.id(column)));
  const rows = `[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`;
  await sql`
    INSERT INTO ${sql.table(name)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${names} FROM json_populate_recordset(NULL::${sql.table(name)}, ${rows}::json)
  `.execute(tx);
}
