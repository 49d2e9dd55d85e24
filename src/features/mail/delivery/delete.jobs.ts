import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { App } from '../../../platform/http/calls/handler.ts';
import { isDelivering } from './delete.sql.ts';

const payloadSchema = z.object({ ids: z.array(z.uuid()) });

/**
 * Deletes the files of mails in DATA_DIR/mails. Throws while one of these mails is being delivered, because its file
 * could appear after the deletion; the job is then retried.
 */
export async function deleteMailFiles({ db, settings }: Pick<App, 'db' | 'settings'>, payload: unknown): Promise<void> {
  const { ids } = z.parse(payloadSchema, payload);
  if (await isDelivering(db, ids)) throw new Error('one of these mails is being delivered');
  const folder = join(settings.dataDir, 'mails');
  for (const id of ids) await rm(join(folder, `${id}.eml`), { force: true });
  // A killed process leaves an incomplete file, whose name ends with the mail's id and '.part'.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.part')))
    if (ids.some((id) => name.endsWith(`${id}.part`))) await rm(join(folder, name), { force: true });
}
