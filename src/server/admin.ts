import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createAdmin, disableAdmin, listAdmins } from '../accounts/admins.ts';
import { dateOf } from '../shared/berlin.ts';
import { codeOf, databaseAway, openDb, openPool, type Db } from './db.ts';
import { migrate } from './migrate.ts';
import { startEmbedded } from './postgres.ts';
import { findRunning } from './postgres/running.ts';
import { readSettings, type Settings } from './settings.ts';

/** The folder with the checkout's migrations, from src/server as well as from dist/server. */
const migrations = resolve(dirname(fileURLToPath(import.meta.url)), '../../db/migrations');

const usage = `Accounts of admins, on the database that DATABASE_URL or DATA_DIR names:

  npm run admin -- create --email anna@provider.example [--first-name Anna --last-name Berg --gender f]
  npm run admin -- list
  npm run admin -- disable --email anna@provider.example

--gender is m, f or d. 'create' prints a one-time password; it also lets a disabled admin in again.`;

const genders = ['m', 'f', 'd'] as const;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  const [command = '', ...more] = positionals;
  const email = values.email?.trim() ?? '';
  const needsEmail = command === 'create' || command === 'disable';
  if (more.length > 0 || (!needsEmail && command !== 'list') || needsEmail !== (email !== '')) throw new Error(usage);
  if (values.gender && !genders.some((gender) => gender === values.gender)) throw new Error(usage);
  await withDatabase(readSettings(process.env), async (db) => {
    if (command === 'create') await create(db, email, values);
    else if (command === 'list') await list(db);
    else await disable(db, email);
  });
}

function readArguments() {
  const text = { type: 'string' } as const;
  const options = { email: text, 'first-name': text, 'last-name': text, gender: text };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    throw new Error(usage);
  }
}

async function create(db: Db, email: string, about: ReturnType<typeof readArguments>['values']): Promise<void> {
  const { done, password } = await createAdmin(db, {
    email,
    // The log names people: two admins without a name should not read the same.
    firstName: about['first-name']?.trim() || 'Admin',
    lastName: about['last-name']?.trim() || (email.split('@')[0] ?? ''),
    gender: genders.find((gender) => gender === about.gender) ?? 'd',
  });
  const what = {
    created: 'is an admin now',
    enabled: 'is an active admin again',
    renewed: 'gets another one-time password',
  };
  say(`${email} ${what[done]}.`);
  say('One-time password, for one sign-in within 24 hours; a new one has to be chosen then:\n');
  say(`  ${password}\n`);
  say('It is told only here. Lost? Run the same command once more.');
}

async function list(db: Db): Promise<void> {
  const admins = await listAdmins(db);
  if (admins.length === 0) say('There is no admin yet: npm run admin -- create --email …');
  for (const { email, firstName, lastName, active, hasPassword, createdAt } of admins) {
    const state = !active ? 'disabled' : hasPassword ? 'active' : 'active, has not chosen a password yet';
    say(`${email}  ${firstName} ${lastName}  since ${dateOf(createdAt)}  ${state}`);
  }
}

async function disable(db: Db, email: string): Promise<void> {
  const done = await disableAdmin(db, email);
  say(done === 'disabled' ? `${email} is disabled; all sessions have ended.` : `${email} was disabled before.`);
}

/**
 * Works on the database of the settings: DATABASE_URL, else the embedded one of the portal that runs on DATA_DIR, else
 * that one started for as long as the work takes. A database that no portal uses yet is brought up to date first, so
 * that the first admin can be there before the first start.
 */
async function withDatabase(settings: Settings, work: (db: Db) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = settings;
  const running = !databaseUrl && existsSync(dataDir) ? await findRunning(realpathSync(dataDir)) : null;
  const embedded = databaseUrl || running ? null : await startEmbedded({ dataDir, log: () => {} });
  try {
    const url = databaseUrl ?? running ?? embedded?.url ?? '';
    if (!running) await migrate(settings.migrateUrl ?? embedded?.migrateUrl ?? url, url, migrations);
    const pool = openPool(url, 1);
    try {
      await work(openDb(pool));
    } finally {
      await pool.end();
    }
  } finally {
    await embedded?.stop();
  }
}

function sentenceOf(error: unknown): string {
  if (databaseAway(error)) return `The database is out of reach (${codeOf(error) || 'no answer'}).`;
  return error instanceof Error && error.message ? error.message : 'Unknown error.';
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  },
);
