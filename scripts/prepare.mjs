// Prepares what the commands need: the packages and the build. This is plain JavaScript without dependencies, because
// it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLicences } from './licences.mjs';
import { describePathError } from './settings-file.mjs';

/** The repository's directory. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs the packages and builds if needed. If two commands do this in the same checkout, one waits for the other.
 * - `run`: if the build is up to date, installs no packages for development.
 * - `packages`: installs the packages, but does not build.
 * - `build`: always builds.
 * - `all`: installs the packages, and builds if needed.
 * @param {'run' | 'packages' | 'build' | 'all'} goal
 */
export async function prepare(goal = 'all') {
  checkNode();
  const unlock = await acquireLock();
  try {
    const mustBuild = goal === 'build' || (goal !== 'packages' && needsBuild());
    if (needsInstall(goal === 'run' && !mustBuild)) install();
    if (mustBuild) build();
  } catch (error) {
    const message = describePathError(error);
    if (message === null) throw error;
    fail(message);
  } finally {
    unlock();
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) return;
  fail(`Node.js ${process.versions.node} is not supported: install version 24, 22 (from 22.12) or 20 (from 20.19).`);
}

/**
 * Whether a package of the lock file is not installed or has another version. Optional packages may be missing.
 * Packages for development may be missing if `onlyToRun`.
 * @param {boolean} onlyToRun
 */
function needsInstall(onlyToRun) {
  const installedPackages = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!installedPackages) return true;
  return Object.entries(readPackages(join(root, 'package-lock.json')) ?? {}).some(([path, requiredPackage]) => {
    if (path === '' || (onlyToRun && requiredPackage.dev)) return false;
    const installedPackage = installedPackages[path];
    return installedPackage
      ? installedPackage.version !== requiredPackage.version
      : !requiredPackage.optional && !requiredPackage.devOptional;
  });
}

/**
 * @param {string} file @returns {Record<string, { version?: string; dev?: boolean; optional?: boolean; devOptional?:
 * boolean }> | undefined}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

function install() {
  console.log('Installing the packages (npm ci) …');
  const env = { ...process.env };
  // npm keeps its cache in the home folder, but system users have none.
  if (!isWritable(homedir())) env['npm_config_cache'] = join(tmpdir(), `npm-cache-${process.getuid?.() ?? 'user'}`);
  // The build needs the packages for development, even with NODE_ENV=production.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], env);
}

/** @param {string} directory */
function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const stampFile = join(root, 'dist', '.stamp');
const buildInputs = ['src', 'db', 'scripts', 'vite.config.ts', 'vite.server.config.ts'];

function needsBuild() {
  return !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== hashSources();
}

function build() {
  console.log('Building …');
  const sourcesHash = hashSources();
  // Checked here, because Vite would print a stack trace.
  mkdirSync(dirname(stampFile), { recursive: true });
  accessSync(dirname(stampFile), constants.W_OK);
  rmSync(stampFile, { force: true });
  const vite = join(root, 'node_modules', '.bin', 'vite');
  run(vite, ['build', '--logLevel=warn'], process.env);
  run(vite, ['build', '--logLevel=warn', '--config', 'vite.server.config.ts'], process.env);
  writeLicences(root);
  writeFileSync(stampFile, sourcesHash);
}

/**
 * Returns a hash that changes whenever an input file of the build or a VITE_ variable is changed, added or removed. It
 * depends on the content of the files, and not on their times or the checkout's path, so a copied checkout is built
 * already.
 */
function hashSources() {
  const hash = createHash('sha256');
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\n`);
  }
  for (const input of buildInputs) addToHash(hash, join(root, input));
  addToHash(hash, join(root, 'package-lock.json'));
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addToHash(hash, path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name));
  } else if (stat && !/\.test\.tsx?$/.test(path)) {
    hash.update(`${relative(root, path)} ${stat.size}\n`).update(readFileSync(path));
  }
}

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env */
function run(command, args, env) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

/**
 * Locks this checkout until the returned function is called or this process ends. Waits while another process holds the
 * lock. The lock is a socket. On Linux it is in the abstract namespace and leaves no file behind. Elsewhere it is a
 * file, which is replaced if its process is dead.
 * @returns {Promise<() => void>}
 */
async function acquireLock() {
  const { dev, ino } = statSync(root, { bigint: true });
  const name = `portal-build-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`;
  const address = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
  for (let hasWaited = false; ; hasWaited = true) {
    const server = createServer((socket) => socket.on('error', () => {}));
    const isAcquired = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(address, () => resolve(true));
    });
    if (isAcquired) return () => void server.close().unref();
    if (!hasWaited) console.log('Waiting for another command that installs or builds in this directory …');
    // The connection closes when the holder exits or releases the lock.
    await new Promise((resolve) => {
      const socket = connect(address);
      socket.on('error', () => {
        if (!address.startsWith('\0')) rmSync(address, { force: true });
      });
      socket.on('close', resolve);
    });
  }
}
