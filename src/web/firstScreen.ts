import { useSyncExternalStore } from 'react';

/** How long after the load event the first screen keeps the connection to itself, in milliseconds. */
const headStartMs = 2_000;

let done = false;
const waitingCallbacks = new Set<() => void>();

/** Starts the timer after the load event, or immediately if the page has already loaded. */
export function startFirstScreenTimer(): void {
  if (document.readyState === 'complete') setTimeout(finish, headStartMs);
  else addEventListener('load', () => setTimeout(finish, headStartMs));
}

function finish() {
  done = true;
  document.documentElement.removeAttribute('data-starting');
  for (const callback of waitingCallbacks) callback();
  waitingCallbacks.clear();
}

/**
 * Calls `callback` once the first screen is done. This is for work that no user waits for. Returns a function that
 * cancels the call.
 */
export function afterFirstScreen(callback: () => void): () => void {
  if (done) callback();
  else waitingCallbacks.add(callback);
  return () => void waitingCallbacks.delete(callback);
}

/** Whether the first screen is done and no longer needs the connection to itself. */
export function useIsFirstScreenDone(): boolean {
  return useSyncExternalStore(
    afterFirstScreen,
    () => done,
    () => done,
  );
}
