import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runS3, s3Keys } from './s3-store.ts';

/** Runs an S3 store in a new `folder`, with its access keys in the environment until `close()`. */
export async function startS3(): Promise<{ port: number; folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-s3-'));
  const store = await runS3(folder);
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
