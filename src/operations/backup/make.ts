import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { receiveFile } from '../../platform/storage/temporary-files.ts';
import { FileMissing } from '../../platform/storage/store.ts';
import { codeOf } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { readProductVersion } from '../../platform/settings/paths.ts';
import { encryptFor } from './age.ts';
import { aboutFileName, buildFilePartName, manifestFileName, buildTablePartName, type Manifest } from './archive.ts';
import { createAbout, readRows } from './tables.ts';
import { writeArchive, type ArchiveWriter } from './writer.ts';

/** A complete backup in its folder. */
export interface Backup {
  path: string;
  /** The size of the archive in bytes. */
  size: number;
  seconds: number;
  manifest: Manifest;
}

/**
 * Returns the file name of a backup: `portal-2026-11-21T021500Z.tar.gz`, with `.age` if it is encrypted. The time is in
 * UTC, so that names sort by time.
 */
const buildBackupName = (at: Date, isEncrypted: boolean) =>
  `portal-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz${isEncrypted ? '.age' : ''}`;

/**
 * Returns the folder for backups: `requestedFolder`, otherwise BACKUP_DIR, otherwise `backups` in DATA_DIR. Only the
 * last of these is created. Throws if one of the others is not a folder or cannot be entered, and an error with one plain
 * line if it does not exist: its disk may not be mounted, and a new folder of that name would fill the wrong disk.
 */
export async function findBackupFolder(settings: App['settings'], requestedFolder?: string): Promise<string> {
  const folder = requestedFolder ?? settings.backupDir;
  if (folder === undefined) {
    const defaultFolder = join(settings.dataDir, 'backups');
    await mkdir(defaultFolder, { recursive: true, mode: 0o700 });
    return defaultFolder;
  }
  const stats = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (!stats)
    throw Object.assign(new Error(`The folder ${folder} does not exist: make it, or mount its disk.`), {
      code: 'ENOENT',
    });
  if (!stats.isDirectory()) throw Object.assign(new Error(`${folder} is not a folder.`), { code: 'ENOTDIR' });
  return folder;
}

/**
 * Makes a backup while the portal keeps running: first all tables, from one snapshot of the database, then the
 * documents. The bytes of a document never change; the manifest lists documents that are deleted during the backup. The
 * archive appears in `folder` only once it is complete.
 */
export async function makeBackup(
  { db, store, settings }: Pick<App, 'db' | 'store' | 'settings'>,
  folder: string,
): Promise<Backup> {
  const startedAt = performance.now();
  const at = new Date();
  const { backupRecipients } = settings;
  const encrypt = backupRecipients.length > 0 ? await encryptFor(backupRecipients) : null;
  const path = join(folder, buildBackupName(at, encrypt !== null));
  const manifest: Manifest = { parts: [], rows: {}, deleted: [], missing: [] };

  const size = await writeArchive(path, { at, encrypt }, async (archive) => {
    const documents = await addTables(db, archive, manifest);
    const faultyIds: number[] = [];
    for (const { id, key, sha256 } of documents) {
      const part = await addDocument({ store, settings }, archive, key);
      if (part) manifest.parts.push(part);
      if (part?.sha256 !== sha256.toString('hex')) faultyIds.push(id);
    }
    // A deletion removes the row before the bytes, so if the row still exists, the bytes are missing or damaged.
    const existingIds = new Set(faultyIds.length === 0 ? [] : await selectExistingIds(db, faultyIds));
    manifest.missing = faultyIds.filter((id) => existingIds.has(id));
    manifest.deleted = faultyIds.filter((id) => !existingIds.has(id));
    const text = Buffer.from(JSON.stringify(manifest));
    await archive.add(manifestFileName, text.length, [text]);
  });
  return { path, size, seconds: (performance.now() - startedAt) / 1000, manifest };
}

/** Adds all tables from one snapshot of the database, and returns the documents in that snapshot. */
async function addTables(db: App['db'], archive: ArchiveWriter, manifest: Manifest) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const about = await createAbout(tx, readProductVersion());
      const text = Buffer.from(JSON.stringify(about, null, 1));
      await archive.add(aboutFileName, text.length, [text]);
      for (const table of about.tables) {
        let number = 0;
        manifest.rows[table.name] = 0;
        for await (const { lines, rowCount } of readRows(tx, table)) {
          manifest.parts.push(await archive.add(buildTablePartName(table.name, ++number), lines.length, [lines]));
          manifest.rows[table.name] = (manifest.rows[table.name] ?? 0) + rowCount;
        }
      }
      return tx.selectFrom('document').select(['id', 'store_key as key', 'sha256']).orderBy('id').execute();
    });
}

/**
 * Adds the bytes of a document, and returns its part of the archive, or null if the store does not contain the
 * document. Copies the bytes to a temporary file first, because the archive needs the size of the document in advance.
 */
async function addDocument({ store, settings }: Pick<App, 'store' | 'settings'>, archive: ArchiveWriter, key: string) {
  try {
    const { path, size } = await receiveFile(await store.get(key), {
      into: join(settings.dataDir, 'tmp'),
      limit: Infinity,
    });
    try {
      return await archive.add(buildFilePartName(key), size, createReadStream(path) as AsyncIterable<Buffer>);
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

async function selectExistingIds(db: App['db'], ids: number[]): Promise<number[]> {
  const rows = await db.selectFrom('document').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
