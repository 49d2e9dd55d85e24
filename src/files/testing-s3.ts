import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { vi } from 'vitest';

/**
 * An S3 store with one empty bucket, `documents`, whose objects lie in `folder`. Until `close()` its keys stand in the
 * environment.
 */
export async function startS3(): Promise<{ port: number; folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-s3-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'documents' }],
  });
  const { port } = await s3.run();
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  return {
    port,
    folder,
    async close() {
      vi.unstubAllEnvs();
      s3.httpServer.closeAllConnections();
      await s3.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
