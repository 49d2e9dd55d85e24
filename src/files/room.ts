import { mkdir, statfs } from 'node:fs/promises';
import type { Settings } from '../server/settings.ts';

/** The disk has less left than what the database and the log need to go on. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/**
 * Throws DiskFull where the disk of DATA_DIR has less left than `uploads.keepFreeMegabytes`: uploads pass through it, and an
 * embedded database lies on it.
 */
export async function requireRoom({ dataDir, portal }: Pick<Settings, 'dataDir' | 'portal'>): Promise<void> {
  // A process that shares database and store may have written nothing there before.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < portal.uploads.keepFreeMegabytes * 1_000_000) throw new DiskFull();
}
