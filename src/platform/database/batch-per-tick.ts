/**
 * Returns a function that looks up one key. All lookups requested in the same turn of the event loop become one call of
 * `lookUp`, which gets all their keys and returns the results in the same order. If `lookUp` fails, all these lookups
 * fail.
 */
export function batchPerTick<Key, Result>(lookUp: (keys: Key[]) => Promise<Result[]>): (key: Key) => Promise<Result> {
  interface PendingLookup {
    key: Key;
    resolve: (result: Result | PromiseLike<Result>) => void;
    reject: (error: unknown) => void;
  }
  let pending: PendingLookup[] = [];
  const runBatch = () => {
    const batch = pending;
    pending = [];
    lookUp(batch.map(({ key }) => key)).then(
      (results) => batch.forEach(({ resolve }, index) => resolve(results[index] as Result)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    );
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (pending.push({ key, resolve, reject }) === 1) setImmediate(runBatch);
    });
}
