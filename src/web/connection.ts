import { useSyncExternalStore } from 'react';

/** How often a lost connection is looked for, milliseconds. */
const interval = 5_000;
/** The script that this page began with, which the server's documents name for as long as they are of the same build. */
const ownScript = new URL(import.meta.url).pathname;

/** What the server says of itself: nothing at all, that it has the build this page is of, or another one. */
type Answer = 'none' | 'sameBuild' | 'otherBuild';

/** Asks the server for its start page. */
export async function askServer(): Promise<Answer> {
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    if (!response.ok) return 'none';
    return (await response.text()).includes(ownScript) ? 'sameBuild' : 'otherBuild';
  } catch {
    return 'none';
  }
}

let lost: { back: Promise<void>; look: () => void } | null = null;
const listeners = new Set<() => void>();

/** Resolves once the server answers; until then the page says that there is no connection (`ConnectionNotice`). */
export function untilConnected(): Promise<void> {
  if (lost) return lost.back;
  let look = () => {};
  const back = new Promise<void>((resolve) => {
    look = () => void askServer().then((answer) => answer === 'none' || resolve());
  });
  become({ back, look });
  const timer = setInterval(look, interval);
  addEventListener('online', look);
  return back.then(() => {
    clearInterval(timer);
    removeEventListener('online', look);
    become(null);
  });
}

function become(next: typeof lost) {
  lost = next;
  for (const listener of listeners) listener();
}

/** From now on the page says so when the browser loses its connection. */
export function watchConnection(): void {
  addEventListener('offline', () => void untilConnected());
}

/** While there is no connection, what looks for it at once; else null. */
export function useLostConnection(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => lost)?.look ?? null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
