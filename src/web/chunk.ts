import { lazy, type ComponentType } from 'react';

/** How long a part of the product may take to arrive, milliseconds (spec §9). */
const patience = 120_000;

/**
 * Loads a part of the product that stands in a chunk of its own. Where it does not come within two minutes the promise
 * is refused with 'Loading chunk … failed' (spec §8), and the route's fallback offers a way on.
 */
export function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      const failure = new Error(`Loading chunk ${name} failed`);
      // The fallback speaks to people; whoever looks for the reason finds it in the console.
      console.error(failure.message);
      reject(failure);
    }, patience);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** A component in a chunk of its own, loaded when it is first shown; `name` stands in the message of a failure. */
export function lazyPart<Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadChunk(name, load));
}
