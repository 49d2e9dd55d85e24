import { useSyncExternalStore } from 'react';

/** The interval at which a lost connection is checked, in milliseconds. */
const checkIntervalMs = 5_000;
/**
 * The path of the script that this page started with. The server's pages contain it if they are from the same build.
 */
const ownScript = new URL(import.meta.url).pathname;

/**
 * Whether the server has the build that this page belongs to, or another build. 'none' means that the server is
 * unreachable.
 */
type ServerBuild = 'none' | 'sameBuild' | 'otherBuild';

/** Fetches the start page and returns which build the server has, or 'none' if the server does not respond. */
export async function fetchServerBuild(): Promise<ServerBuild> {
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    if (!response.ok) return 'none';
    return (await response.text()).includes(ownScript) ? 'sameBuild' : 'otherBuild';
  } catch {
    return 'none';
  }
}

/** The state of a lost connection; null while there is a connection. */
let lostConnection: { reconnected: Promise<void>; check: () => void } | null = null;
const listeners = new Set<() => void>();

/** Whether the page shows that there is no connection. */
export const isConnectionLost = (): boolean => lostConnection !== null;

/** Resolves once the server responds. Until then the page shows that there is no connection (`ConnectionNotice`). */
export function waitForConnection(): Promise<void> {
  if (lostConnection) return lostConnection.reconnected;
  let check = () => {};
  const reconnected = new Promise<void>((resolve) => {
    check = () => void fetchServerBuild().then((build) => build === 'none' || resolve());
  });
  setLostConnection({ reconnected, check });
  const timer = setInterval(check, checkIntervalMs);
  addEventListener('online', check);
  return reconnected.then(() => {
    clearInterval(timer);
    removeEventListener('online', check);
    setLostConnection(null);
  });
}

function setLostConnection(next: typeof lostConnection) {
  lostConnection = next;
  for (const listener of listeners) listener();
}

/** Starts to watch the connection. When the browser goes offline, the page shows that there is no connection. */
export function watchConnection(): void {
  addEventListener('offline', () => void waitForConnection());
}

/** Returns a function that checks a lost connection immediately, or null while there is a connection. */
export function useConnectionCheck(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => lostConnection)?.check ?? null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
