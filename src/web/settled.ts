import { useSyncExternalStore } from 'react';

/** How long the first screen has the connection to itself after the page's load event, milliseconds. */
const headStart = 2_000;

let settled = false;
const waiting = new Set<() => void>();

/** Begins to count; the page may have been loaded before its scripts were. */
export function beginToSettle(): void {
  if (document.readyState === 'complete') setTimeout(settle, headStart);
  else addEventListener('load', () => setTimeout(settle, headStart));
}

function settle() {
  settled = true;
  document.documentElement.removeAttribute('data-starting');
  for (const run of waiting) run();
  waiting.clear();
}

/** Calls `run` once the first screen has had its time, or at once where it has: for what nobody waits for. */
export function whenSettled(run: () => void): () => void {
  if (settled) run();
  else waiting.add(run);
  return () => void waiting.delete(run);
}

/** Whether the first screen has had its time. */
export function useSettled(): boolean {
  return useSyncExternalStore(whenSettled, () => settled);
}
