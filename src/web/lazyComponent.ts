import { lazy, type ComponentType } from 'react';
import { checkServer, waitForConnection } from './calls/connection.ts';
import { afterFirstScreen } from './firstScreen.ts';

/** How long a chunk may take to arrive, in milliseconds (reference 1.9). */
const chunkTimeout = 120_000;
/** The page is reloaded for a newer build at most this often, in milliseconds: that build may lack the chunk, too. */
const reloadInterval = 60_000;

class TooSlow extends Error {}

/**
 * Loads a chunk. Without a connection it waits for one; where the server has a newer build, the page is reloaded, since
 * the old chunks are gone. If a chunk does not arrive within two minutes, or fails twice, the promise rejects with
 * 'Loading chunk … failed' (reference 1.9), and the route's fallback tells the user what to do.
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>, tries = 2): Promise<T> {
  try {
    return await withTimeout(name, load);
  } catch (error) {
    const answer = error instanceof TooSlow ? null : await checkServer();
    if (answer === 'none') {
      await waitForConnection();
      return loadChunk(name, load, tries);
    }
    if (answer === 'otherBuild' && reload()) return new Promise(() => {});
    if (answer !== null && tries > 1) return loadChunk(name, load, tries - 1);
    // The fallback shows a message to the user; the console gets the reason.
    console.error(`Loading chunk ${name} failed`);
    throw error;
  }
}

function withTimeout<T>(name: string, load: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow(`Loading chunk ${name} failed`)), chunkTimeout);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Reloads the page and returns true, unless it was reloaded within the last minute. */
function reload(): boolean {
  const last = Number(sessionStorage.getItem('reloadedAt'));
  if (Date.now() - last < reloadInterval) return false;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  location.reload();
  return true;
}

/**
 * A component in its own chunk, loaded when the browser is idle, at the latest when it is first shown: once loaded, it
 * opens immediately, even without a connection. `name` appears in the error message if loading fails.
 */
export function lazyComponent<Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  afterFirstScreen(() => preload(load));
  return lazy(() => loadChunk(name, load));
}

/** How long until the chunk of an extra is requested again, in milliseconds. */
const retryDelay = 30_000;

/**
 * A component that the page works without: if its chunk cannot be loaded, the page stays, and the chunk is requested
 * again every half minute.
 */
export function lazyExtra<Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  const loadUntilItSucceeds = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return await loadChunk(name, load);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      return loadUntilItSucceeds();
    }
  };
  return lazy(loadUntilItSucceeds);
}

const preloadQueue: (() => Promise<unknown>)[] = [];

/** Loads one chunk at a time, so that they never compete with a chunk that the user is waiting for. */
function preload(load: () => Promise<unknown>): void {
  // A user who saves data may pay for every byte.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  if (preloadQueue.push(load) === 1) void preloadNext();
}

async function preloadNext(): Promise<void> {
  await idle();
  // A chunk that fails to load now is requested again when it is needed.
  await preloadQueue[0]?.().catch(() => {});
  preloadQueue.shift();
  if (preloadQueue.length > 0) void preloadNext();
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}
