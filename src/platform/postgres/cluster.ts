import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { majorVersion, type Binaries } from './binaries.ts';
import { buildRunAsPrefix, type Account } from './account.ts';
import { buildSameClockPrefix } from './shifted-clock.ts';

/**
 * Returns the environment of PostgreSQL's programs, without variables that could change their behaviour or leak into
 * the log.
 */
export function createCleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Creates the cluster (PostgreSQL's data directory) on the first start. Later starts only check its version. Returns
 * whether the cluster is new. It is created under a temporary name and renamed at the end, so a start that is killed
 * leaves no incomplete database. Throws an error with one plain line if the directory holds other files, or the data of
 * another major version.
 */
export async function ensureCluster(
  clusterDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<{ isNew: boolean }> {
  const unfinishedPrefix = `${clusterDir}.new-`;
  for (const name of readdirSync(dirname(clusterDir))) {
    const path = join(dirname(clusterDir), name);
    if (path.startsWith(unfinishedPrefix)) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
  const versionFile = join(clusterDir, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version !== majorVersion) {
      throw new Error(`${clusterDir} was made by PostgreSQL ${version}; this is PostgreSQL ${majorVersion}.`);
    }
    return { isNew: false };
  }
  if (existsSync(clusterDir) && readdirSync(clusterDir).length > 0) {
    throw new Error(`${clusterDir} holds files but no database; move them away or choose another DATA_DIR.`);
  }
  const unfinishedDir = mkdtempSync(unfinishedPrefix);
  if (account) chownSync(unfinishedDir, account.uid, account.gid);
  await runInitdb(unfinishedDir, binaries, account);
  renameSync(unfinishedDir, clusterDir);
  syncDirectory(dirname(clusterDir));
  return { isNew: true };
}

function runInitdb(directory: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const [program, ...args] = [
    ...buildRunAsPrefix(account, [directory, binaries.initdb]),
    ...buildSameClockPrefix(),
    binaries.initdb,
    `--pgdata=${directory}`,
    '--username=postgres',
    // No password is needed, because only PostgreSQL's own user can enter the directory of the socket (mode 0700).
    '--auth=trust',
    '--encoding=UTF8',
    // This locale sorts the same on every machine and with every C library. COLLATE "de-x-icu" sorts in German order.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  return new Promise((resolve, reject) => {
    const initdb = spawn(program, args, {
      cwd: '/',
      env: createCleanEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errorOutput = '';
    initdb.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    initdb.on('error', reject);
    initdb.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL could not create a new database: ${errorOutput.trim()}`));
    });
  });
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
