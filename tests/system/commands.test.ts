import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { parseSettings, withSettingsFile } from '../../scripts/settings-file.mjs';
import { prepareAccessibleCheckout } from '../support/accessible-checkout.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { openWorld, type World } from '../support/world.ts';

const root = resolve(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
/** The folder of the database's socket, or null if the tests connect over TCP. Only its owner may access the folder. */
const socketFolder = new URL(inject('postgres').url).searchParams.get('host');
/** The id of the user that runs the service in these tests. This user can access the database's socket. */
const serviceUid = socketFolder === null ? 65_534 : statSync(socketFolder).uid;

/**
 * A folder in the state after the documented installation: with the built portal, without development packages, and not
 * writable for the user of the service.
 */
let installation: string;
let checkout: ReturnType<typeof prepareAccessibleCheckout>;
/** The home folder for npm, which creates an empty folder in it. */
let npmHome: string;
beforeAll(() => {
  if (!existsSync(join(root, 'dist/server/admin.js'))) throw new Error('Build the server first: npm run build');
  installation = mkdtempSync(join(tmpdir(), 'portal-installation-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts', 'dist', 'db/migrations'])
    cpSync(join(root, name), join(installation, name), { recursive: true });
  npmHome = mkdtempSync(join(tmpdir(), 'portal-npm-'));
  mkdirSync(join(installation, 'node_modules'));
  checkout = prepareAccessibleCheckout();
  const packages = join(checkout.folder, 'node_modules');
  for (const name of ['@node-rs', 'graphile-worker', 'pg', '@napi-rs'])
    if (existsSync(join(packages, name))) symlinkSync(join(packages, name), join(installation, 'node_modules', name));
  chmodSync(installation, 0o755);
  if (socketFolder !== null && isRoot) chmodSync(dirname(socketFolder), 0o711);
});
afterAll(() => {
  for (const folder of [installation, npmHome]) rmSync(folder, { recursive: true });
  checkout.remove();
});

let world: World;
/** DATA_DIR, which belongs to the user of the service. */
let dataDir: string;
let settingsFile: string;
beforeEach(async () => {
  world = await openWorld();
  dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'));
  if (isRoot) chownSync(dataDir, serviceUid, serviceUid);
  settingsFile = join(installation, 'portal.env');
  writeFileSync(
    settingsFile,
    [
      '# the settings of deploy/portal.env.example',
      'NODE_ENV=production',
      `DATA_DIR='${dataDir}'`,
      `DATABASE_URL='${world.appUrl}'`,
      `DATABASE_MIGRATE_URL='${world.ownerUrl}'`,
      "MAIL_FROM='Bewerbungscoaching <coaching@provider.example>'",
      '',
    ].join('\n'),
    { mode: 0o644 },
  );
});
afterEach(async () => {
  await world.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Runs `npm run …` in the installation, as the current user or as the user with the id `uid`. By default, the
 * environment only names the settings file. Returns the exit code and the output.
 */
async function runNpmScript(
  args: string[],
  uid?: number,
  env: Record<string, string> = { SETTINGS_FILE: settingsFile },
) {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: installation,
    env: { ...bareEnvironment(), HOME: npmHome, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

/** Lists everything in a folder except symbolic links: the path, the owner's id and the modification time. */
function listWithOwners(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).uid} ${statSync(path).mtimeMs}`)
    .toSorted();
}

describe('commands in the installation', () => {
  test.runIf(isRoot).each([
    ['the user of the service', serviceUid],
    ['root', undefined],
  ])('work as %s with the settings file of the service, and leave the folders unchanged', async (_user, uid) => {
    const filesBefore = [...listWithOwners(installation), ...listWithOwners(dataDir)];
    const name = ['--first-name', 'Anna', '--last-name', 'Berg'];
    const creation = await runNpmScript(['admin', '--', 'create', '--email', 'anna@provider.example', ...name], uid);
    expect(creation.output).toContain(`Settings of ${settingsFile}`);
    expect(creation.output).toContain('anna@provider.example is an admin now.');
    expect((await runNpmScript(['admin', '--', 'list'], uid)).output).toContain('anna@provider.example');
    expect((await runNpmScript(['retention', '--', '--report'], uid)).code).toBe(0);
    expect([...listWithOwners(installation), ...listWithOwners(dataDir)]).toEqual(filesBefore);
  });

  test.runIf(isRoot)('that run as root write files that belong to the user of the service', async () => {
    const { code, output } = await runNpmScript(['backup']);
    expect(output).toContain(join(dataDir, 'backups'));
    expect(code).toBe(0);
    const [backup = ''] = readdirSync(join(dataDir, 'backups'));
    expect(statSync(join(dataDir, 'backups', backup)).uid).toBe(serviceUid);
    expect((await runNpmScript(['seal'])).code).toBe(0);
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).uid).toBe(serviceUid);
  });

  test('print in one line what to do if they are not built', async () => {
    rmSync(join(installation, 'dist/server/seal.js'));
    const { code, output } = await runNpmScript(['seal']);
    cpSync(join(root, 'dist/server/seal.js'), join(installation, 'dist/server/seal.js'));
    expect(output).toBe(`The portal in ${installation} is not built yet: npm ci && npm run build\n`);
    expect(code).toBe(1);
  });

  test('report a missing settings file, and a line of the file that a shell would read differently', async () => {
    const missingFile = join(dataDir, 'none.env');
    expect(await runNpmScript(['admin', '--', 'list'], undefined, { SETTINGS_FILE: missingFile })).toEqual({
      code: 1,
      output: `There is no file ${missingFile} with settings.\n`,
    });
    writeFileSync(settingsFile, 'PORT=3001\nMAIL_FROM=Coaching <coaching@provider.example>\n');
    expect(await runNpmScript(['admin', '--', 'list'])).toEqual({
      code: 1,
      output: `Line 2 of ${settingsFile} must read NAME='value', with the value in single quotes.\n`,
    });
  });

  test.runIf(isRoot)('report which users may read the settings', async () => {
    chmodSync(settingsFile, 0o600);
    const { output } = await runNpmScript(['admin', '--', 'list'], serviceUid);
    chmodSync(settingsFile, 0o644);
    expect(output).toBe(
      `The settings in ${settingsFile} cannot be read: permission denied (EACCES). Run this as the portal's user or as root.\n`,
    );
  });
});

describe('a path that the system refuses is named in one sentence, with the reason,', () => {
  let lockedFolder: string;
  beforeEach(() => {
    lockedFolder = mkdtempSync(join(tmpdir(), 'portal-locked-'));
    chmodSync(lockedFolder, 0o700);
  });
  afterEach(() => rmSync(lockedFolder, { recursive: true }));

  test.runIf(isRoot).each([
    ['backup', ['--to', 'LOCKED/backups'], 'LOCKED/backups cannot be accessed: permission denied (EACCES).'],
    ['backup', ['--to', 'LOCKED'], /^LOCKED\/portal-\S+\.part cannot be opened: permission denied \(EACCES\)\.$/],
    ['restore', ['LOCKED/backup'], 'LOCKED/backup cannot be accessed: permission denied (EACCES).'],
    ['export-person', ['1', '--to', 'LOCKED/1.zip'], 'LOCKED/1.zip cannot be opened: permission denied (EACCES).'],
  ])('by npm run %s -- %j as an ordinary user', async (name, args, sentence) => {
    await world.addParticipant();
    const insert = (text: string) => text.replace('LOCKED', lockedFolder);
    const { code, output } = await runNpmScript([name, '--', ...args.map(insert)], serviceUid);
    expect(output.replaceAll(lockedFolder, 'LOCKED').split('\n').slice(1)).toEqual([
      typeof sentence === 'string' ? sentence : (expect.stringMatching(sentence) as string),
      '',
    ]);
    expect(code).toBe(1);
  });

  test.runIf(isRoot)('by the commands for DATA_DIR', async () => {
    const env = { DATA_DIR: join(lockedFolder, 'data') };
    const line = (path: string) => `${path} cannot be accessed: permission denied (EACCES).\n`;
    for (const [name, path] of [
      ['seal', join(env.DATA_DIR, 'postgres')],
      ['doctor', join(env.DATA_DIR, 'postgres')],
      ['admin', env.DATA_DIR],
    ] as const) {
      const args = name === 'admin' ? [name, '--', 'list'] : [name];
      expect(await runNpmScript(args, serviceUid, env)).toEqual({ code: 1, output: line(path) });
    }
    const withDatabase = { DATA_DIR: lockedFolder, DATABASE_URL: world.appUrl };
    expect((await runNpmScript(['seal'], serviceUid, withDatabase)).output).toBe(
      `${join(lockedFolder, 'seals.txt')} cannot be opened: permission denied (EACCES).\n`,
    );
  });

  test.runIf(isRoot)('by a command that the owner of DATA_DIR cannot read', async () => {
    chmodSync(installation, 0o700);
    const { code, output } = await runNpmScript(['seal']);
    chmodSync(installation, 0o755);
    expect(output).toContain(`${join(installation, 'dist/server/seal.js')} cannot be read by uid ${serviceUid}`);
    expect(code).toBe(1);
  });

  test.runIf(isRoot)('by a build', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-readonly-'));
    chmodSync(folder, 0o755);
    cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
    for (const name of ['package-lock.json', 'node_modules/.package-lock.json'])
      cpSync(join(root, name), join(folder, name));
    const { stderr, status } = spawnSync('node', ['scripts/ready.mjs', 'build'], {
      cwd: folder,
      encoding: 'utf8',
      env: bareEnvironment(),
      uid: serviceUid,
      gid: serviceUid,
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe(`${join(folder, 'dist')} cannot be accessed: permission denied (EACCES).\n`);
    expect(status).toBe(1);
  });
});

describe('a copy of the built checkout, for another user and without development packages,', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-pruned-'));
    chmodSync(folder, 0o755);
    const copiedNames = [
      ...[
        'package.json',
        'package-lock.json',
        'scripts',
        'dist',
        'db',
        'src',
        'vite.config.ts',
        'vite.server.config.ts',
      ],
    ];
    // Without options, `cp` gives the copies new times.
    spawnSync('cp', ['-R', ...copiedNames.map((name) => join(root, name)), folder]);
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
    const packages = Object.entries(lock.packages).filter(([path, details]) => path !== '' && !('dev' in details));
    mkdirSync(join(folder, 'node_modules'));
    const installedLockFile = join(folder, 'node_modules', '.package-lock.json');
    writeFileSync(installedLockFile, JSON.stringify({ packages: Object.fromEntries(packages) }));
    // A build would have to install the development packages first, which this npm refuses.
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = () =>
    spawnSync('node', ['scripts/start.mjs', '--help'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...bareEnvironment(), PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
      ...(isRoot ? { uid: serviceUid, gid: serviceUid } : {}),
    });

  test('starts without being built again', () => {
    const { stdout, stderr, status } = start();
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^npm start {2}/);
    expect(status).toBe(0);
  });

  test('is built again if a source file has other content of the same length', () => {
    const file = join(folder, 'src/shared/german.ts');
    const { atime, mtime } = statSync(file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('export', 'EXPORT'));
    utimesSync(file, atime, mtime);
    expect(start().stdout).toBe('Installing the packages (npm ci) …\n');
  });
});

describe('the settings file', () => {
  test('in the repository has the same values for a shell as for the commands', async () => {
    const example = join(root, 'deploy/portal.env.example');
    const child = spawn('sh', ['-euc', `set -a; . ${example}; exec env -0`], {
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    expect(await new Promise((done) => child.once('close', done))).toBe(0);
    const { PWD: _, ...shellVariables } = Object.fromEntries(
      output
        .split('\0')
        .filter(Boolean)
        .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    );
    const { env } = withSettingsFile({ SETTINGS_FILE: example });
    expect({ ...env, SETTINGS_FILE: undefined }).toEqual({ ...shellVariables, SETTINGS_FILE: undefined });
    expect(env['MAIL_FROM']).toBe('Bewerbungscoaching <coaching@provider.example>');
  });

  test.each([
    ["A='a b & $c #d'", 'a b & $c #d'],
    ['A="a b"', 'a b'],
    ['A=postgres://app:x#y@db/portal?sslmode=verify-full', 'postgres://app:x#y@db/portal?sslmode=verify-full'],
    ['A=', ''],
  ])('may contain the line %s', (line, value) => {
    expect(parseSettings(`# settings\n\n${line}\n`, 'file')).toEqual({ A: value });
  });

  test.each([['A=a b'], ['A=a&b'], ['A="$a"'], ["A='a' # note"], ['export A=a'], ['A = a'], ['A=~/a'], ["A='a"]])(
    'is refused if it contains the line %s; the error names the number of the line',
    (line) => expect(() => parseSettings(`B=1\n${line}`, 'file')).toThrow('Line 2 of file'),
  );

  test('is ignored if the environment already has settings, and never replaces a value of the environment', () => {
    expect(withSettingsFile({ DATA_DIR: '/srv/portal' })).toEqual({ env: { DATA_DIR: '/srv/portal' }, file: null });
    const example = join(root, 'deploy/portal.env.example');
    const { env } = withSettingsFile({ SETTINGS_FILE: example, BACKUP_DIR: '/mnt', SMTP_URL: '' });
    expect(env['BACKUP_DIR']).toBe('/mnt');
    expect(env['SMTP_URL']).toMatch(/^smtps:/);
  });
});
