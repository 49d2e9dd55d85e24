import { fillDemo } from '../../db/demo.ts';
import { seedLocations } from '../../db/locations.ts';
import { listAdmins } from '../features/accounts/exports.ts';
import { openStore } from '../platform/storage/store.ts';
import { findBuiltWebApp } from '../platform/http/server.ts';
import { migrationsFolder } from '../platform/settings/paths.ts';
import { openDb, openPool } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createApplication, type RunningPortal } from './application.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** What the start says about the accounts in the database. */
export interface DatabaseFacts {
  /** Whether there is an active admin. */
  hasAdmin: boolean;
  /** Whether the demo’s admin is one of them. */
  hasDemo: boolean;
}

/**
 * Migrates the database. Adds the locations that every installation has and, if the settings ask for it, the demo data.
 * Returns what the start says about the accounts.
 */
export async function prepareDatabase(settings: Settings, ownerUrl: string, appUrl: string): Promise<DatabaseFacts> {
  await migrate(ownerUrl, appUrl, migrationsFolder);
  const pool = openPool(appUrl, 2);
  try {
    const db = openDb(pool);
    await seedLocations(db);
    if (settings.demo)
      await fillDemo({ db, now: new Date(), store: openStore(settings.fileStoreUrl, settings.dataDir) });
    const admins = (await listAdmins(db)).filter(({ active }) => active);
    return { hasAdmin: admins.length > 0, hasDemo: admins.some(({ email }) => email === 'admin@demo.example') };
  } finally {
    await pool.end();
  }
}

/**
 * Builds the application and starts listening. `url` connects to the database with the app's role. `serverFolder` is
 * the folder of the built server.
 */
export async function serve(settings: Settings, url: string, serverFolder: string): Promise<RunningPortal> {
  const application = await createApplication(settings, url, findBuiltWebApp(serverFolder));
  try {
    await application.fastify.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await application.close();
    throw error;
  }
  return application;
}
