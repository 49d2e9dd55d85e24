import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { startEmbedded, type EmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';

/** Creates a data directory that is deleted after the current test. `name` may contain slashes. */
export function createTemporaryDataDir(name = 'data'): string {
  const { dataDir, remove } = makeDataDir(name);
  onTestFinished(remove);
  return dataDir;
}

/**
 * Creates a data directory that all tests of a file share, because creating a database takes a second. It is deleted
 * after the last test.
 */
export function createSharedDataDir(): string {
  const { dataDir, remove } = makeDataDir('data');
  afterAll(remove);
  return dataDir;
}

function makeDataDir(name: string): { dataDir: string; remove: () => void } {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'portal-starter-')));
  chmodSync(parent, 0o711);
  const dataDir = join(parent, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  return { dataDir, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Starts PostgreSQL from this process, as the app does, and stops it after the current test. `logLines` is its log. */
export async function startPostgresInTest(dataDir: string): Promise<EmbeddedPostgres & { logLines: string[] }> {
  const logLines: string[] = [];
  const postgres = await startEmbedded({ dataDir, log: (line) => logLines.push(line) });
  onTestFinished(() => postgres.stop());
  return { ...postgres, logLines };
}

/**
 * Starts another Node process that starts PostgreSQL, for tests that kill the other process. Resolves when the database
 * accepts connections.
 */
export async function startPostgresInOtherProcess(
  dataDir: string,
): Promise<{ nodeProcess: ChildProcess; migrateUrl: string }> {
  const embeddedModule = fileURLToPath(new URL('../../src/platform/postgres/embedded.ts', import.meta.url));
  const program = `
    import { startEmbedded } from ${JSON.stringify(embeddedModule)};
    const postgres = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(postgres.migrateUrl);
    setInterval(() => {}, 1000);`;
  const nodeProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void nodeProcess.kill('SIGKILL'));
  const migrateUrl = await new Promise<string>((resolve, reject) => {
    nodeProcess.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    nodeProcess.once('exit', () => reject(new Error('The Node process ended before PostgreSQL was ready.')));
  });
  return { nodeProcess, migrateUrl };
}

/** Runs one statement on a new connection and returns its rows. */
export async function queryRows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // Killing the server makes the query fail; without this listener, the same error would also end the test run.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Reads the process id of the PostgreSQL server from the cluster's postmaster.pid. */
export function readPostmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Whether a process is running; a zombie counts as ended. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
