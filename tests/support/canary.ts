import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/db.ts';

// Functions for tests that enter a unique word, a canary, as personal data and then look for the places that store it.
// They expect the words in lower case.

/**
 * Finds the columns that contain one of the words as text or as bytes, in all tables including the tables of the job
 * queue. Returns sorted names such as 'person.first_name'.
 */
export async function findColumnsContaining(db: Db, words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  `.execute(db);
  const columns: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ column: string }>`
      SELECT DISTINCT field.key AS column FROM ${sql.raw(name)} AS t, jsonb_each_text(to_jsonb(t)) AS field
      WHERE EXISTS (
        SELECT FROM unnest(${words}::text[]) word
        WHERE strpos(lower(field.value), word) > 0 OR strpos(field.value, encode(convert_to(word, 'UTF8'), 'hex')) > 0
      )
    `.execute(db);
    columns.push(...rows.map(({ column }) => `${name.replace('public.', '')}.${column}`));
  }
  return columns.sort();
}

/** Finds the columns for which PostgreSQL's planner statistics contain one of the words. */
export async function findStatisticsContaining(db: Db, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    SELECT tablename || '.' || attname AS column FROM pg_stats
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND EXISTS (
      SELECT FROM unnest(${words}::text[]) word WHERE strpos(lower(concat(
        most_common_vals::text, histogram_bounds::text, most_common_elems::text
      )), word) > 0
    )
    ORDER BY 1
  `.execute(db);
  return rows.map(({ column }) => column);
}

/** Finds the top-level folders of a data directory that hold a file with one of the words in its name or its bytes. */
export async function findFoldersContaining(dataDir: string, words: string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const folders = new Set<string>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = `${entry.name} ${await readFile(path, 'latin1').catch(() => '')}`.toLowerCase();
    if (words.some((word) => text.includes(word))) folders.add(path.slice(dataDir.length + 1).split('/')[0] ?? '');
  }
  return [...folders].sort();
}
