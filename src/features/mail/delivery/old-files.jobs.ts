import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { App } from '../../../platform/http/calls/handler.ts';

/** How long a message on disk stays that no mail of the list belongs to, in milliseconds: 30 days. */
const kept = 30 * 86_400_000;

const form = /^\.?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?:eml|part)$/;

/**
 * Deletes messages in DATA_DIR/mails that are older than 30 days and that no mail of the list belongs to: reports of
 * barriers (reference 1.19), and those whose mail has been deleted. Messages of the list go with their person.
 */
export async function removeOldMailFiles({ db, settings }: Pick<App, 'db' | 'settings'>): Promise<void> {
  const folder = join(settings.dataDir, 'mails');
  const old = new Map<string, string>();
  for (const name of await readdir(folder).catch(() => [])) {
    const id = form.exec(name)?.[1];
    const found = id && (await stat(join(folder, name)).catch(() => null));
    if (found && Date.now() - found.mtimeMs > kept) old.set(name, id);
  }
  if (old.size === 0) return;
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM mail WHERE id = ANY(${[...old.values()]}::uuid[])
  `.execute(db);
  const listed = new Set(rows.map(({ id }) => id));
  for (const [name, id] of old) if (!listed.has(id)) await rm(join(folder, name), { force: true });
}
