import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { receiveFile } from '../files/receive.ts';
import { FileMissing } from '../files/store.ts';
import { codeOf } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { productVersion } from '../server/checkout.ts';
import { encryptFor } from './age.ts';
import { aboutName, filePart, manifestName, tablePart, type Manifest } from './archive.ts';
import { describe, rowsOf } from './tables.ts';
import { writeArchive, type ArchiveWriter } from './writer.ts';

/** A backup that lies complete in its folder. */
export interface Made {
  path: string;
  /** Bytes of the archive. */
  size: number;
  seconds: number;
  manifest: Manifest;
}

/** Days of Berlin do not matter here: names sort by the moment. `portal-2026-11-21T021500Z.tar.gz`, `.age` where encrypted. */
const nameOf = (at: Date, encrypted: boolean) =>
  `portal-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz${encrypted ? '.age' : ''}`;

/** The moment in a backup's name; null for any other file. */
export function momentOf(name: string): Date | null {
  const found = /^portal-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/.exec(name);
  return found ? new Date(`${found[1]}T${found[2]}:${found[3]}:${found[4]}Z`) : null;
}

/**
 * The folder that backups go to: the one named, else that of the settings, else `backups` in DATA_DIR. A named one has to
 * be there, for a disk that is not mounted would fill the one below it. Throws one plain line.
 */
export async function folderFor(settings: App['settings'], named?: string): Promise<string> {
  const folder = named ?? settings.backupDir;
  if (folder === undefined) {
    const usual = join(settings.dataDir, 'backups');
    await mkdir(usual, { recursive: true, mode: 0o700 });
    return usual;
  }
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`The folder ${folder} does not exist: make it, or mount its disk.`);
  return folder;
}

/**
 * Saves the state of one moment, while the portal goes on: all tables in one snapshot of the database, then the documents
 * that stand in it, whose bytes never change. What a document loses meanwhile by being deleted is noted. The archive
 * appears in `folder` complete or not at all.
 */
export async function makeBackup(
  { db, store, settings }: Pick<App, 'db' | 'store' | 'settings'>,
  folder: string,
): Promise<Made> {
  const since = performance.now();
  const at = new Date();
  const { backupRecipients } = settings;
  const encrypt = backupRecipients.length > 0 ? await encryptFor(backupRecipients) : null;
  const path = join(folder, nameOf(at, encrypt !== null));
  const manifest: Manifest = { parts: [], rows: {}, deleted: [], missing: [] };

  const size = await writeArchive(path, { at, encrypt }, async (archive) => {
    const documents = await addTables(db, archive, manifest);
    const gaps: number[] = [];
    for (const { id, key, sha256 } of documents) {
      const part = await addDocument({ store, settings }, archive, key);
      if (part) manifest.parts.push(part);
      if (part?.sha256 !== sha256.toString('hex')) gaps.push(id);
    }
    // The row goes before the bytes do: a document whose row is still there has lost its bytes.
    const left = new Set(gaps.length === 0 ? [] : await stillThere(db, gaps));
    manifest.missing = gaps.filter((id) => left.has(id));
    manifest.deleted = gaps.filter((id) => !left.has(id));
    const text = Buffer.from(JSON.stringify(manifest));
    await archive.add(manifestName, text.length, [text]);
  });
  return { path, size, seconds: (performance.now() - since) / 1000, manifest };
}

/** Adds what one snapshot of the database holds, and answers its documents. */
async function addTables(db: App['db'], archive: ArchiveWriter, manifest: Manifest) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const about = await describe(tx, productVersion());
      const text = Buffer.from(JSON.stringify(about, null, 1));
      await archive.add(aboutName, text.length, [text]);
      for (const table of about.tables) {
        let number = 0;
        manifest.rows[table.name] = 0;
        for await (const { lines, rows } of rowsOf(tx, table)) {
          manifest.parts.push(await archive.add(tablePart(table.name, ++number), lines.length, [lines]));
          manifest.rows[table.name] = (manifest.rows[table.name] ?? 0) + rows;
        }
      }
      return tx.selectFrom('document').select(['id', 'store_key as key', 'sha256']).orderBy('id').execute();
    });
}

/** Adds a document's bytes by way of a file, for an archive wants to know their number first; null where there are none. */
async function addDocument({ store, settings }: Pick<App, 'store' | 'settings'>, archive: ArchiveWriter, key: string) {
  try {
    const { path, size } = await receiveFile(await store.get(key), {
      into: join(settings.dataDir, 'tmp'),
      limit: Infinity,
    });
    try {
      return await archive.add(filePart(key), size, createReadStream(path) as AsyncIterable<Buffer>);
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

async function stillThere(db: App['db'], ids: number[]): Promise<number[]> {
  const rows = await db.selectFrom('document').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Backups in a folder with their moments, newest first; none where it cannot be read. */
export async function listBackups(folder: string): Promise<{ path: string; at: Date }[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const at = momentOf(name);
      return at ? [{ path: join(folder, name), at }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}
