import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDb, openPool } from '../src/platform/database/db.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { fillDatabase, type DataAmounts } from '../tests/support/fill.ts';

/** The folder of the embedded database. It is kept between runs. */
const dataFolder = resolve(import.meta.dirname, 'data');

/** A database that `npm run bench -- fill` fills, with the URLs of the app's role and of the owner's role. */
export interface FilledDatabase {
  appUrl: string;
  ownerUrl: string;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database for the commands `fill`, `lists` and `growth`: the embedded database in bench/data,
 * or the database at FILL_DATABASE_URL, where a single role is both the owner and the app.
 */
export async function openFilledDatabase(): Promise<FilledDatabase> {
  const serverUrl = process.env['FILL_DATABASE_URL'];
  const embedded = serverUrl ? null : await startEmbedded({ dataDir: dataFolder, log: () => {}, disposable: true });
  const ownerUrl = serverUrl ?? embedded?.migrateUrl ?? '';
  const appUrl = serverUrl ?? embedded?.url ?? '';
  await migrate(ownerUrl, appUrl, resolve(import.meta.dirname, '../db/migrations'));
  return {
    appUrl,
    ownerUrl,
    close: async () => {
      await embedded?.stop();
    },
  };
}

/** `npm run bench -- fill`: fills the database. Refuses a database that contains people. */
export async function runFill(args: string[]): Promise<void> {
  const amounts = readAmounts(args);
  const database = await openFilledDatabase();
  const pool = openPool(database.ownerUrl, 1);
  try {
    await pool.query('SET statement_timeout = 0');
    const db = openDb(pool);
    if (await db.selectFrom('person').select('id').limit(1).executeTakeFirst())
      throw new Error(`This database contains people: delete ${dataFolder} or set FILL_DATABASE_URL to an empty one.`);
    const startedAt = performance.now();
    await fillDatabase(db, amounts, (line) =>
      console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${line}`),
    );
    console.log(`Filled in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  } finally {
    await pool.end();
    await database.close();
  }
}

function readAmounts(args: string[]): DataAmounts {
  const stringOption = { type: 'string' } as const;
  const options = {
    participants: stringOption,
    appointments: stringOption,
    coaches: stringOption,
    entries: stringOption,
  };
  const { values } = parseArgs({ args, options });
  const readAmount = (name: keyof typeof options, defaultAmount: number) => {
    const value = Number(values[name] ?? defaultAmount);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} needs a whole number.`);
    return value;
  };
  return {
    participants: readAmount('participants', 100_000),
    appointments: readAmount('appointments', 1_000_000),
    coaches: readAmount('coaches', 50),
    auditEntries: readAmount('entries', 5_000_000),
  };
}
