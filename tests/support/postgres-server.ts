import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';
import { runStatement, urlOfDatabase } from './database.ts';

const migrationsFolder = resolve(import.meta.dirname, '../../db/migrations');

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL server of this test run. Test files get it with `inject('postgres')`. */
    postgres: {
      /** URL of an existing database, with a role that may create databases and extensions and grant rights. */
      migrateUrl: string;
      /** URL of the same database with the app's restricted role. With TEST_DATABASE_URL, it equals `migrateUrl`. */
      url: string;
      /** The name of a migrated database that nobody connects to. Copying it is faster than migrating a new one. */
      template: string;
    };
  }
}

/**
 * Vitest's global setup: starts one embedded PostgreSQL in a temporary directory for the whole run and deletes it
 * afterwards. If the environment has TEST_DATABASE_URL, the tests use that server instead; its role must be allowed to
 * create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server) {
    const template = await createTemplate({ migrateUrl: server, url: server });
    project.provide('postgres', { migrateUrl: server, url: server, template });
    return () => runStatement(server, `DROP DATABASE ${template}`);
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'));
  const postgres = await startEmbedded({ dataDir, log: () => {}, disposable: true });
  const { migrateUrl, url } = postgres;
  project.provide('postgres', { migrateUrl, url, template: await createTemplate(postgres) });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Creates a migrated database on a server; returns its name. */
async function createTemplate({ migrateUrl, url }: { migrateUrl: string; url: string }): Promise<string> {
  const template = `template_${randomUUID().replaceAll('-', '')}`;
  await runStatement(migrateUrl, `CREATE DATABASE ${template}`);
  await migrate(urlOfDatabase(migrateUrl, template), urlOfDatabase(url, template), migrationsFolder);
  return template;
}
