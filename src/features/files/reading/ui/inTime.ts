/** How long one step of a reader may take, in milliseconds (reference 5.11). */
const patience = 20_000;

/** The promise's outcome; rejects if that takes too long, as with files that are made to keep a reader busy. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the reader takes too long')), patience);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
