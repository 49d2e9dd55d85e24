import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of this test run; `inject('postgres')` in a test file. */
    postgres: {
      /** URL of a role that may create databases, extensions in them and grants; names some existing database. */
      migrateUrl: string;
      /** URL of the app's restricted role (on a server of TEST_DATABASE_URL: the same as `migrateUrl`). */
      url: string;
    };
  }
}

/**
 * Vitest's global setup: starts one embedded PostgreSQL in a temporary directory for the whole run and deletes it
 * afterwards. With TEST_DATABASE_URL (a role that may create databases) that server is used instead.
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
