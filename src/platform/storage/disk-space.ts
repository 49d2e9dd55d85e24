import { mkdir, statfs } from 'node:fs/promises';
import { codeOf } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';

/** Thrown if the disk has less free space than `uploads.keepFreeMegabytes`. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** Whether an error means that a file could not be written because the disk or a quota is full. */
export const isDiskFullError = (error: unknown): boolean => /^(ENOSPC|EDQUOT)$/.test(codeOf(error));

/**
 * Throws DiskFull if the disk of DATA_DIR has less free space than `uploads.keepFreeMegabytes`. All uploads pass
 * through this disk, and an embedded database needs the rest of its space.
 */
export async function requireDiskSpace({
  dataDir,
  providerConfig,
}: Pick<Settings, 'dataDir' | 'providerConfig'>): Promise<void> {
  // If neither the database nor the file store is on this disk, the folder may not exist yet.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < providerConfig.uploads.keepFreeMegabytes * 1_000_000) throw new DiskFull();
}
