import type pg from 'pg';

/**
 * Describes the schemas of the portal and of the job queue in sorted lines, one for each column, table, constraint,
 * index, function, trigger, policy and extension, and then one for each applied migration. The lines of tables and
 * functions include the rights.
 */
export async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('public', 'graphile_worker'))
    SELECT 'column ' || c.oid::regclass || ' ' || a.attnum || ' ' || a.attname || ' '
      || format_type(a.atttypid, a.atttypmod)
      || ' ' || a.attnotnull || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
      || a.attidentity::text || a.attgenerated::text AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN ours ON ours.oid = c.relnamespace
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL SELECT 'relation ' || c.oid::regclass || ' ' || c.relkind::text || ' ' || c.relrowsecurity
      || ' ' || coalesce(c.relacl::text, '')
    FROM pg_class c JOIN ours ON ours.oid = c.relnamespace
    UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid)
    FROM pg_constraint c JOIN ours ON ours.oid = c.connamespace
    UNION ALL SELECT 'index ' || pg_get_indexdef(indexrelid) || ' ' || indisvalid
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN ours ON ours.oid = c.relnamespace
    UNION ALL SELECT 'function ' || p.oid::regprocedure || ' ' || md5(p.prosrc) || ' ' || coalesce(p.proacl::text, '')
    FROM pg_proc p JOIN ours ON ours.oid = p.pronamespace
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      JOIN ours ON ours.oid = c.relnamespace WHERE NOT t.tgisinternal
    UNION ALL SELECT 'policy ' || tablename || ' ' || policyname || ' ' || roles::text || ' ' || coalesce(qual, '')
    FROM pg_policies
    UNION ALL SELECT 'extension ' || extname || ' ' || extversion FROM pg_extension
    ORDER BY line
  `);
  const table = await client.query<{ name: string | null }>(`SELECT to_regclass('public.migration')::text AS name`);
  const migrations = table.rows[0]?.name
    ? (await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name')).rows
    : [];
  return [...rows.map(({ line }) => line), ...migrations.map(({ name }) => `migration ${name}`)];
}

/** Splits a migration into its statements, each with the comments before it. Function bodies and strings stay whole. */
export function splitStatements(text: string): string[] {
  const tokens = text.match(/\$\$.*?\$\$|'[^']*'|--[^\n]*|;|[^$'\-;]+|./gs) ?? [];
  const statements: string[] = [];
  let current = '';
  for (const token of tokens) {
    current += token;
    if (token !== ';') continue;
    statements.push(current);
    current = '';
  }
  return statements;
}
