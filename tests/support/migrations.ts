import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrations } from '../../src/platform/settings/paths.ts';
import { migrate, migrationsIn } from '../../src/platform/database/migrate.ts';
import { inDatabase, runStatement } from './database.ts';
import { schemaOf, splitStatements } from './schema.ts';

let databaseCount = 0;

/** Creates a database without a schema and connects as its owner; `close()` drops it. */
export async function openEmptyDatabase() {
  const server = inject('postgres');
  const name = `migrations_${process.pid}_${databaseCount++}`;
  await runStatement(server.migrateUrl, `CREATE DATABASE ${name}`);
  const url = inDatabase(server.migrateUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    appUrl: inDatabase(server.url, name),
    client,
    async close(): Promise<void> {
      await client.end();
      await runStatement(server.migrateUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/**
 * Applies the migrations to an empty database one by one. Before each one is applied, attempts at it are killed after
 * each number of statements that `killPoints` returns (from 0 to all). Returns how many attempts were killed, and which
 * of them had changed the schema.
 */
export async function killAtStatements(
  { url, appUrl, client }: { url: string; appUrl: string; client: pg.Client },
  killPoints: (statements: number) => number[],
): Promise<{ kills: number; halves: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  const halves: string[] = [];
  let kills = 0;
  // The list of applied migrations and the job queue exist before the first one; rights are granted at the end.
  await migrate(url, url, folder);
  for (const name of migrationsIn(migrations)) {
    const statements = splitStatements(readFileSync(join(migrations, name), 'utf8'));
    const before = (await schemaOf(client)).join('\n');
    for (const position of new Set(killPoints(statements.length))) {
      const kill = '\nSELECT pg_terminate_backend(pg_backend_pid());\n';
      const text = [...statements.slice(0, position), kill, ...statements.slice(position)].join('');
      writeFileSync(join(folder, name), text);
      const succeeded = await migrate(url, url, folder).then(
        () => true,
        () => false,
      );
      kills++;
      if (succeeded || (await schemaOf(client)).join('\n') !== before)
        halves.push(`${name} after ${position} statements`);
    }
    copyFileSync(join(migrations, name), join(folder, name));
    await migrate(url, url, folder);
  }
  await migrate(url, appUrl, folder);
  rmSync(folder, { recursive: true });
  return { kills, halves };
}
