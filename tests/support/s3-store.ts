import S3rver from 's3rver';

/** The environment variables with which a portal can access the store that `startS3Store` starts. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Starts an S3 store on a free port, with one empty bucket, `documents`. It keeps its objects in `folder`. */
export async function startS3Store(folder: string): Promise<{ port: number; close(): Promise<void> }> {
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'documents' }],
  });
  const { port } = await s3.run();
  return {
    port,
    async close() {
      s3.httpServer.closeAllConnections();
      await s3.close();
    },
  };
}
