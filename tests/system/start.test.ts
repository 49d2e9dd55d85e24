import { spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import pg from 'pg';
import { createAdmin } from '../../src/features/accounts/access/admins.steps.ts';
import { openDb, openPool } from '../../src/platform/database/db.ts';
import {
  builtServer,
  waitUntilReady,
  startBuiltPortal,
  type StartedPortal,
  type StartOptions,
} from '../support/built-portal.ts';
import { prepareAccessibleCheckout } from '../support/accessible-checkout.ts';
import { urlOfDatabase } from '../support/database.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';

const nobodyUid = 65_534;
/** The number of locations in a new database. */
const locationCount = 299;
const isRoot = process.getuid?.() === 0;

const runningProcesses: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of runningProcesses.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a temporary folder that is deleted after the test. With `ownerUid`, it belongs to the user with this id. */
function createFolder(ownerUid?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-start-'));
  folders.push(path);
  chmodSync(path, 0o755);
  if (ownerUid !== undefined) chownSync(path, ownerUid, ownerUid);
  return path;
}

/** Starts a portal in a separate process that is ended after the test. */
async function start(env: Record<string, string>, options: StartOptions = {}): Promise<StartedPortal> {
  const portal = await startBuiltPortal(env, options);
  runningProcesses.push(portal.child);
  return portal;
}

async function countLocations({ url }: StartedPortal): Promise<number> {
  const response = await fetch(`${url}/api/service/location/getAll.php`);
  return ((await response.json()) as { locations: unknown[] }).locations.length;
}

describe('with the embedded database', () => {
  test('the portal starts in an empty folder with demo data, ends cleanly, and starts again with the same data', async () => {
    const dataDir = createFolder();
    const firstPortal = await start({ DATA_DIR: dataDir, DEMO: '1' });
    await waitUntilReady(firstPortal);
    expect(firstPortal.readOutput()).toContain('teilnehmer@demo.example');
    expect(await countLocations(firstPortal)).toBeGreaterThan(290);
    firstPortal.child.kill('SIGINT');
    expect(await firstPortal.exitCode).toBe(0);

    const startedAt = performance.now();
    const secondPortal = await start({ DATA_DIR: dataDir, DEMO: '1' });
    await waitUntilReady(secondPortal);
    console.info(`started again in ${Math.round(performance.now() - startedAt)} ms`);
    const login = await fetch(`${secondPortal.url}/api/service/authentication/login.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin@demo.example', password: 'Demo-2026!' }),
    });
    expect(await login.json()).toMatchObject({ meta: { status: 'success' }, data: { role: { value: 3 } } });
  });

  test('two portals with different ports and data folders run at the same time', async () => {
    const portals = await Promise.all([start({ DATA_DIR: createFolder() }), start({ DATA_DIR: createFolder() })]);
    await Promise.all(portals.map((portal) => waitUntilReady(portal)));
    expect(await Promise.all(portals.map(countLocations))).toEqual([locationCount, locationCount]);
  });

  test('a second portal in the same folder reports the process that uses the folder, and ends', async () => {
    const dataDir = createFolder();
    const firstPortal = await start({ DATA_DIR: dataDir });
    await waitUntilReady(firstPortal);
    const secondPortal = await start({ DATA_DIR: dataDir });
    expect(await secondPortal.exitCode).toBe(1);
    expect(secondPortal.readOutput()).toMatch(/cannot start: .*\d+/);
    expect(await countLocations(firstPortal)).toBe(locationCount);
  });

  test.runIf(isRoot)('the portal also runs as an ordinary user, who owns all its files', async () => {
    const dataDir = createFolder(nobodyUid);
    const checkout = prepareAccessibleCheckout();
    onTestFinished(checkout.remove);
    const program = join(checkout.folder, 'dist/server/main.js');
    const env = { DATA_DIR: dataDir, HOME: createFolder(nobodyUid) };
    const portal = await start(env, { uid: nobodyUid, cwd: checkout.folder, program });
    await waitUntilReady(portal);
    for (const name of await readdir(dataDir)) expect(statSync(join(dataDir, name)).uid).toBe(nobodyUid);
  });
});

test('a portal with DATABASE_URL uses this database and starts no embedded one', async () => {
  const { url, migrateUrl } = inject('postgres');
  const name = `start_${process.pid}`;
  const ownerClient = new pg.Client({ connectionString: migrateUrl });
  await ownerClient.connect();
  await ownerClient.query(`CREATE DATABASE ${name}`);
  const dataDir = createFolder();
  const databaseUrl = urlOfDatabase(url, name);
  const pool = openPool(databaseUrl, 1);
  try {
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_MIGRATE_URL: urlOfDatabase(migrateUrl, name),
    };
    // Two portals start at the same time with an empty database: one migrates it, and the other one waits.
    const portals = await Promise.all([start({ ...env, DEMO: '' }), start({ ...env, DEMO: '' })]);
    await Promise.all(portals.map((portal) => waitUntilReady(portal)));
    expect(await countLocations(portals[0])).toBe(locationCount);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const output = portals[0].readOutput();
    expect(output).not.toContain('Demo accounts');
    expect(output).toContain('There is no admin yet. Create one while the portal runs, with the same settings:');
    expect(output).toContain('npm run admin -- create --email');
    expect(output).toContain(`Mails are written to ${join(dataDir, 'mails')}`);
    expect(output).toMatch(/^Still as in the example: the provider's name, .*MAIL_FROM, COACHING_EMAIL /m);
    for (const portal of portals) {
      portal.child.kill('SIGTERM');
      expect(await portal.exitCode).toBe(0);
    }
    await createAdmin(openDb(pool), { email: 'a@provider.example', firstName: 'A', lastName: 'B', gender: 'd' });
    const thirdPortal = await start({ ...env, SMTP_URL: 'smtp://portal:geheim@127.0.0.1:2525', DEMO: '1' });
    await waitUntilReady(thirdPortal);
    expect(thirdPortal.readOutput()).not.toContain('Demo accounts');
    expect(thirdPortal.readOutput()).toContain('no demo data were added');
    expect(thirdPortal.readOutput()).toContain('No backup is made at night');
    expect(thirdPortal.readOutput()).not.toContain('There is no admin yet');
    expect(thirdPortal.readOutput()).toContain('Mails are sent through 127.0.0.1:2525');
    expect(thirdPortal.readOutput()).not.toContain('geheim');
  } finally {
    await pool.end();
    await ownerClient.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await ownerClient.end();
  }
});

describe('in a log, every line that the server prints is JSON', () => {
  const readLines = ({ readOutput }: StartedPortal) =>
    readOutput()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; time: number; pid: number; msg: string });

  test('from the start to the end, also those of two workers and of the database', async () => {
    const backupDir = join(createFolder(), 'away');
    const env = { DATA_DIR: createFolder(), BACKUP_DIR: backupDir, LOG_LEVEL: 'info', DEMO: '1' };
    const portal = await start(env, { args: ['--workers', '2'] });
    await waitUntilReady(portal);
    await vi.waitFor(() => expect(portal.readOutput()).toContain('The portal is ready'), { timeout: 10_000 });
    expect(await portal.stop()).toBe(0);
    const lines = readLines(portal);
    const messages = lines.map(({ msg }) => msg);
    expect(messages).toContain('The portal is ready: http://localhost:' + new URL(portal.url).port);
    expect(messages).toContainEqual(expect.stringMatching(/^Demo accounts, .* admin@demo\.example admin$/));
    expect(messages).toContainEqual(expect.stringMatching(/^Server listening/));
    expect(messages).toContain(
      `The folder ${backupDir} (BACKUP_DIR) cannot be written to (ENOENT): make it, or mount its disk.`,
    );
    expect(messages).toContain('SIGTERM: finishing the requests under way …');
    for (const line of lines)
      expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number), pid: expect.any(Number) });
  });

  test('if it cannot start', async () => {
    const portal = await start({ DATA_DIR: createFolder(), LOG_LEVEL: 'info', PORT: 'eighty' });
    expect(await portal.exitCode).toBe(1);
    expect(readLines(portal)).toMatchObject([{ level: 60, msg: expect.stringMatching(/cannot start: .* PORT/) }]);
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;
test.runIf(hasScript)('at a terminal, the lines of the server are plain text', () => {
  const command = `'${process.execPath}' '${builtServer}'`;
  const { stdout } = spawnSync('script', ['--quiet', '--command', command, '/dev/null'], {
    encoding: 'utf8',
    env: { ...bareEnvironment(), LOG_LEVEL: 'info', PORT: 'eighty' },
  });
  expect(stdout).toBe('The portal cannot start: The setting PORT must be a whole number from 0 to 65535.\r\n');
});

test('--help prints how to start the portal, and starts nothing', async () => {
  const portal = await startBuiltPortal({ DATA_DIR: createFolder() }, { args: ['--help'] });
  expect(await portal.exitCode).toBe(0);
  expect(portal.readOutput()).toContain('npm start -- --workers 4');
});

describe('a path that the system refuses is named in one line', () => {
  test('if DATA_DIR is a file', async () => {
    const file = join(createFolder(), 'file');
    writeFileSync(file, '');
    const portal = await start({ DATA_DIR: join(file, 'data') });
    expect(await portal.exitCode).toBe(1);
    expect(portal.readOutput()).toBe(
      `The portal cannot start: ${join(file, 'data')} cannot be created: not a directory (ENOTDIR).\n`,
    );
  });

  test.runIf(isRoot)('if DATA_DIR or a key in it is not for the user of the portal', async () => {
    const checkout = prepareAccessibleCheckout();
    onTestFinished(checkout.remove);
    const options = { uid: nobodyUid, cwd: checkout.folder, program: join(checkout.folder, 'dist/server/main.js') };
    const parent = createFolder();
    const locked = await start({ DATA_DIR: join(parent, 'data') }, options);
    expect(await locked.exitCode).toBe(1);
    expect(locked.readOutput()).toBe(
      `The portal cannot start: ${join(parent, 'data')} cannot be created: permission denied (EACCES).\n`,
    );
    const dataDir = createFolder(nobodyUid);
    const key = join(dataDir, 'second-factor.key');
    writeFileSync(key, '', { mode: 0o600 });
    const withoutKey = await start({ DATA_DIR: dataDir }, options);
    expect(await withoutKey.exitCode).toBe(1);
    expect(withoutKey.readOutput()).toBe(
      `The portal cannot start: ${key} cannot be opened: permission denied (EACCES).\n`,
    );
  });
});

test.each([
  ['PORT', 'eighty'],
  ['DATABASE_URL', 'mysql://localhost/portal'],
  ['SMTP_URL', 'mail.example'],
  ['LOG_LEVEL', 'loud'],
  ['PORTAL_FILE', '/nowhere/portal.json'],
])('a portal with an invalid %s does not start, and prints one line that names the setting', async (name, value) => {
  const portal = await start({ DATA_DIR: createFolder(), [name]: value });
  expect(await portal.exitCode).toBe(1);
  const lines = portal.readOutput().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(name);
});
