import { mkdir, statfs } from 'node:fs/promises';
import { codeOf } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';

/** The disk has less space left than the database and the log need. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** Whether a file could not be written because the disk is full. */
export const isDiskFullError = (error: unknown): boolean => /^(ENOSPC|EDQUOT)$/.test(codeOf(error));

/**
 * Throws DiskFull if the disk of DATA_DIR has less space left than `uploads.keepFreeMegabytes`: uploads pass through
 * that disk, and an embedded database is on it.
 */
export async function requireDiskSpace({
  dataDir,
  providerConfig,
}: Pick<Settings, 'dataDir' | 'providerConfig'>): Promise<void> {
  // In a process with a database and a store elsewhere, the folder may not exist yet.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < providerConfig.uploads.keepFreeMegabytes * 1_000_000) throw new DiskFull();
}
