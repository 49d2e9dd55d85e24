import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { getBackupState } from '../../src/features/backups/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { prepareAccessibleCheckout } from '../support/accessible-checkout.ts';
import { startBuiltPortal, waitUntilReady, type StartedPortal } from '../support/built-portal.ts';
import { findFreePort } from '../support/ports.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { openWorld, type World } from '../support/world.ts';

// The folder for backups becomes read-only for the user of the portal. Root could still write to it, so that root starts
// the portal as another user: as the one who may access the socket of the tests' database, if there is one.
const isRoot = process.getuid?.() === 0;
const socketFolder = new URL(inject('postgres').url).searchParams.get('host');
const serviceUid = socketFolder === null ? 65_534 : statSync(socketFolder).uid;
const uid = isRoot ? serviceUid : undefined;
const waiting = { timeout: 60_000, interval: 50 };

describe('a folder for backups that becomes read-only', () => {
  let world: World;
  let checkout: ReturnType<typeof prepareAccessibleCheckout>;
  let portal: StartedPortal;
  let backupDir: string;
  let env: Record<string, string>;
  let admin: number;
  let nightLog: string;
  const folders: string[] = [];

  const createFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-read-only-'));
    folders.push(folder);
    if (uid !== undefined) chownSync(folder, uid, uid);
    return folder;
  };
  const program = (name: string) => join(checkout.folder, 'dist/server', `${name}.js`);
  const start = async () => {
    portal = await startBuiltPortal(env, { uid, cwd: checkout.folder, program: program('main') });
    await waitUntilReady(portal);
  };
  const failNight = async () => {
    chmodSync(backupDir, 0o555);
    const before = portal.readOutput().length;
    await addJob('nightly');
    // The checks are the last step of a night.
    await vi.waitUntil(() => portal.readOutput().includes('"check":"backups"', before), waiting);
    nightLog = portal.readOutput().slice(before);
  };
  const addJob = (name: string) => sql`SELECT graphile_worker.add_job(${name})`.execute(world.db);
  const run = (name: string) => {
    const options = { cwd: checkout.folder, env: { ...bareEnvironment(), ...env }, encoding: 'utf8' as const };
    return spawnSync(process.execPath, [program(name)], { ...options, ...(uid !== undefined && { uid, gid: uid }) });
  };
  const readStartPage = async () => {
    const response = await fetch(portal.url + servicePath(getBackupState), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: await world.signIn(admin) }),
    });
    return ((await response.json()) as { data: { state: string; fault: string | null } }).data;
  };
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`)).text();

  beforeAll(async () => {
    world = await openWorld();
    checkout = prepareAccessibleCheckout();
    if (socketFolder !== null && isRoot) chmodSync(dirname(socketFolder), 0o711);
    admin = await world.addAdmin();
    backupDir = createFolder();
    env = {
      DATABASE_URL: world.appUrl,
      DATABASE_MIGRATE_URL: world.ownerUrl,
      DATA_DIR: createFolder(),
      BACKUP_DIR: backupDir,
      METRICS_PORT: String(await findFreePort()),
      LOG_LEVEL: 'info',
    };
    await start();
    await failNight();
  }, 120_000);
  afterAll(async () => {
    await portal.stop();
    await world.close();
    checkout.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  test('is in the log of the night, with its path', () => {
    expect(nightLog).toMatch(/"step":"backup","code":"EACCES"/);
    expect(nightLog).toContain(`The folder ${backupDir} (BACKUP_DIR) cannot be written to (EACCES)`);
  });

  test("is on the admins' start page", async () => {
    expect(await readStartPage()).toMatchObject({ state: 'failed', fault: 'EACCES' });
  });

  test('is in the metrics', async () => {
    expect(await readMetrics()).toMatch(/^portal_backup_failed 1$/m);
  });

  test('goes to every admin by mail', async () => {
    await addJob('watchBackups');
    const findMails = () =>
      world.db.selectFrom('mail').select(['kind', 'person_id']).where('kind', '=', 'backupMissing').execute();
    await vi.waitFor(
      async () => expect(await findMails()).toEqual([{ kind: 'backupMissing', person_id: admin }]),
      waiting,
    );
  });

  test('is trouble for the doctor', () => {
    const { status, stdout } = run('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^TROUBLE {2}folders .*\(BACKUP_DIR\) cannot be written to \(EACCES\)/m);
    expect(stdout).toMatch(/^TROUBLE {2}backups .*The last nightly backup failed \(EACCES\)\./m);
  });

  test('is in the log of a start', async () => {
    await portal.stop();
    await start();
    await vi.waitFor(
      () => expect(portal.readOutput()).toContain(`The folder ${backupDir} (BACKUP_DIR) cannot be written to (EACCES)`),
      waiting,
    );
  });

  test('is no longer reported anywhere after a backup by command', async () => {
    chmodSync(backupDir, 0o700);
    try {
      const backup = run('backup');
      expect(backup.status, backup.stderr).toBe(0);
      expect(await readStartPage()).toMatchObject({ state: 'fine', fault: null });
      expect(await readMetrics()).toMatch(/^portal_backup_failed 0$/m);
      expect(run('doctor').stdout).not.toMatch(/^TROUBLE {2}(folders|backups) /m);
    } finally {
      for (const name of readdirSync(backupDir)) rmSync(join(backupDir, name));
      await failNight();
    }
  });
});
