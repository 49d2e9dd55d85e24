import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../platform/http/calls/handler.ts';
import { findExistingMails } from './delete.sql.ts';

/** The time in milliseconds for which a mail file without a mail in the database is kept: 30 days. */
const retention = 30 * 86_400_000;

/** The name of a complete (`.eml`) or incomplete (`.part`) mail file; the first group is the mail's id. */
const fileNamePattern = /^\.?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?:eml|part)$/;

/**
 * Deletes files in DATA_DIR/mails that are older than 30 days and have no mail in the database: reports of
 * accessibility barriers (reference 1.19) and files of deleted mails. All other files are deleted when the data of
 * their recipient is erased.
 */
export async function deleteOldMailFiles({ db, settings }: Pick<App, 'db' | 'settings'>): Promise<void> {
  const folder = join(settings.dataDir, 'mails');
  const idsByOldFile = new Map<string, string>();
  for (const name of await readdir(folder).catch(() => [])) {
    const id = fileNamePattern.exec(name)?.[1];
    const stats = id && (await stat(join(folder, name)).catch(() => null));
    if (stats && Date.now() - stats.mtimeMs > retention) idsByOldFile.set(name, id);
  }
  if (idsByOldFile.size === 0) return;
  const existing = await findExistingMails(db, [...idsByOldFile.values()]);
  for (const [name, id] of idsByOldFile) if (!existing.has(id)) await rm(join(folder, name), { force: true });
}
