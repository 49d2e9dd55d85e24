import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { createAdmin } from '../../src/features/accounts/access/admins.steps.ts';
import { openDb, openPool } from '../../src/platform/database/db.ts';
import { waitUntilReady, startBuilt, type StartedPortal, type StartOptions } from '../support/built-portal.ts';
import { prepareAccessibleCheckout } from '../support/accessible-checkout.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const running: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(owner?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-start-'));
  folders.push(path);
  chmodSync(path, 0o755);
  if (owner !== undefined) chownSync(path, owner, owner);
  return path;
}

async function start(env: Record<string, string>, options: StartOptions = {}): Promise<StartedPortal> {
  const started = await startBuilt(env, options);
  running.push(started.child);
  return started;
}

async function locations({ url }: StartedPortal): Promise<number> {
  const answer = await fetch(`${url}/api/service/location/getAll.php`);
  return ((await answer.json()) as { locations: unknown[] }).locations.length;
}

describe('with the embedded database', () => {
  test('the portal starts in an empty folder with demo data, ends cleanly, and starts again with the same data', async () => {
    const data = folder();
    const first = await start({ DATA_DIR: data, DEMO: '1' });
    await waitUntilReady(first);
    expect(first.output()).toContain('teilnehmer@demo.example');
    expect(await locations(first)).toBeGreaterThan(290);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);

    const from = performance.now();
    const second = await start({ DATA_DIR: data, DEMO: '1' });
    await waitUntilReady(second);
    console.info(`started again in ${Math.round(performance.now() - from)} ms`);
    const login = await fetch(`${second.url}/api/service/authentication/login.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin@demo.example', password: 'Demo-2026!' }),
    });
    expect(await login.json()).toMatchObject({ meta: { status: 'success' }, data: { role: { value: 3 } } });
  });

  test('two portals with different ports and data folders run at the same time', async () => {
    const both = await Promise.all([start({ DATA_DIR: folder() }), start({ DATA_DIR: folder() })]);
    await Promise.all(both.map(waitUntilReady));
    expect(await Promise.all(both.map(locations))).toEqual([299, 299]);
  });

  test('a second portal in the same folder reports the process that uses it, and ends', async () => {
    const data = folder();
    const first = await start({ DATA_DIR: data });
    await waitUntilReady(first);
    const second = await start({ DATA_DIR: data });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/cannot start: .*\d+/);
    expect(await locations(first)).toBe(299);
  });

  test.runIf(isRoot)('the portal also runs as an ordinary user, who owns all its files', async () => {
    const data = folder(nobody);
    const checkout = prepareAccessibleCheckout();
    onTestFinished(checkout.remove);
    const own = { cwd: checkout.folder, program: join(checkout.folder, 'dist/server/main.js') };
    const portal = await start({ DATA_DIR: data, HOME: folder(nobody) }, { as: nobody, ...own });
    await waitUntilReady(portal);
    for (const name of await readdir(data)) expect(statSync(join(data, name)).uid).toBe(nobody);
  });
});

test('a portal with DATABASE_URL uses that server and starts no embedded one', async () => {
  const { url, migrateUrl } = inject('postgres');
  const name = `start_${process.pid}`;
  const owner = new pg.Client({ connectionString: migrateUrl });
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name}`);
  const inDatabase = (text: string) => Object.assign(new URL(text), { pathname: `/${name}` }).toString();
  const data = folder();
  const app = openPool(inDatabase(url), 1);
  try {
    const env = { DATA_DIR: data, DATABASE_URL: inDatabase(url), DATABASE_MIGRATE_URL: inDatabase(migrateUrl) };
    // Two instances start at the same time on an empty database: one migrates, and the other waits for it.
    const both = await Promise.all([start({ ...env, DEMO: '' }), start({ ...env, DEMO: '' })]);
    await Promise.all(both.map(waitUntilReady));
    expect(await locations(both[0])).toBe(299);
    expect(existsSync(join(data, 'postgres'))).toBe(false);
    expect(both[0].output()).not.toContain('Demo accounts');
    expect(both[0].output()).toContain(
      'There is no admin yet. Create one while the portal runs, with the same settings:',
    );
    expect(both[0].output()).toContain('npm run admin -- create --email');
    expect(both[0].output()).toContain(`Mails are written to ${join(data, 'mails')}`);
    for (const portal of both) {
      portal.child.kill('SIGTERM');
      expect(await portal.ended).toBe(0);
    }
    await createAdmin(openDb(app), { email: 'a@provider.example', firstName: 'A', lastName: 'B', gender: 'd' });
    const third = await start({ ...env, SMTP_URL: 'smtp://portal:geheim@127.0.0.1:2525' });
    await waitUntilReady(third);
    expect(third.output()).not.toContain('There is no admin yet');
    expect(third.output()).toContain('Mails are sent through 127.0.0.1:2525');
    expect(third.output()).not.toContain('geheim');
  } finally {
    await app.end();
    await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await owner.end();
  }
});

test('--help prints how to start the portal, and starts nothing', async () => {
  const portal = await startBuilt({ DATA_DIR: folder() }, { args: ['--help'] });
  expect(await portal.ended).toBe(0);
  expect(portal.output()).toContain('npm start -- --workers 4');
});

test.each([
  ['PORT', 'eighty'],
  ['DATABASE_URL', 'mysql://localhost/portal'],
  ['SMTP_URL', 'mail.example'],
  ['LOG_LEVEL', 'loud'],
  ['PORTAL_FILE', '/nowhere/portal.json'],
])('an invalid %s stops the start with one line that names it', async (name, value) => {
  const portal = await start({ DATA_DIR: folder(), [name]: value });
  expect(await portal.ended).toBe(1);
  const lines = portal.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(name);
});
