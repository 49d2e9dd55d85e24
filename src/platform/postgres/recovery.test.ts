import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  queryRows,
  isProcessRunning,
  readPostmasterPid,
  startPostgresInTest,
  createSharedDataDir,
  startPostgresInOtherProcess,
} from '../../../tests/support/embedded-postgres.ts';

const dataDir = createSharedDataDir();
const withinAMinute = { timeout: 60_000, interval: 20 };

test('When Node is killed, PostgreSQL stops, and the next start finds every commit', async () => {
  const { nodeProcess, migrateUrl } = await startPostgresInOtherProcess(dataDir);
  await queryRows(migrateUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
  const postmasterPid = readPostmasterPid(dataDir);

  nodeProcess.kill('SIGKILL');
  await vi.waitFor(() => expect(isProcessRunning(postmasterPid)).toBe(false), withinAMinute);

  const { migrateUrl: newUrl } = await startPostgresInTest(dataDir);
  expect(await queryRows(newUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('A server that outlived Node and its watchdog is stopped and replaced', async () => {
  const { nodeProcess, migrateUrl } = await startPostgresInOtherProcess(dataDir);
  await queryRows(migrateUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
  const orphanPid = readPostmasterPid(dataDir);
  killNodeAndWatchdog(nodeProcess, orphanPid);
  await once(nodeProcess, 'exit');
  expect(isProcessRunning(orphanPid)).toBe(true);

  const second = await startPostgresInTest(dataDir);
  expect(second.logLines.join()).toContain('an earlier run left behind');
  expect(isProcessRunning(orphanPid)).toBe(false);
  expect(await queryRows(second.migrateUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('A stale pid file does not prevent a start, even if another process now has that pid', async () => {
  const { nodeProcess, migrateUrl } = await startPostgresInOtherProcess(dataDir);
  await queryRows(migrateUrl, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS n');
  const postmasterPid = readPostmasterPid(dataDir);
  killNodeAndWatchdog(nodeProcess, postmasterPid);
  process.kill(postmasterPid, 'SIGKILL');
  await vi.waitFor(() => expect(isProcessRunning(postmasterPid)).toBe(false), withinAMinute);

  // The process belongs to PostgreSQL's user, because PostgreSQL ignores pids of other users' processes.
  const otherProcess = spawn('sleep', ['60'], { uid: statSync(join(dataDir, 'postgres')).uid });
  onTestFinished(() => void otherProcess.kill());
  for (const name of ['postgres/postmaster.pid', 'postgres-socket/.s.PGSQL.5432.lock']) {
    const file = join(dataDir, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(otherProcess.pid)));
  }

  const second = await startPostgresInTest(dataDir);
  expect(await queryRows(second.migrateUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  expect(isProcessRunning(otherProcess.pid ?? 0)).toBe(true);
});

test('A pid file that a power cut left empty does not prevent a start', async () => {
  await (await startPostgresInTest(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '');
  const second = await startPostgresInTest(dataDir);
  expect(await queryRows(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('Each time PostgreSQL is killed, the app restarts it at the same address', async () => {
  const { url, migrateUrl, logLines } = await startPostgresInTest(dataDir);
  await queryRows(
    migrateUrl,
    'DROP TABLE IF EXISTS kept; CREATE TABLE kept (n integer); GRANT SELECT ON kept TO portal_app',
  );
  for (const n of [1, 2, 3]) {
    await queryRows(migrateUrl, `INSERT INTO kept VALUES (${n})`);
    const postmasterPid = readPostmasterPid(dataDir);
    process.kill(postmasterPid, 'SIGKILL');
    const rows = await vi.waitFor(async () => {
      expect(isProcessRunning(postmasterPid)).toBe(false);
      return queryRows(url, 'SELECT max(n) AS n FROM kept');
    }, withinAMinute);
    expect(rows).toEqual([{ n }]);
  }
  await vi.waitFor(
    () => expect(logLines.filter((line) => line === 'PostgreSQL is running again.')).toHaveLength(3),
    withinAMinute,
  );
});

test('When only the watchdog is killed, the database is restarted with a new watchdog', async () => {
  const { url } = await startPostgresInTest(dataDir);
  const oldPid = readPostmasterPid(dataDir);
  killWatchdogOf(oldPid);
  await vi.waitFor(async () => {
    expect(readPostmasterPid(dataDir)).not.toBe(oldPid);
    expect(await queryRows(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  }, withinAMinute);
  expect(isProcessRunning(oldPid)).toBe(false);
});

test('A database that is stopped while it is being restarted stays down', async () => {
  const { url, stop } = await startPostgresInTest(dataDir);
  process.kill(readPostmasterPid(dataDir), 'SIGKILL');
  await stop();
  // A client that connects while the killed server still closes its socket gets ECONNRESET.
  await expect(queryRows(url, 'SELECT 1')).rejects.toThrow(/ENOENT|ECONNREFUSED|ECONNRESET/);
});

/** Kills Node and the server's watchdog. Node is stopped first, because it replaces a server whose watchdog has ended. */
function killNodeAndWatchdog(nodeProcess: ChildProcess, postmasterPid: number): void {
  nodeProcess.kill('SIGSTOP');
  killWatchdogOf(postmasterPid);
  nodeProcess.kill('SIGKILL');
}

/** Kills the watchdog, which is the parent of the postmaster, and its child process that reads the pipe. */
function killWatchdogOf(postmasterPid: number): void {
  const watchdogPid = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${postmasterPid}/status`, 'utf8'))?.[1] ?? '';
  const childPids = readFileSync(`/proc/${watchdogPid}/task/${watchdogPid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  for (const pid of [Number(watchdogPid), ...childPids.filter((childPid) => childPid !== postmasterPid)])
    process.kill(pid, 'SIGKILL');
}
