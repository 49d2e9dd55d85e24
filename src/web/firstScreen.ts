import { useSyncExternalStore } from 'react';

/** How long after the load event the first screen keeps the connection to itself, in milliseconds. */
const headStart = 2_000;

let done = false;
const waiting = new Set<() => void>();

/** Starts the timer; the load event may have passed before the scripts ran. */
export function startFirstScreenTimer(): void {
  if (document.readyState === 'complete') setTimeout(finish, headStart);
  else addEventListener('load', () => setTimeout(finish, headStart));
}

function finish() {
  done = true;
  document.documentElement.removeAttribute('data-starting');
  for (const callback of waiting) callback();
  waiting.clear();
}

/** Calls `callback` once the first screen is done, immediately if it is: for work that the user does not wait for. */
export function afterFirstScreen(callback: () => void): () => void {
  if (done) callback();
  else waiting.add(callback);
  return () => void waiting.delete(callback);
}

/** Whether the first screen is done and no longer needs the connection to itself. */
export function useFirstScreenDone(): boolean {
  return useSyncExternalStore(afterFirstScreen, () => done);
}
