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
import { runAs, type Account } from './account.ts';
import { withSameClock } from './shifted-clock.ts';

/**
 * The environment of PostgreSQL's programs, without anything that could change their behaviour or leak into the log.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Creates the cluster directory on the first start; later only checks that it can be opened. It is built in a temporary
 * directory beside it and renamed at the end, so that a start that is killed leaves no incomplete database. Throws one
 * line if the directory holds something else, or the data of another major version.
 */
export async function ensureCluster(
  clusterDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<{ isNew: boolean }> {
  const unfinished = `${clusterDir}.new-`;
  for (const name of readdirSync(dirname(clusterDir))) {
    const path = join(dirname(clusterDir), name);
    if (path.startsWith(unfinished)) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
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
  const fresh = mkdtempSync(unfinished);
  if (account) chownSync(fresh, account.uid, account.gid);
  await runInitdb(fresh, binaries, account);
  renameSync(fresh, clusterDir);
  syncDirectory(dirname(clusterDir));
  return { isNew: true };
}

function runInitdb(directory: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const [program, ...args] = [
    ...runAs(account, [directory, binaries.initdb]),
    ...withSameClock(),
    binaries.initdb,
    `--pgdata=${directory}`,
    '--username=postgres',
    // Access is controlled by the directory of the socket (mode 0700).
    '--auth=trust',
    '--encoding=UTF8',
    // Sorts alike on every machine and after every update of the C library; German order comes from COLLATE "de-x-icu".
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  return new Promise((resolve, reject) => {
    const initdb = spawn(program, args, { cwd: '/', env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    initdb.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    initdb.on('error', reject);
    initdb.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL could not create a new database: ${complaint.trim()}`));
    });
  });
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
