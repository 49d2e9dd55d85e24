import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { App } from '../../../platform/http/calls/handler.ts';
import { isDelivering } from './delete.sql.ts';

const payload = z.object({ ids: z.array(z.uuid()) });

/**
 * Deletes messages that were written to DATA_DIR/mails. Throws, so the job is retried, while one of them is being
 * delivered, since its file could appear after the deletion.
 */
export async function deleteMailFiles({ db, settings }: Pick<App, 'db' | 'settings'>, job: unknown): Promise<void> {
  const { ids } = z.parse(payload, job);
  if (await isDelivering(db, ids)) throw new Error('one of these mails is being delivered');
  const folder = join(settings.dataDir, 'mails');
  for (const id of ids) await rm(join(folder, `${id}.eml`), { force: true });
  // A killed process leaves an incomplete file, whose name ends with the id.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.part')))
    if (ids.some((id) => name.endsWith(`${id}.part`))) await rm(join(folder, name), { force: true });
}
