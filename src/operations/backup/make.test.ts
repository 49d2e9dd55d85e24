import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadFiles } from '../../features/files/contract.ts';
import { craftDocx } from '../../features/files/testdata/craft.ts';
import { withInstallation } from '../commands/installation.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { createKeyPair } from './age.ts';
import { verifyArchive } from './archive.ts';
import { listBackups, parseBackupTime } from '../../features/backups/exports.ts';
import { findBackupFolder, makeBackup } from './make.ts';
import { runCommand } from '../../../tests/support/commands.ts';

let world: World;
let folder: string;
let participant: number;

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'portal-backups-'));
  participant = await world.addParticipant({ hasCv: false, lastName: 'Sicherlich' });
  const session = await world.signIn(participant);
  for (const name of ['eins.docx', 'zwei.docx', 'drei.docx'])
    await world.send(uploadFiles, [{ field: `file_${session}_0`, name, bytes: craftDocx() }]);
  await world.addAppointment(await world.addCoach(), inDays(3, '10:00'), { participant });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Builds the app of the world with some settings replaced. */
const buildApp = (overrides: Partial<World['settings']> = {}) => ({
  ...world.app,
  settings: { ...world.app.settings, ...overrides },
});
const getCommandEnv = (): Record<string, string> => ({ DATABASE_URL: world.appUrl, DATA_DIR: world.dataDir });

test('a backup is an ordinary archive that tar can open: rows are lines of JSON, and documents are unchanged', async () => {
  const { path, manifest } = await makeBackup(buildApp(), folder);
  const entries = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).trim().split('\n');
  expect(entries[0]).toBe('about.json');
  expect(entries.at(-1)).toBe('manifest.json');
  expect(entries).toEqual(expect.arrayContaining(manifest.parts.map(({ name }) => name)));
  const personRows = execFileSync('tar', ['-xzOf', path, 'tables/person.000001.ndjson'], { encoding: 'utf8' });
  expect(personRows).toContain('"last_name":"Sicherlich"');
  const [document] = manifest.parts.filter(({ name }) => name.startsWith('files/'));
  const bytes = execFileSync('tar', ['-xzOf', path, document?.name ?? '']);
  expect(bytes.equals(craftDocx())).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await verifyArchive(path, null)).manifest).toEqual(manifest);
  await rm(path);
});

test('a backup contains no sessions, one-time secrets or counters of attempts', async () => {
  const { path, manifest } = await makeBackup(buildApp(), folder);
  const { about } = await verifyArchive(path, null);
  const tables = about.tables.map(({ name }) => name);
  expect(tables).toEqual(expect.arrayContaining(['person', 'appointment', 'document', 'audit', 'migration']));
  for (const name of ['session', 'credential', 'passkey_challenge', 'single_sign_on_code', 'throttle'])
    expect(tables).not.toContain(name);
  expect(manifest.rows).toMatchObject({ person: 2, appointment: 1, document: 3 });
  await rm(path);
});

test('an encrypted backup reveals nothing without its key', async () => {
  const { identity, recipient } = await createKeyPair();
  const { path } = await makeBackup(buildApp({ backupRecipients: [recipient] }), folder);
  expect(path).toMatch(/\.tar\.gz\.age$/);
  await expect(verifyArchive(path, null)).rejects.toThrow(/is encrypted/);
  const otherKey = await createKeyPair();
  await expect(verifyArchive(path, otherKey.identity)).rejects.toThrow('This key cannot decrypt this backup.');
  expect((await verifyArchive(path, identity)).manifest.rows['person']).toBe(2);
  await rm(path);
});

test('the manifest distinguishes a document deleted during the backup from one lost before it', async () => {
  const rows = await world.db.selectFrom('document').select(['id', 'store_key as key']).orderBy('id').execute();
  const [deletedDocument, lostDocument] = rows;
  if (!deletedDocument || !lostDocument) throw new Error('no documents');
  await world.app.store.remove(lostDocument.key);
  // Deletes the document after its row was saved, just before its bytes are read.
  const store = {
    ...world.app.store,
    get: async (key: string) => {
      if (key === deletedDocument.key) {
        await world.db.deleteFrom('document').where('id', '=', deletedDocument.id).execute();
        await world.app.store.remove(key);
      }
      return world.app.store.get(key);
    },
  };
  const { manifest, path } = await makeBackup({ ...buildApp(), store }, folder);
  expect(manifest).toMatchObject({ deleted: [deletedDocument.id], missing: [lostDocument.id], rows: { document: 3 } });
  expect(manifest.parts.filter(({ name }) => name.startsWith('files/'))).toHaveLength(1);
  await rm(path);
  await world.db.deleteFrom('document').where('id', '=', lostDocument.id).execute();
});

test('a truncated or changed archive is detected, wherever the damage is', async () => {
  const { path, size } = await makeBackup(buildApp(), folder);
  const originalBytes = execFileSync('cat', [path]);
  const middle = Math.floor(size / 2);
  for (const length of [size - 1, size - 9, middle, 600]) {
    await writeFile(path, originalBytes.subarray(0, length));
    await expect(verifyArchive(path, null), `${length}`).rejects.toThrow(/incomplete|damaged/);
  }
  const changedBytes = Buffer.from(originalBytes);
  changedBytes[middle] = (changedBytes[middle] ?? 0) ^ 1;
  await writeFile(path, changedBytes);
  await expect(verifyArchive(path, null)).rejects.toThrow(/incomplete|damaged/);
  await writeFile(path, 'a letter');
  await expect(verifyArchive(path, null)).rejects.toThrow(/is not a backup/);
  await rm(path);
});

test('a backup that fills the disk leaves no file behind and is reported in one line', async () => {
  const fullFolder = join(folder, 'full');
  await mkdir(fullFolder);
  const { code, output } = await runCommand('backup', ['--to', fullFolder], getCommandEnv(), { maxFileBlocks: 4 });
  expect(output).toBe(`The disk of ${fullFolder} is full; no backup was made.\n`);
  expect(code).toBe(1);
  expect(await readdir(fullFolder)).toEqual([]);
});

test('the command prints what it saved and where', async () => {
  const { code, output } = await runCommand('backup', ['--to', folder], getCommandEnv());
  expect(code).toBe(0);
  expect(output).toMatch(/^Saved 2 people, 1 appointments and\n1 documents/);
  expect(output).toContain('It is not encrypted');
  const [backup] = await listBackups(folder);
  expect(output).toContain(backup?.path);
});

test('a missing folder, a missing portal and a wrong option are each reported with advice', async () => {
  await expect(findBackupFolder(world.settings, '/nowhere/at/all')).rejects.toThrow(
    'The folder /nowhere/at/all does not exist: make it, or mount its disk.',
  );
  // The command does not create a portal where there is none.
  const emptyDataDir = join(folder, 'wrong');
  await expect(
    withInstallation(readSettings({ DATA_DIR: emptyDataDir }), 'do not migrate', () => Promise.resolve()),
  ).rejects.toThrow(`There is no portal in ${emptyDataDir}: set DATA_DIR (or DATABASE_URL) to those of the portal.`);
  await expect(stat(emptyDataDir)).rejects.toThrow();
  const { code, output } = await runCommand('backup', ['--into', 'x'], getCommandEnv());
  expect(code).toBe(1);
  expect(output).toMatch(/^Unknown option '--into'\.\n\n/);
  expect(output).toContain(
    '\n  npm run backup [-- --to FOLDER]     into FOLDER, else BACKUP_DIR, else DATA_DIR/backups\n',
  );
});

test('the command prints the public and the private half of a new key', async () => {
  const { code, output } = await runCommand('backup', ['--new-key'], {});
  expect(code).toBe(0);
  expect(output).toMatch(/^ {2}BACKUP_RECIPIENT=age1[0-9a-z]{58}$/m);
  expect(output).toMatch(/^ {2}AGE-SECRET-KEY-1[0-9A-Z]{58}$/m);
});

test('the default folder for backups is in the data directory and readable only by its owner', async () => {
  const defaultFolder = await findBackupFolder(world.settings);
  expect(defaultFolder).toBe(join(world.dataDir, 'backups'));
  expect((await stat(defaultFolder)).mode & 0o777).toBe(0o700);
});

test('the name of a backup contains its time', () => {
  expect(parseBackupTime('portal-2026-11-21T021500Z.tar.gz.age')?.toISOString()).toBe('2026-11-21T02:15:00.000Z');
  expect(parseBackupTime('portal-2026-11-21T021500Z.tar.gz.part')).toBeNull();
});
