import { fillDemo } from '../../db/demo.ts';
import { seedLocations } from '../../db/locations.ts';
import { listAdmins } from '../accounts/admins.ts';
import { openStore } from '../files/store.ts';
import { builtScreens } from './app.ts';
import { migrations } from './checkout.ts';
import { openDb, openPool } from './db.ts';
import { migrate } from './migrate.ts';
import { openPortal, type Portal } from './portal.ts';
import type { Settings } from './settings.ts';

/**
 * Brings the schema up to date and puts in what every installation needs, and demo data where they are wanted. Answers whether
 * there is an admin who can sign in.
 */
export async function prepareDatabase(
  settings: Settings,
  ownerUrl: string,
  appUrl: string,
): Promise<{ hasAdmin: boolean }> {
  await migrate(ownerUrl, appUrl, migrations);
  const pool = openPool(appUrl, 2);
  try {
    const db = openDb(pool);
    await seedLocations(db);
    if (settings.demo)
      await fillDemo({ db, now: new Date(), store: openStore(settings.fileStoreUrl, settings.dataDir) });
    return { hasAdmin: (await listAdmins(db)).some(({ active }) => active) };
  } finally {
    await pool.end();
  }
}

/** A portal that listens where the settings say; `url` is the app's role, `program` the folder of the built server. */
export async function serve(settings: Settings, url: string, program: string): Promise<Portal> {
  const portal = await openPortal(settings, url, builtScreens(program));
  try {
    await portal.fastify.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await portal.close();
    throw error;
  }
  return portal;
}
