import { spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, fsyncSync, mkdtempSync, openSync } from 'node:fs';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { majorVersion, type Binaries } from './binaries.ts';
import { runAs, type Account } from './account.ts';

/** What PostgreSQL's programs see of our environment: nothing that could change or leak into the database. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Makes the cluster directory on the first start; later only looks whether it can be opened.
 * Works in a fresh directory beside it and renames at the end: a start that is killed half-way leaves no half database.
 * Throws one line when the directory holds something else or another major version's data.
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
    binaries.initdb,
    `--pgdata=${directory}`,
    '--username=postgres',
    // Whoever may enter the socket's directory (mode 0700) may connect.
    '--auth=trust',
    '--encoding=UTF8',
    // The same order on every machine and after every update of the C library; German order by COLLATE "de-x-icu".
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
      else reject(new Error(`PostgreSQL could not make a new database: ${complaint.trim()}`));
    });
  });
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
