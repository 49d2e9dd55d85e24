import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRunAsPrefix, chooseAccount } from '../../src/platform/postgres/account.ts';
import { findBinaries } from '../../src/platform/postgres/binaries.ts';
import { ensureCluster } from '../../src/platform/postgres/cluster.ts';
import { startPostmaster, type Postmaster } from '../../src/platform/postgres/postmaster.ts';
import { prepareSocketDirectory, socketPort } from '../../src/platform/postgres/socket.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { readSource, root } from '../support/sources.ts';

const canRun =
  process.getuid?.() === 0 &&
  spawnSync('psql', ['--version']).status === 0 &&
  spawnSync('id', ['postgres']).status === 0;

const passwords = { OWNER_PASSWORD: "owner's secret", APP_PASSWORD: 'secret of the app' };

describe.runIf(canRun)('deploy/roles.sh as root on a PostgreSQL like Debian’s', () => {
  let dataDir: string;
  let socketDir: string;
  let postmaster: Postmaster;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'portal-roles-'));
    chmodSync(dataDir, 0o711);
    const clusterDir = join(dataDir, 'postgres');
    const binaries = findBinaries();
    const account = chooseAccount(dataDir, clusterDir);
    await ensureCluster(clusterDir, binaries, account);
    // The superuser is let in as the system's user of that name alone.
    writeFileSync(join(clusterDir, 'pg_hba.conf'), 'local all postgres peer\nlocal all all scram-sha-256\n');
    socketDir = prepareSocketDirectory(dataDir, 'portal-roles-test', account);
    postmaster = await startPostmaster({
      command: [...buildRunAsPrefix(account, [clusterDir, binaries.postgres, socketDir]), binaries.postgres],
      clusterDir,
      socketDir,
      logFile: join(dataDir, 'postgres.log'),
      lockFile: join(dataDir, 'postgres.lock'),
      clusterName: 'portal-roles-test',
      maxConnections: 20,
      isDisposable: true,
    });
  });
  afterAll(async () => {
    await postmaster.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function signIn(user: string, password: string): Promise<string> {
    const client = new pg.Client({ host: socketDir, port: socketPort, user, password, database: 'portal' });
    await client.connect();
    const { rows } = await client.query<{ user: string }>('SELECT current_user AS user');
    await client.end();
    return rows[0]?.user ?? '';
  }

  test('makes both roles from a folder that only root can enter, and shows no password in the arguments of a process', async () => {
    const checkout = mkdtempSync(join(tmpdir(), 'portal-roles-checkout-'));
    cpSync(join(root, 'deploy/roles.sh'), join(checkout, 'roles.sh'));
    // Each of these programs writes down its arguments and continues as the real one.
    const recorders = mkdtempSync(join(tmpdir(), 'portal-roles-bin-'));
    chmodSync(recorders, 0o777);
    const record = join(recorders, 'record');
    writeFileSync(record, '');
    chmodSync(record, 0o666);
    for (const name of ['psql', 'runuser']) {
      const program = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
      writeFileSync(join(recorders, name), `#!/bin/sh\necho "${name} $*" >> '${record}'\nexec '${program}' "$@"\n`);
      chmodSync(join(recorders, name), 0o755);
    }
    const { stderr, status } = spawnSync('sh', ['roles.sh'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...bareEnvironment(), PATH: `${recorders}:${process.env['PATH']}`, PGHOST: socketDir, ...passwords },
    });
    const programs = readFileSync(record, 'utf8');
    for (const folder of [checkout, recorders]) rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(programs).toMatch(/^runuser .*\npsql .*\n$/);
    expect(programs).not.toContain('secret');
    expect(await signIn('portal_owner', passwords.OWNER_PASSWORD)).toBe('portal_owner');
    expect(await signIn('portal_app', passwords.APP_PASSWORD)).toBe('portal_app');
    await expect(signIn('portal_app', 'wrong')).rejects.toThrow('password authentication failed');
  });
});

test('deploy/roles.sh names a password that is missing, and runs nothing', () => {
  const { stderr, status } = spawnSync('sh', [join(root, 'deploy/roles.sh')], {
    encoding: 'utf8',
    env: { ...bareEnvironment(), OWNER_PASSWORD: 'owner' },
  });
  expect(stderr).toContain('APP_PASSWORD');
  expect(status).not.toBe(0);
});

test.each([
  ...[
    'deploy/roles.sh',
    'deploy/compose.yaml',
    'deploy/compose.small.yaml',
    'deploy/portal@.service',
    'CONTRIBUTING.md',
  ],
  ...['installation', 'operations', 'backup', 'updating', 'settings'].map((name) => `docs/${name}.md`),
])('%s passes no password or database URL as an argument', (file) => {
  const secretArgument =
    /psql[^|\n]*(\$\{?\w*(URL|PASSWORD)|postgres:\/\/)|\s-v \w+="?\$\w*PASSWORD|schema\.mjs `?postgres:|sudo \w*PASSWORD=/;
  expect(
    readSource(file)
      .split('\n')
      .filter((line) => secretArgument.test(line)),
  ).toEqual([]);
});
