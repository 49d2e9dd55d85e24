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
  killCount: number;
  /** The attempts that changed the schema although they were interrupted, as 'name after n statements'. */
  faultyAttempts: string[];
}

/**
 * Applies the migrations to an empty database one by one. Before it applies a migration, it makes several attempts and
 * ends the connection during each of them. `chooseKillPositions` gets the number of the migration's statements. For
 * each attempt, it returns the number of statements after which the attempt is interrupted.
 */
export async function killAtStatements(
  { url, appUrl, client }: { url: string; appUrl: string; client: pg.Client },
  chooseKillPositions: (statementCount: number) => number[],
): Promise<InterruptionResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  const faultyAttempts: string[] = [];
  let killCount = 0;
  // The folder is still empty, so this only creates the list of applied migrations and the job queue.
  await migrate(url, url, folder);
  for (const name of migrationsIn(migrationsFolder)) {
    const statements = splitStatements(readFileSync(join(migrationsFolder, name), 'utf8'));
    const schemaBefore = (await describeSchema(client)).join('\n');
    for (const position of new Set(chooseKillPositions(statements.length))) {
      const killStatement = '\nSELECT pg_terminate_backend(pg_backend_pid());\n';
      const interruptedMigration = [...statements.slice(0, position), killStatement, ...statements.slice(position)];
      writeFileSync(join(folder, name), interruptedMigration.join(''));
      const succeeded = await migrate(url, url, folder).then(
        () => true,
        () => false,
      );
      killCount++;
      if (succeeded || (await describeSchema(client)).join('\n') !== schemaBefore)
        faultyAttempts.push(`${name} after ${position} statements`);
    }
    copyFileSync(join(migrationsFolder, name), join(folder, name));
    await migrate(url, url, folder);
  }
  // Migrates once more with the URL of the app's role, so that the role is granted its rights.
  await migrate(url, appUrl, folder);
  rmSync(folder, { recursive: true });
  return { killCount, faultyAttempts };
}
