/** The milliseconds that one step of a reader may take (reference 5.11). */
const timeout = 20_000;

/** Resolves like a promise, but rejects if it takes too long, as with files that are crafted to keep a reader busy. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the reader takes too long')), timeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
