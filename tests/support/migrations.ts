import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrationsFolder } from '../../src/platform/settings/paths.ts';
import { migrate, migrationsIn } from '../../src/platform/database/migrate.ts';
import { urlOfDatabase, runStatement } from './database.ts';
import { describeSchema, splitStatements } from './schema.ts';

let databaseCount = 0;

/** Creates a database without tables and connects as its owner; `close()` drops it. */
export async function openEmptyDatabase() {
  const server = inject('postgres');
  const name = `migrations_${process.pid}_${databaseCount++}`;
  await runStatement(server.migrateUrl, `CREATE DATABASE ${name}`);
  const url = urlOfDatabase(server.migrateUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    appUrl: urlOfDatabase(server.url, name),
    client,
    async close(): Promise<void> {
      await client.end();
      await runStatement(server.migrateUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** The result of interrupted migrations. */
export interface InterruptionResult {
  /** How many attempts at a migration were interrupted. */
  kills: number;
  /** The attempts that changed the schema although they were interrupted, as 'name after n statements'. */
  incompletePositions: string[];
}

/**
 * Applies the migrations to an empty database one by one. Before it applies a migration, it attempts it several times
 * and ends the connection during each attempt. `killPoints` gets the number of the migration's statements, and returns
 * after how many statements the attempts are interrupted.
 */
export async function killAtStatements(
  { url, appUrl, client }: { url: string; appUrl: string; client: pg.Client },
  killPoints: (statementCount: number) => number[],
): Promise<InterruptionResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  const faultyAttempts: string[] = [];
  let kills = 0;
  // With no migration, this only creates the list of applied migrations and the job queue.
  await migrate(url, url, folder);
  for (const name of migrationsIn(migrationsFolder)) {
    const statements = splitStatements(readFileSync(join(migrationsFolder, name), 'utf8'));
    const schemaBefore = (await describeSchema(client)).join('\n');
    for (const position of new Set(killPoints(statements.length))) {
      const kill = '\nSELECT pg_terminate_backend(pg_backend_pid());\n';
      const interrupted = [...statements.slice(0, position), kill, ...statements.slice(position)].join('');
      writeFileSync(join(folder, name), interrupted);
      const succeeded = await migrate(url, url, folder).then(
        () => true,
        () => false,
      );
      kills++;
      if (succeeded || (await describeSchema(client)).join('\n') !== schemaBefore)
        faultyAttempts.push(`${name} after ${position} statements`);
    }
    copyFileSync(join(migrationsFolder, name), join(folder, name));
    await migrate(url, url, folder);
  }
  // Repeated with the URL of the app's role, which is granted its rights.
  await migrate(url, appUrl, folder);
  rmSync(folder, { recursive: true });
  return { kills, incompletePositions: faultyAttempts };
}
