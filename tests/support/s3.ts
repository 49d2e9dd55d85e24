import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { s3Keys } from './s3-signature.ts';
import { startS3Store } from './s3-store.ts';

/**
 * Starts an S3 store for a test, with its objects in a new `folder` and its access keys in the environment of this
 * process. `close()` stops the store and removes the folder and the keys.
 */
export async function startS3StoreForTest(): Promise<{ port: number; folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-s3-'));
  const store = await startS3Store(folder);
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
  return {
    port: store.port,
    folder,
    async close() {
      vi.unstubAllEnvs();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
