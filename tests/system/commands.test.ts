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
import { settingsIn, withSettingsFile } from '../../scripts/settings-file.mjs';
import { prepareAccessibleCheckout } from '../support/accessible-checkout.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { openWorld, type World } from '../support/world.ts';

const root = resolve(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
/** The folder of the database's socket. Only its owner may use it, so it plays the part of the service's account. */
const socket = new URL(inject('postgres').url).searchParams.get('host');
const service = socket === null ? 65_534 : statSync(socket).uid;

/**
 * A folder as the documented installation leaves it: built, without development packages, not writable by the service's
 * account.
 */
let opt: string;
let checkout: ReturnType<typeof prepareAccessibleCheckout>;
/** The home folder of npm, in which it creates an empty folder. */
let npmHome: string;
beforeAll(() => {
  if (!existsSync(join(root, 'dist/server/admin.js'))) throw new Error('Build the server first: npm run build');
  opt = mkdtempSync(join(tmpdir(), 'portal-opt-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts', 'dist', 'db/migrations'])
    cpSync(join(root, name), join(opt, name), { recursive: true });
  npmHome = mkdtempSync(join(tmpdir(), 'portal-npm-'));
  mkdirSync(join(opt, 'node_modules'));
  checkout = prepareAccessibleCheckout();
  const packages = join(checkout.folder, 'node_modules');
  for (const name of ['@node-rs', 'graphile-worker', 'pg', '@napi-rs'])
    if (existsSync(join(packages, name))) symlinkSync(join(packages, name), join(opt, 'node_modules', name));
  chmodSync(opt, 0o755);
  if (socket !== null && isRoot) chmodSync(dirname(socket), 0o711);
});
afterAll(() => {
  for (const folder of [opt, npmHome]) rmSync(folder, { recursive: true });
  checkout.remove();
});

let world: World;
/** DATA_DIR, which belongs to the service's account. */
let home: string;
let file: string;
beforeEach(async () => {
  world = await openWorld();
  home = mkdtempSync(join(tmpdir(), 'portal-home-'));
  if (isRoot) chownSync(home, service, service);
  file = join(opt, 'portal.env');
  writeFileSync(
    file,
    [
      '# as deploy/portal.env.example has them',
      'NODE_ENV=production',
      `DATA_DIR='${home}'`,
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
  rmSync(home, { recursive: true, force: true });
});

/**
 * Runs `npm run …` in the installed folder, with the settings file as the only setting; `as` is another account to use.
 */
async function npmRun(args: string[], as?: number, env: Record<string, string> = { SETTINGS_FILE: file }) {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: opt,
    env: { ...bareEnvironment(), HOME: npmHome, ...env },
    ...(as === undefined ? {} : { uid: as, gid: as }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

/** The paths of everything in a folder, with owner and modification time. */
function listWithOwners(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).uid} ${statSync(path).mtimeMs}`)
    .toSorted();
}

describe('commands in the installed folder', () => {
  test.runIf(isRoot).each([
    ['the service’s account', service],
    ['root', undefined],
  ])('work as %s with the settings of the unit’s file, and leave the folder unchanged', async (_who, as) => {
    const before = [...listWithOwners(opt), ...listWithOwners(home)];
    const creation = await npmRun(['admin', '--', 'create', '--email', 'anna@provider.example'], as);
    expect(creation.output).toContain(`Settings of ${file}`);
    expect(creation.output).toContain('anna@provider.example is an admin now.');
    expect((await npmRun(['admin', '--', 'list'], as)).output).toContain('anna@provider.example');
    expect((await npmRun(['retention', '--', '--report'], as)).code).toBe(0);
    expect([...listWithOwners(opt), ...listWithOwners(home)]).toEqual(before);
  });

  test.runIf(isRoot)('that run as root write files that the service’s account owns', async () => {
    const { code, output } = await npmRun(['backup']);
    expect(output).toContain(join(home, 'backups'));
    expect(code).toBe(0);
    const [backup = ''] = readdirSync(join(home, 'backups'));
    expect(statSync(join(home, 'backups', backup)).uid).toBe(service);
    expect((await npmRun(['seal'])).code).toBe(0);
    for (const name of readdirSync(home)) expect(statSync(join(home, name)).uid).toBe(service);
  });

  test('print in one line what to do if the build is missing', async () => {
    rmSync(join(opt, 'dist/server/seal.js'));
    const { code, output } = await npmRun(['seal']);
    cpSync(join(root, 'dist/server/seal.js'), join(opt, 'dist/server/seal.js'));
    expect(output).toBe(`The portal in ${opt} is not built yet: npm ci && npm run build\n`);
    expect(code).toBe(1);
  });

  test('report a missing settings file, and a line in it that a shell would read differently', async () => {
    const missing = join(home, 'none.env');
    expect(await npmRun(['admin', '--', 'list'], undefined, { SETTINGS_FILE: missing })).toEqual({
      code: 1,
      output: `There is no file ${missing} with settings.\n`,
    });
    writeFileSync(file, 'PORT=3001\nMAIL_FROM=Coaching <coaching@provider.example>\n');
    expect(await npmRun(['admin', '--', 'list'])).toEqual({
      code: 1,
      output: `Line 2 of ${file} must read NAME='value', with the value in single quotes.\n`,
    });
  });

  test.runIf(isRoot)('report which accounts may read the settings', async () => {
    chmodSync(file, 0o600);
    expect((await npmRun(['admin', '--', 'list'], service)).output).toBe(
      `The settings in ${file} cannot be read: come as the portal's user or as root.\n`,
    );
  });
});

test('starting the built portal needs no development packages and no rebuild after npm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pruned-'));
  chmodSync(folder, 0o755);
  const inputs = [
    'package.json',
    'package-lock.json',
    'scripts',
    'dist',
    'db',
    'src',
    'vite.config.ts',
    'vite.server.config.ts',
  ];
  // `cp` keeps file times in nanoseconds, which Node's copying rounds.
  spawnSync('cp', ['-a', ...inputs.map((name) => join(root, name)), folder]);
  utimesSync(join(folder, 'package-lock.json'), new Date(), new Date());
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  const packages = Object.entries(lock.packages).filter(([path, about]) => path !== '' && !('dev' in about));
  mkdirSync(join(folder, 'node_modules'));
  const installed = join(folder, 'node_modules', '.package-lock.json');
  writeFileSync(installed, JSON.stringify({ packages: Object.fromEntries(packages) }));
  const { stdout, stderr, status } = spawnSync('node', ['scripts/start.mjs', '--help'], {
    cwd: folder,
    encoding: 'utf8',
    env: bareEnvironment(),
    ...(isRoot ? { uid: service, gid: service } : {}),
  });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^npm start {2}/);
  expect(status).toBe(0);
});

describe('the settings file', () => {
  test('that is shipped as an example has the same values for a shell as for the commands', async () => {
    const example = join(root, 'deploy/portal.env.example');
    const child = spawn('sh', ['-euc', `set -a; . ${example}; exec env -0`], {
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    expect(await new Promise((done) => child.once('close', done))).toBe(0);
    const { PWD: _, ...sourced } = Object.fromEntries(
      output
        .split('\0')
        .filter(Boolean)
        .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    );
    const { env } = withSettingsFile({ SETTINGS_FILE: example });
    expect({ ...env, SETTINGS_FILE: undefined }).toEqual({ ...sourced, SETTINGS_FILE: undefined });
    expect(env['MAIL_FROM']).toBe('Bewerbungscoaching <coaching@provider.example>');
  });

  test.each([
    ["A='a b & $c #d'", 'a b & $c #d'],
    ['A="a b"', 'a b'],
    ['A=postgres://app:x#y@db/portal?sslmode=verify-full', 'postgres://app:x#y@db/portal?sslmode=verify-full'],
    ['A=', ''],
  ])('accepts the line %s', (line, value) => {
    expect(settingsIn(`# settings\n\n${line}\n`, 'file')).toEqual({ A: value });
  });

  test.each([['A=a b'], ['A=a&b'], ['A="$a"'], ["A='a' # note"], ['export A=a'], ['A = a'], ['A=~/a'], ["A='a"]])(
    'with the line %s is refused with the number of this line',
    (line) => expect(() => settingsIn(`B=1\n${line}`, 'file')).toThrow('Line 2 of file'),
  );

  test('is ignored if the environment has the settings of an installation, and does not override the environment', () => {
    expect(withSettingsFile({ DATA_DIR: '/srv/portal' })).toEqual({ env: { DATA_DIR: '/srv/portal' }, file: null });
    const example = join(root, 'deploy/portal.env.example');
    const { env } = withSettingsFile({ SETTINGS_FILE: example, BACKUP_DIR: '/mnt', SMTP_URL: '' });
    expect(env['BACKUP_DIR']).toBe('/mnt');
    expect(env['SMTP_URL']).toMatch(/^smtps:/);
  });
});
