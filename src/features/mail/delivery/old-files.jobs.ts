import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../platform/http/calls/handler.ts';
import { findExistingMails } from './delete.sql.ts';

/** How long a mail file is kept if the database has no mail for it, in milliseconds: 30 days. */
const retention = 30 * 86_400_000;

const fileName = /^\.?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?:eml|part)$/;

/**
 * Deletes files in DATA_DIR/mails that are older than 30 days and have no mail in the database: reports of
 * accessibility barriers (reference 1.19) and files of deleted mails. All other files are deleted when their person is
 * erased.
 */
export async function deleteOldMailFiles({ db, settings }: Pick<App, 'db' | 'settings'>): Promise<void> {
  const folder = join(settings.dataDir, 'mails');
  const old = new Map<string, string>();
  for (const name of await readdir(folder).catch(() => [])) {
    const id = fileName.exec(name)?.[1];
    const file = id && (await stat(join(folder, name)).catch(() => null));
    if (file && Date.now() - file.mtimeMs > retention) old.set(name, id);
  }
  if (old.size === 0) return;
  const existing = await findExistingMails(db, [...old.values()]);
  for (const [name, id] of old) if (!existing.has(id)) await rm(join(folder, name), { force: true });
}
