import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import {
  queryRows,
  createSharedDataDir,
  startPostgresInTest,
  createTemporaryDataDir,
} from '../../../tests/support/embedded-postgres.ts';

const dataDir = createSharedDataDir();

test('The owner can create the extensions that the portal needs, and the app cannot change the schema', async () => {
  const { url, migrateUrl } = await startPostgresInTest(dataDir);
  for (const extension of ['btree_gist', 'pg_trgm', 'unaccent', 'citext']) {
    await queryRows(migrateUrl, `CREATE EXTENSION IF NOT EXISTS ${extension}`);
  }
  expect(await queryRows(url, 'SELECT current_user, current_database()')).toEqual([
    { current_user: 'portal_app', current_database: 'portal' },
  ]);
  await expect(queryRows(url, 'CREATE TABLE mine (id integer)')).rejects.toThrow('permission denied');
  await expect(queryRows(url, 'CREATE TEMPORARY TABLE mine (id integer)')).rejects.toThrow('permission denied');
  await expect(queryRows(url, 'CREATE SCHEMA mine')).rejects.toThrow('permission denied');
});

test('Text sorts the same on every machine, and in German order if a query asks for it', async () => {
  const { url } = await startPostgresInTest(dataDir);
  const names = `(VALUES ('Zora'), ('Ärmel'), ('Arne')) AS names (name)`;
  const settings = await queryRows(
    url,
    `SELECT current_setting('TimeZone') AS zone, datlocale FROM pg_database
    WHERE datname = 'portal'`,
  );
  expect(settings).toEqual([{ zone: 'UTC', datlocale: 'C.UTF-8' }]);
  expect(await queryRows(url, `SELECT name FROM ${names} ORDER BY name COLLATE "de-x-icu"`)).toEqual([
    { name: 'Ärmel' },
    { name: 'Arne' },
    { name: 'Zora' },
  ]);
});

test('The database listens on no port, and only its own user can enter the directory of its socket', async () => {
  const { url } = await startPostgresInTest(dataDir);
  expect(await queryRows(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(statSync(join(dataDir, 'postgres-socket')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
});

test('The first start creates the database, and the second start finds its data', async () => {
  const newDataDir = createTemporaryDataDir();
  const first = await startPostgresInTest(newDataDir);
  await queryRows(first.migrateUrl, `CREATE TABLE kept AS SELECT 'ja' AS answer`);
  await first.stop();

  const second = await startPostgresInTest(newDataDir);
  expect(second.url).toBe(first.url);
  expect(await queryRows(second.migrateUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 'ja' }]);
});

test('A deeply nested data directory works, although the path of a socket in it would be too long', async () => {
  const newDataDir = createTemporaryDataDir(`${'weit unten/'.repeat(12)}daten`);
  const { url, migrateUrl, ...postgres } = await startPostgresInTest(newDataDir);
  expect(Buffer.byteLength(newDataDir)).toBeGreaterThan(107);
  expect(await queryRows(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await queryRows(migrateUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const socketDir = new URL(url).searchParams.get('host') ?? '';
  expect(existsSync(socketDir)).toBe(true);
  await postgres.stop();
  expect(existsSync(socketDir)).toBe(false);
});

test('Two portals with two data directories run side by side', async () => {
  const [first, other] = await Promise.all([
    startPostgresInTest(createTemporaryDataDir()),
    startPostgresInTest(createTemporaryDataDir()),
  ]);
  await queryRows(first.migrateUrl, 'CREATE TABLE only_here ()');
  expect(await queryRows(other.migrateUrl, `SELECT to_regclass('only_here') AS found`)).toEqual([{ found: null }]);
});

test('A second start on the same data directory is refused with the process id of the portal that uses it', async () => {
  const first = await startPostgresInTest(dataDir);
  const second = startEmbedded({ dataDir, log: () => {} });
  await expect(second).rejects.toThrow(
    `${dataDir} is in use by the portal with process id ${process.pid}: stop that one, or choose another DATA_DIR.`,
  );
  expect(await queryRows(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('A start is refused while a server in another container uses the same data', async () => {
  const first = await startPostgresInTest(dataDir);
  await first.stop();
  // A server in another container is visible here only by the lock that it holds.
  const lockHolder = spawn('flock', [join(dataDir, 'postgres.lock'), 'sh', '-c', 'echo held; read -r line']);
  onTestFinished(() => void lockHolder.stdin.end());
  await once(lockHolder.stdout, 'data');
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, '1\n');
  await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow('in use elsewhere');
  expect(readFileSync(pidFile, 'utf8')).toBe('1\n');

  lockHolder.stdin.end();
  await once(lockHolder, 'exit');
  expect(await queryRows((await startPostgresInTest(dataDir)).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('A first start that was killed halfway does not prevent the next start', async () => {
  const newDataDir = createTemporaryDataDir();
  const unfinishedDir = join(newDataDir, 'postgres.new-aBcDeF');
  mkdirSync(join(unfinishedDir, 'base'), { recursive: true });
  writeFileSync(join(unfinishedDir, 'PG_VERSION'), '18\n');

  const { url } = await startPostgresInTest(newDataDir);
  expect(await queryRows(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(readdirSync(newDataDir).sort()).toEqual(['postgres', 'postgres-socket', 'postgres.lock', 'postgres.log']);
});

test('If the first start was killed before the roles were created, the next start creates them', async () => {
  const newDataDir = createTemporaryDataDir();
  const first = await startPostgresInTest(newDataDir);
  const superuserUrl = first.migrateUrl.replace('portal_owner@', 'postgres@').replace('/portal?', '/postgres?');
  await queryRows(superuserUrl, 'DROP DATABASE portal');
  await queryRows(superuserUrl, 'DROP ROLE portal_app');
  await first.stop();

  const second = await startPostgresInTest(newDataDir);
  expect(await queryRows(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('A directory with other files, or with a database of another version, is refused and not changed', async () => {
  const dirWithOtherFiles = createTemporaryDataDir();
  mkdirSync(join(dirWithOtherFiles, 'postgres'));
  writeFileSync(join(dirWithOtherFiles, 'postgres', 'letter.txt'), 'Liebe Oma');
  await expect(startEmbedded({ dataDir: dirWithOtherFiles, log: () => {} })).rejects.toThrow(
    'holds files but no database',
  );

  const dirOfOlderVersion = createTemporaryDataDir();
  mkdirSync(join(dirOfOlderVersion, 'postgres'));
  writeFileSync(join(dirOfOlderVersion, 'postgres', 'PG_VERSION'), '15\n');
  await expect(startEmbedded({ dataDir: dirOfOlderVersion, log: () => {} })).rejects.toThrow(
    'was made by PostgreSQL 15',
  );
});

test("PostgreSQL's log contains no values of rows or queries", async () => {
  const { migrateUrl, stop } = await startPostgresInTest(dataDir);
  await queryRows(migrateUrl, 'DROP TABLE IF EXISTS person');
  await queryRows(migrateUrl, 'CREATE TABLE person (email text CONSTRAINT email_once UNIQUE)');
  const client = new pg.Client(migrateUrl);
  await client.connect();
  const insert = () => client.query('INSERT INTO person VALUES ($1)', ['secret@demo.example']);
  await insert();
  await expect(insert()).rejects.toThrow('email_once');
  await expect(client.query(`SELECT 'secret@demo.example'::integer`)).rejects.toThrow('invalid input syntax');
  await expect(client.query('SELECT $1::integer', ['secret@demo.example'])).rejects.toThrow('invalid input syntax');
  await client.end();
  await stop();
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is ready to accept connections');
  expect(log).not.toContain('secret');
});

test('A log file of more than a megabyte is rotated at the next start', async () => {
  const logFile = join(dataDir, 'postgres.log');
  writeFileSync(logFile, 'old line\n'.repeat(200_000));
  await startPostgresInTest(dataDir);
  expect(readFileSync(logFile, 'utf8')).not.toContain('old line');
  expect(statSync(`${logFile}.1`).size).toBe(1_800_000);
});
