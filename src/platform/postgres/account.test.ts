import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseAccount, buildRunAsPrefix } from './account.ts';
import {
  queryRows,
  readPostmasterPid,
  startPostgresInTest,
  createTemporaryDataDir,
} from '../../../tests/support/embedded-postgres.ts';

test('PostgreSQL never runs as root, and starts even if its user may not enter the home directory of the data', async () => {
  const dataDir = createTemporaryDataDir('home/portal/data');
  const home = dirname(dirname(dataDir));
  chmodSync(home, 0o700);
  const { url } = await startPostgresInTest(dataDir);
  expect(await queryRows(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const uid = statSync(`/proc/${readPostmasterPid(dataDir)}`).uid;
  expect(uid).not.toBe(0);
  expect(uid).toBe(statSync(join(dataDir, 'postgres')).uid);
});

test('Later starts keep the user that the first start chose', () => {
  const dataDir = createTemporaryDataDir();
  const firstAccount = chooseAccount(dataDir, join(dataDir, 'postgres'));
  mkdirSync(join(dataDir, 'postgres'));
  const laterAccount = chooseAccount(dataDir, join(dataDir, 'postgres'));
  expect(laterAccount?.uid).toBe(firstAccount?.uid);
});

test('PostgreSQL gets one capability of root if its user may not enter a directory on the path, and none otherwise', () => {
  const nobody = { uid: 65534, gid: 65534, name: 'nobody' };
  const withoutCapabilities = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
  const dataDir = createTemporaryDataDir('home/data');
  expect(buildRunAsPrefix(undefined, [dataDir])).toEqual([]);
  expect(buildRunAsPrefix(nobody, [dataDir])).toEqual(withoutCapabilities);
  chmodSync(dirname(dataDir), 0o700);
  expect(buildRunAsPrefix(nobody, [dataDir])).toContain('--ambient-caps=+dac_override');
});
