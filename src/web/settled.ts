import { useSyncExternalStore } from 'react';

/** How long the first screen has the connection to itself after the page's load event, milliseconds. */
const headStart = 2_000;

let settled = false;
const waiting = new Set<() => void>();

window.addEventListener('load', () =>
  setTimeout(() => {
    settled = true;
    for (const run of waiting) run();
  }, headStart),
);

/** Calls `run` once the first screen has had its time: for what nobody waits for. */
export function whenSettled(run: () => void): () => void {
  waiting.add(run);
  return () => void waiting.delete(run);
}

/** Whether the first screen has had its time. */
export function useSettled(): boolean {
  return useSyncExternalStore(whenSettled, () => settled);
}
