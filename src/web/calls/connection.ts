import { useSyncExternalStore } from 'react';

/** The interval at which a lost connection is checked, in milliseconds. */
const checkInterval = 5_000;
/**
 * The path of the script that this page started with. The server's pages contain it if they are from the same build.
 */
const ownScript = new URL(import.meta.url).pathname;

/**
 * The build that the server has: the one that this page belongs to, another one, or none if the server is unreachable.
 */
type ServerBuild = 'none' | 'sameBuild' | 'otherBuild';

/** Fetches the start page to find out whether the server responds, and which build it has. */
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

/** Resolves once the server responds. Until then the page shows that there is no connection (`ConnectionNotice`). */
export function waitForConnection(): Promise<void> {
  if (lost) return lost.reconnected;
  let check = () => {};
  const reconnected = new Promise<void>((resolve) => {
    check = () => void checkServer().then((build) => build === 'none' || resolve());
  });
  setLost({ reconnected, check });
  const timer = setInterval(check, checkInterval);
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

/** Makes the page show when the browser loses its connection. */
export function watchConnection(): void {
  addEventListener('offline', () => void waitForConnection());
}

/** Returns a function that checks the lost connection immediately, or null if the connection is not lost. */
export function useLostConnection(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => lost)?.check ?? null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
