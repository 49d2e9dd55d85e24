import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUnwritableFolder, findUnwritableFolders } from './folders.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-folders-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('each folder of the settings is written to, and nothing is left in it [10.11]', async () => {
  expect(await findUnwritableFolders({ dataDir: folder, backupDir: undefined })).toEqual([]);
  expect(await findUnwritableFolders({ dataDir: folder, backupDir: folder })).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be written to is named with its setting and the code of the error [10.11]', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await findUnwritableFolders({ dataDir: file, backupDir: join(folder, 'away') })).toEqual([
    { setting: 'DATA_DIR', folder: file, code: 'ENOTDIR' },
    { setting: 'BACKUP_DIR', folder: join(folder, 'away'), code: 'ENOENT' },
  ]);
  await rm(file);
});

test.each([
  [
    'EROFS',
    'if its disk is mounted read-only (findmnt -T /mnt), mount it again; else name it in ReadWritePaths of the unit, ' +
      'or mount it into the container',
  ],
  ['ENOENT', 'make it, or mount its disk'],
  ['EACCES', "it must belong to the portal's user, with the mode 0700"],
])('the error %s comes with what to do about it', (code, advice) => {
  expect(describeUnwritableFolder({ setting: 'BACKUP_DIR', folder: '/mnt', code })).toBe(
    `The folder /mnt (BACKUP_DIR) cannot be written to (${code}): ${advice}.`,
  );
});
