import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL server of this test run. Test files get it with `inject('postgres')`. */
    postgres: {
      /** URL of an existing database, with a role that may create databases and extensions and grant rights. */
      migrateUrl: string;
      /** URL of the same database with the app's restricted role. With TEST_DATABASE_URL, it equals `migrateUrl`. */
      url: string;
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
    project.provide('postgres', { migrateUrl: server, url: server });
    return async () => {};
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'));
  const postgres = await startEmbedded({ dataDir, log: () => {}, disposable: true });
  project.provide('postgres', { migrateUrl: postgres.migrateUrl, url: postgres.url });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
