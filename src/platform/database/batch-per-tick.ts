/**
 * Collects the lookups of one turn of the event loop and runs them as one statement, instead of one for each call that
 * has just arrived. `lookUp` gets all keys and returns their results in the same order; if it fails, all lookups fail.
 */
export function batchPerTick<Key, Result>(lookUp: (keys: Key[]) => Promise<Result[]>): (key: Key) => Promise<Result> {
  interface Waiting {
    key: Key;
    resolve: (result: Result | PromiseLike<Result>) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  const send = () => {
    const batch = waiting;
    waiting = [];
    lookUp(batch.map(({ key }) => key)).then(
      (results) => batch.forEach(({ resolve }, index) => resolve(results[index] as Result)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    );
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ key, resolve, reject }) === 1) setImmediate(send);
    });
}
