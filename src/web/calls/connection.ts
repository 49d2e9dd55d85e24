import { useSyncExternalStore } from 'react';

/** How often a lost connection is checked, in milliseconds. */
const interval = 5_000;
/** The script that this page started with; the server's documents contain it while they belong to the same build. */
const ownScript = new URL(import.meta.url).pathname;

/** What the server answers: nothing, the build that this page belongs to, or another one. */
type ServerBuild = 'none' | 'sameBuild' | 'otherBuild';

/** Fetches the start page to learn whether the server answers, and with which build. */
export async function checkServer(): Promise<ServerBuild> {
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    if (!response.ok) return 'none';
    return (await response.text()).includes(ownScript) ? 'sameBuild' : 'otherBuild';
  } catch {
    return 'none';
  }
}

let lost: { reconnected: Promise<void>; check: () => void } | null = null;
const listeners = new Set<() => void>();

/** Resolves once the server answers; meanwhile the page shows that there is no connection (`ConnectionNotice`). */
export function waitForConnection(): Promise<void> {
  if (lost) return lost.reconnected;
  let check = () => {};
  const reconnected = new Promise<void>((resolve) => {
    check = () => void checkServer().then((answer) => answer === 'none' || resolve());
  });
  setLost({ reconnected, check });
  const timer = setInterval(check, interval);
  addEventListener('online', check);
  return reconnected.then(() => {
    clearInterval(timer);
    removeEventListener('online', check);
    setLost(null);
  });
}

function setLost(next: typeof lost) {
  lost = next;
  for (const listener of listeners) listener();
}

/** From now on, the page shows when the browser loses its connection. */
export function watchConnection(): void {
  addEventListener('offline', () => void waitForConnection());
}

/** Returns the function that checks the connection immediately; null unless the connection is lost. */
export function useLostConnection(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => lost)?.check ?? null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
