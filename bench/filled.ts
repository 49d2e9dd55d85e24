import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb, openPool } from '../src/platform/database/db.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { fill, type Amounts } from '../tests/support/fill.ts';

/** The measurements' own database, which stays until somebody deletes the folder. */
const ownFolder = resolve(import.meta.dirname, 'data');

/** A filled database, with the URLs of both roles. */
export interface Filled {
  appUrl: string;
  ownerUrl: string;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database of `fill` and `lists`: an embedded one in bench/data, or that of FILL_DATABASE_URL
 * (whose role is owner and app in one), which is filled only when it holds nobody.
 */
export async function openFilled(): Promise<Filled> {
  const server = process.env['FILL_DATABASE_URL'];
  const embedded = server ? null : await startEmbedded({ dataDir: ownFolder, log: () => {}, disposable: true });
  const ownerUrl = server ?? embedded?.migrateUrl ?? '';
  const appUrl = server ?? embedded?.url ?? '';
  await migrate(ownerUrl, appUrl, resolve(import.meta.dirname, '../db/migrations'));
  return {
    appUrl,
    ownerUrl,
    close: async () => {
      await embedded?.stop();
    },
  };
}

/** `npm run bench -- fill`: fills the database; refuses one that holds people. */
export async function runFill(args: string[]): Promise<void> {
  const amounts = readAmounts(args);
  const filled = await openFilled();
  const pool = openPool(filled.ownerUrl, 1);
  try {
    await pool.query('SET statement_timeout = 0');
    const db = openDb(pool);
    if (await db.selectFrom('person').select('id').limit(1).executeTakeFirst())
      throw new Error(`This database has people in it: remove ${ownFolder} or name an empty one in FILL_DATABASE_URL.`);
    const since = performance.now();
    await fill(db, amounts, (line) => console.log(`${Math.round((performance.now() - since) / 1000)} s: ${line}`));
    console.log(`Filled in ${Math.round((performance.now() - since) / 1000)} s.`);
  } finally {
    await pool.end();
    await filled.close();
  }
}

function readAmounts(args: string[]): Amounts {
  const number = { type: 'string' } as const;
  const options = { participants: number, appointments: number, coaches: number, entries: number };
  const { values } = parseArgs({ args, options });
  const amount = (name: keyof typeof options, usual: number) => {
    const value = Number(values[name] ?? usual);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} needs a whole number.`);
    return value;
  };
  return {
    participants: amount('participants', 100_000),
    appointments: amount('appointments', 1_000_000),
    coaches: amount('coaches', 50),
    entries: amount('entries', 5_000_000),
  };
}
