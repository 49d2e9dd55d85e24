/** The maximum duration of one step of showing a document, in milliseconds (reference 5.11). */
const timeout = 20_000;

/** Settles like `work`, but rejects if `work` takes too long: a file may be designed to keep the library busy. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the reader takes too long')), timeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
