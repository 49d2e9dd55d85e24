import type { Pool, PoolClient } from 'pg';

/**
 * Wraps a pool for the runner of graphile-worker, which may release the connection of its listener twice: if it is
 * stopped while LISTEN is running, and LISTEN then fails. `pg` throws on the second release, and because the runner
 * does not catch that error, the process would end. With this pool, the second release does nothing.
 */
export function ignoreSecondRelease(pool: Pool): Pool {
  const connect = (callback?: Parameters<Pool['connect']>[0]) => {
    if (!callback) return pool.connect();
    pool.connect((error, client, release) => callback(error, client, client ? once(release) : release));
  };
  return new Proxy(pool, {
    get: (target, name, receiver) => (name === 'connect' ? connect : Reflect.get(target, name, receiver)),
  });
}

function once(release: PoolClient['release']): PoolClient['release'] {
  let isReleased = false;
  return (error) => {
    if (isReleased) return;
    isReleased = true;
    release(error);
  };
}
