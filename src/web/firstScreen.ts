import { useSyncExternalStore } from 'react';

/** How long after the load event the first screen keeps the connection to itself, in milliseconds. */
const headStart = 2_000;

let done = false;
const waiting = new Set<() => void>();

/** Starts the timer; the load event may have passed before the scripts ran. */
export function watchFirstScreen(): void {
  if (document.readyState === 'complete') setTimeout(finish, headStart);
  else addEventListener('load', () => setTimeout(finish, headStart));
}

function finish() {
  done = true;
  document.documentElement.removeAttribute('data-starting');
  for (const run of waiting) run();
  waiting.clear();
}

/** Calls `run` once the first screen has had its time, or at once if it has: for work that nobody waits for. */
export function afterFirstScreen(run: () => void): () => void {
  if (done) run();
  else waiting.add(run);
  return () => void waiting.delete(run);
}

/** Whether the first screen has had its time. */
export function useFirstScreenDone(): boolean {
  return useSyncExternalStore(afterFirstScreen, () => done);
}
